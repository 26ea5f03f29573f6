import { readSigned, signed } from '../../platform/auth/signatures.ts';
import type { Db } from '../../platform/db/client.ts';
import type { Deps } from '../../platform/deps.ts';
import { AppError } from '../../platform/errors.ts';
import { endSummaries, findTimeZone } from './accounts.preferences.queries.ts';

export { claimSummaries, findSummaryReader } from './accounts.preferences.queries.ts';

/** The user's chosen time zone, else their phone's; undefined if neither is known. */
export async function timeZoneOf(db: Db, user_id: string): Promise<string | undefined> {
  const [known] = await findTimeZone(db, { user_id });
  return known?.time_zone ?? undefined;
}

const UNSUBSCRIBE = 'unsubscribe';

/** Token that ends the weekly summary of a user and does nothing else. */
export const unsubscribeToken = ({ config }: Pick<Deps, 'config'>, user_id: string): string =>
  signed(config, UNSUBSCRIBE, user_id);

/** @throws {AppError} `invalid_token` */
export async function unsubscribe({ db, config }: Pick<Deps, 'db' | 'config'>, token: string) {
  const user_id = readSigned(config, UNSUBSCRIBE, token);
  if (!user_id) throw new AppError('invalid_token');
  await endSummaries(db, user_id);
}
