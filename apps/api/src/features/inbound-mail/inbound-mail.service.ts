import { createHash } from 'node:crypto';
import { AppMessageReply } from '@agora/contract/features/app-messages/app-messages.contract';
import type { InboundMailOutcome } from '@agora/contract/features/inbound-mail/inbound-mail.contract';
import {
  MESSAGE_BODY_MAX,
  MESSAGE_IMAGES_BYTES_MAX,
  MESSAGE_IMAGES_MAX,
} from '@agora/contract/features/messages/message-limits';
import type { BounceReason } from '@agora/contract/features/messages/messages.contract';
import { emailKey } from '@agora/contract/shared/email';
import type { Email } from 'postal-mime';
import { v5 as uuidv5 } from 'uuid';
import { attributeTo } from '../../platform/audit/audit-context.ts';
import type { Deps } from '../../platform/deps.ts';
import { consume } from '../../platform/http/limiter.ts';
import { RequestValidationError } from '../../platform/http/router.ts';
import { answerThread, findByToken } from '../app-messages/app-messages.service.ts';
import { keepImage } from '../message-images/message-images.service.ts';
import { type InboundAddress, isSigned, readAddress } from '../messages/messages.addresses.service.ts';
import type { User } from '../users/users.table.ts';
import { findMemberOf, noteBounce } from './inbound-mail.queries.ts';
import {
  isAutomatic,
  isFromServer,
  readHead,
  readMail,
  recipientsOf,
} from './inbound-mail.reading.service.ts';
import type { ReadMail } from './inbound-mail.worker.ts';

/** A mail whose head was read, and the address of ours that it is to. */
interface Incoming {
  raw: Buffer;
  head: Email;
  address: InboundAddress;
}

/**
 * Takes what a mail brings back: an answer of a member into its conversation, a mail that could not be delivered to
 * the reply that it carried. Nothing else of it is kept.
 * @throws {AppError} `too_many_requests`, `service_unavailable`: it is to be handed over again later
 */
export async function receiveMail(deps: Deps, raw: Buffer): Promise<InboundMailOutcome> {
  const head = await readHead(raw);
  if (!head) return 'not_accepted';
  const [address] = recipientsOf(head).flatMap((each) => readAddress(deps.config, each) ?? []);
  if (!address) return 'not_accepted';
  const receive = address.kind === 'bounce' ? receiveBounce : receiveAnswer;
  return receive(deps, { raw, head, address });
}

/** Bytes of a mail that was sent back in which the server says why; the mail itself follows. */
const REPORT_MAX = 256 * 1024;

async function receiveBounce(
  { db, config }: Deps,
  { raw, head, address }: Incoming,
): Promise<InboundMailOutcome> {
  if (!isSigned(config, address)) return 'not_accepted';
  const mail = await readMail(raw.subarray(0, REPORT_MAX));
  if (!mail) return 'not_accepted';
  const { report } = mail;
  const isFailure = report === undefined ? isFromServer(head) : /^action:[ \t]*failed\b/im.test(report);
  if (!isFailure) return 'automatic';
  await noteBounce(db, address.id, report === undefined ? null : reasonIn(report));
  return 'bounce';
}

/** What the status codes of mail servers mean (RFC 3463), without their class; all others are refusals. */
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

async function receiveAnswer(deps: Deps, { raw, head, address }: Incoming): Promise<InboundMailOutcome> {
  const { db, config, now, frontendHost } = deps;
  if (isAutomatic(head, new URL(frontendHost).hostname)) return 'automatic';
  const user = await findMemberOf(db, address.id, now());
  if (!user || !isSigned(config, address, user.id) || !isFrom(head, user) || user.messages_blocked_at)
    return 'not_accepted';
  const client_token = tokenOf(raw, head, address);
  if (await findByToken(db, user.id, client_token)) return 'answer';
  await consume(db, [{ key: `inbound-mail:${user.id}`, limit: config.MESSAGES_PER_HOUR, seconds: 3600 }]);
  const mail = await readMail(raw);
  if (!mail) return 'not_accepted';
  const { body, images } = await contentOf(deps, user, mail);
  const reply = AppMessageReply.safeParse({ body, images, client_token });
  if (!reply.success) return 'empty';
  await attributeTo(db, user.id);
  await answerThread({ ...deps, user }, address.id, reply.data);
  return 'answer';
}

const isFrom = ({ from }: Email, { email_key }: User) => emailKey(from?.address ?? '') === email_key;

/** The name of a mail, by which it is known when it comes again. */
const tokenOf = (raw: Buffer, { messageId }: Email, { id }: InboundAddress) =>
  uuidv5(messageId ?? createHash('sha256').update(raw).digest('hex'), id);

/** What a mail adds to a conversation; pictures without a word are called by their names. */
async function contentOf(deps: Deps, user: User, { text, pictures }: ReadMail) {
  const images: string[] = [];
  const names: string[] = [];
  let room = MESSAGE_IMAGES_BYTES_MAX;
  for (const { name, bytes } of pictures.slice(0, MESSAGE_IMAGES_MAX)) {
    if (bytes.length > room) continue;
    const id = await keepPicture(deps, user, bytes);
    if (id === undefined) continue;
    room -= bytes.length;
    images.push(id);
    names.push(name ?? '');
  }
  return { body: shortened(text || names.join(', ')), images };
}

/** @returns nothing of what is no picture */
async function keepPicture(deps: Deps, user: User, bytes: Uint8Array): Promise<string | undefined> {
  try {
    return (await keepImage(deps, user, bytes)).id;
  } catch (error) {
    if (error instanceof RequestValidationError) return undefined;
    throw error;
  }
}

const segmenter = new Intl.Segmenter();

/** A text of which the end is missing where it is longer than messages are. */
function shortened(text: string): string {
  const characters = [...segmenter.segment(text)].map(({ segment }) => segment);
  return characters.length > MESSAGE_BODY_MAX
    ? `${characters.slice(0, MESSAGE_BODY_MAX - 1).join('')}…`
    : text;
}
