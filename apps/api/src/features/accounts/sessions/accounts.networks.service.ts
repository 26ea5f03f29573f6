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

/** Days after which a network that an account was not used from is a stranger again. */
const KNOWN_DAYS = 30;

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY);

/** Notes that an account was signed in to from a network. */
export const rememberNetwork = (db: Db, user_id: string, network: string, now: Date) =>
  upsertNetwork(db, { user_id, network, last_used_at: now }, daysBefore(now, 1));

/** The same, and that of the others nothing is known any more. */
export async function rememberNetworkAlone(
  tx: Db,
  user_id: string,
  network: string,
  now: Date,
): Promise<void> {
  await deleteNetworks(tx, user_id);
  await rememberNetwork(tx, user_id, network, now);
}

/** Whether the account of an address was signed in to from this network lately. */
export const isKnownNetwork = (
  { db, now }: Pick<Deps, 'db' | 'now'>,
  email: string,
  network: string,
): Promise<boolean> =>
  existsNetwork(db, { email_key: emailKey(email), network, since: daysBefore(now(), KNOWN_DAYS) });

export const forgetOldNetworks = (db: Db, now: Date) => deleteNetworksUntil(db, daysBefore(now, KNOWN_DAYS));
