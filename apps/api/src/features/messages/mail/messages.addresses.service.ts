import { isSigned as isSignedAs, sign } from '../../../platform/auth/signatures.ts';
import type { Config } from '../../../platform/settings.ts';

/**
 * Return addresses of mails, derived from INBOUND_EMAIL: `messages+{conversation}.{signature}@…` for answers,
 * `messages+b{reply}.{signature}@…` for bounces. They work in lower case too, and fit the 64 octets before
 * the `@` that all servers accept (RFC 5321, 4.5.3.1.1).
 */
type Keys = Pick<Config, 'INBOUND_EMAIL' | 'SECRET_KEY' | 'SECRET_KEY_PREVIOUS'>;

/** The parts of an address; its signature is not verified yet. */
export interface InboundAddress {
  kind: 'answer' | 'bounce';
  id: string;
  signature: string;
}

/** Separates these signatures from others of the same keys. */
const PURPOSE = 'inbound-mail';

function addressOf({ INBOUND_EMAIL, ...keys }: Keys, prefix: string, id: string, about: readonly string[]) {
  if (INBOUND_EMAIL === undefined) return undefined;
  const tag = `${prefix}${id.replaceAll('-', '')}.${sign(keys, [PURPOSE, ...about])}`;
  return INBOUND_EMAIL.replace('@', `+${tag}@`);
}

interface Reply {
  entry_id: string;
  thread_id: string;
  user_id: string;
}

/** Reply-To and return address of a reply's mail; none without inbound mail. */
export function addressesOf(keys: Keys, { entry_id, thread_id, user_id }: Reply) {
  const replyTo = addressOf(keys, '', thread_id, ['answer', thread_id, user_id]);
  const returnPath = addressOf(keys, 'b', entry_id, ['bounce', entry_id]);
  return replyTo && returnPath ? { replyTo, returnPath } : undefined;
}

const TAG = /^(?<bounce>b?)(?<id>[\da-f]{32})\.(?<signature>[\da-z]{16})$/;

const toUuid = (hex: string) =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');

/** Parses one of our addresses; returns undefined for any other. */
export function parseAddress({ INBOUND_EMAIL }: Keys, address: string): InboundAddress | undefined {
  if (INBOUND_EMAIL === undefined) return undefined;
  const [head, tail] = INBOUND_EMAIL.replace('@', '+ @').split(' ') as [string, string];
  const text = address.toLowerCase();
  if (!text.startsWith(head) || !text.endsWith(tail)) return undefined;
  const { bounce, id, signature } = TAG.exec(text.slice(head.length, -tail.length))?.groups ?? {};
  return id && signature ? { kind: bounce ? 'bounce' : 'answer', id: toUuid(id), signature } : undefined;
}

/** @param user_id the member of the conversation; absent for bounces */
export const isSigned = (keys: Keys, { kind, id, signature }: InboundAddress, user_id?: string): boolean =>
  isSignedAs(keys, [PURPOSE, kind, id, ...(user_id ? [user_id] : [])], signature);
