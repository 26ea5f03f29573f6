import { emailKey } from '@agora/contract/shared/email';
import type { Db } from '../../../platform/db/client.ts';
import type { Deps } from '../../../platform/deps.ts';
import {
  deleteNetworks,
  deleteNetworksUntil,
  existsNetwork,
  upsertNetwork,
} from './accounts.networks.queries.ts';

const DAY = 86_400_000;

/** Days without use after which a network of an account is unknown again. */
export const KNOWN_NETWORK_DAYS = 30;

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY);

/** Records a sign-in to an account from a network. */
export const recordNetwork = (db: Db, user_id: string, network: string, now: Date) =>
  upsertNetwork(db, { user_id, network, last_used_at: now }, daysBefore(now, 1));

/** Records the network and deletes the account's other ones. */
export async function recordOnlyNetwork(tx: Db, user_id: string, network: string, now: Date): Promise<void> {
  await deleteNetworks(tx, user_id);
  await recordNetwork(tx, user_id, network, now);
}

/** True if the account of an address recently signed in from this network. */
export const isKnownNetwork = (
  { db, now }: Pick<Deps, 'db' | 'now'>,
  email: string,
  network: string,
): Promise<boolean> =>
  existsNetwork(db, { email_key: emailKey(email), network, since: daysBefore(now(), KNOWN_NETWORK_DAYS) });

export const deleteOldNetworks = (db: Db, now: Date) =>
  deleteNetworksUntil(db, daysBefore(now, KNOWN_NETWORK_DAYS));
