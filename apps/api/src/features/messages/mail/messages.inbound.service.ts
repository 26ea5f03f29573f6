import { createHash } from 'node:crypto';
import { AppMessageReply } from '@agora/contract/features/messages/messages.app.contract';
import type { InboundMailOutcome } from '@agora/contract/features/messages/messages.inbound.contract';
import { MESSAGE_BODY_MAX } from '@agora/contract/features/messages/messages.rules';
import { type BounceReason, MessageNote } from '@agora/contract/features/messages/messages.schema';
import { emailKey } from '@agora/contract/shared/email';
import { cutGraphemes } from '@agora/contract/shared/graphemes';
import type { Email } from 'postal-mime';
import { v5 as uuidv5 } from 'uuid';
import { setActor } from '../../../platform/db/audit-context.ts';
import type { Deps } from '../../../platform/deps.ts';
import { consume } from '../../../platform/http/limiter.ts';
import type { User } from '../../accounts/accounts.users.table.ts';
import { answerThread, findByToken } from '../app/messages.app.service.ts';
import { addEntry, lockThread, mayWrite, momentAfter, storeMailText } from '../inbox/messages.service.ts';
import { type InboundAddress, isSigned, parseAddress } from './messages.addresses.service.ts';
import {
  type Conversation,
  findConversation,
  findConversationOfReply,
  recordBounce,
} from './messages.inbound.queries.ts';
import { contentOf, wholeOf } from './messages.inbound-content.service.ts';
import {
  isAutomatic,
  isFromServer,
  isOurs,
  isReceipt,
  readHead,
  readMail,
  readReport,
  recipientsOf,
  senderOf,
} from './messages.inbound-reading.service.ts';
import type { Sender } from './messages.quotes.rules.ts';

/** A mail with parsed headers, and our address that it was sent to. */
interface Incoming {
  raw: Buffer;
  head: Email;
  address: InboundAddress;
}

/**
 * Processes an inbound mail: adds a member's answer to the conversation, an automatic reply as a note for the
 * team, a bounce to the reply it concerns. Discards everything else.
 * @throws {AppError} `too_many_requests`, `service_unavailable`: the mail is to be delivered again later
 */
export async function receiveMail(deps: Deps, raw: Buffer): Promise<InboundMailOutcome> {
  const head = await readHead(raw);
  if (!head) return 'not_accepted';
  const [address] = recipientsOf(head).flatMap((each) => parseAddress(deps.config, each) ?? []);
  if (!address) return 'not_accepted';
  const receive = address.kind === 'bounce' ? receiveBounce : receiveAnswer;
  return receive(deps, { raw, head, address });
}

/** Bytes of a bounce that contain the server's report; the original mail follows. */
const REPORT_MAX = 256 * 1024;

async function receiveBounce(deps: Deps, incoming: Incoming): Promise<InboundMailOutcome> {
  const { db, config } = deps;
  const { raw, head, address } = incoming;
  if (!isSigned(config, address)) return 'not_accepted';
  await countMail(deps, `inbound-bounce:${address.id}`);
  const mail = await readReport(raw.subarray(0, REPORT_MAX), serviceOf(deps));
  if (!mail) return 'not_accepted';
  const { report } = mail;
  const isFailure = report === undefined ? isFromServer(head) : /^action:[ \t]*failed\b/im.test(report);
  if (isFailure) {
    await recordBounce(db, address.id, report === undefined ? null : reasonIn(report));
    return 'bounce';
  }
  if (report !== undefined) return 'automatic';
  if (!isAutomatic(head)) return 'refused';
  // Auto-responders write to the return address (RFC 3834, 4).
  const conversation = await findConversationOfReply(db, address.id);
  if (conversation) await recordAutomaticReply(deps, conversation, incoming);
  return 'automatic';
}

/** Meanings of mail status codes (RFC 3463), without their class; all others are rejections. */
const REASONS: [codes: RegExp, reason: BounceReason][] = [
  [/^1\.([1236]|10)$/, 'unknown_address'],
  [/^2\.2$/, 'mailbox_full'],
  [/^4\./, 'unreachable'],
];

function reasonIn(report: string): BounceReason | null {
  const code = /^status:[ \t]*[245]\.(\d{1,3}\.\d{1,3})/im.exec(report)?.[1];
  if (!code) return null;
  return REASONS.find(([codes]) => codes.test(code))?.[1] ?? 'refused';
}

async function receiveAnswer(deps: Deps, incoming: Incoming): Promise<InboundMailOutcome> {
  const { db, config, frontendHost } = deps;
  const { raw, head, address } = incoming;
  const conversation = await findConversation(db, address.id);
  if (!conversation || !isSigned(config, address, conversation.user.id)) return 'not_accepted';
  if (isOurs(head, new URL(frontendHost).hostname) || isReceipt(head)) return 'automatic';
  if (isAutomatic(head)) {
    await recordAutomaticReply(deps, conversation, incoming);
    return 'automatic';
  }
  const { user, last_staff_at } = conversation;
  if (!isFromWriter(deps, head, user)) return 'refused';
  const client_token = tokenOf(incoming);
  if (await findByToken(db, user.id, client_token)) return 'answer';
  await countMail(deps, `inbound-mail:${user.id}`);
  const mail = await readMail(raw, serviceOf(deps));
  if (!mail) return 'not_accepted';
  const { body, images, whole } = await contentOf(deps, user, mail);
  const reply = AppMessageReply.safeParse({ body, images, client_token });
  if (!reply.success) return 'empty';
  setActor(user.id);
  await db.transaction((tx) =>
    answerThread({ ...deps, db: tx, user }, address.id, reply.data, { read_until: last_staff_at, whole }),
  );
  return 'answer';
}

/** Notes an automatic reply of the member once; ignores those of others. */
async function recordAutomaticReply(deps: Deps, { user, thread_id }: Conversation, incoming: Incoming) {
  const { db, now } = deps;
  const { raw, head } = incoming;
  const client_token = tokenOf(incoming);
  if (!isFromWriter(deps, head, user) || (await findByToken(db, user.id, client_token))) return;
  await countMail(deps, `inbound-automatic:${user.id}`);
  const mail = await readMail(raw, serviceOf(deps));
  const { data: note } = MessageNote.safeParse({ body: cutGraphemes(mail?.text ?? '', MESSAGE_BODY_MAX) });
  if (!mail || !note) return;
  await db.transaction(async (tx) => {
    const thread = await lockThread(tx, thread_id);
    if (await findByToken(tx, user.id, client_token)) return;
    const created_at = momentAfter(thread, now());
    const entry = {
      kind: 'automatic' as const,
      author_id: user.id,
      body: note.body,
      client_token,
      created_at,
    };
    const { id } = await addEntry({ db: tx }, thread, entry);
    await storeMailText(tx, id, wholeOf(mail));
  });
}

/** Criteria by which quoted mails of the service are recognised. */
const serviceOf = ({ config }: Deps): Sender => ({
  address: config.EMAILS_FROM_EMAIL,
  names: [config.PROJECT_NAME, config.EMAILS_FROM_NAME ?? config.PROJECT_NAME],
});

/** True for a mail of a member who may write. */
const isFromWriter = ({ now }: Deps, head: Email, user: User): boolean =>
  emailKey(senderOf(head) ?? '') === user.email_key && mayWrite(user, now());

/** @throws {AppError} `too_many_requests` */
const countMail = ({ db, config }: Deps, key: string): Promise<void> =>
  consume(db, [{ key, limit: config.MESSAGES_PER_HOUR, seconds: 3600 }]);

/** Idempotency key of a mail, for repeated deliveries. */
const tokenOf = ({ raw, head: { messageId = '' }, address: { id } }: Incoming): string =>
  uuidv5(/[^<>\s]/.test(messageId) ? messageId : createHash('sha256').update(raw).digest('hex'), id);
