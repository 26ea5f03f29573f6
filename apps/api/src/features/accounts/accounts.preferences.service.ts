import type { PreferencesUpdate } from '@agora/contract/features/accounts/accounts.preferences.contract';
import { readSigned, signed } from '../../platform/auth/signatures.ts';
import { auditAccount } from '../../platform/db/audit-account.ts';
import { attributeTo } from '../../platform/db/audit-context.ts';
import type { Db } from '../../platform/db/client.ts';
import type { Deps } from '../../platform/deps.ts';
import { AppError } from '../../platform/errors.ts';
import {
  endSummaries,
  findPreferences,
  findTimeZone,
  upsertPreferences,
} from './accounts.preferences.queries.ts';
import { DEFAULTS, type PreferencesRow } from './accounts.preferences.table.ts';
import type { User } from './accounts.users.table.ts';

export { claimSummaries, findSummaryReader } from './accounts.preferences.queries.ts';

/** The user's chosen time zone, else their phone's; undefined if neither is known. */
export async function timeZoneOf(db: Db, user_id: string): Promise<string | undefined> {
  const [known] = await findTimeZone(db, { user_id });
  return known?.time_zone ?? undefined;
}

/** Preferences that control notifications about members and colleagues. */
const AUDITED = [
  'weekly_summary',
  'alert_assigned',
  'alert_answered',
  'alert_mentioned',
  'alert_broadcast',
  'alert_broadcast_approval',
  'alert_news_approval',
] as const;

/** Stores the fields sent (at least one), and logs those above for the team. */
export const changePreferences = (
  db: Db,
  { id, is_team }: Pick<User, 'id' | 'is_team'>,
  changes: PreferencesUpdate,
): Promise<PreferencesRow | undefined> =>
  db.transaction(async (tx) => {
    const [before = DEFAULTS] = await findPreferences(tx, { user_id: id });
    const [row] = await upsertPreferences(tx, id, changes);
    const changed = AUDITED.filter((field) => row && row[field] !== before[field]);
    if (row && is_team && changed.length > 0)
      await auditAccount(
        tx,
        id,
        Object.fromEntries(changed.map((field) => [field, [before[field], row[field]]])),
      );
    return row;
  });

const UNSUBSCRIBE = 'unsubscribe';

/** Token that only unsubscribes a user from the weekly summary. */
export const unsubscribeToken = ({ config }: Pick<Deps, 'config'>, user_id: string): string =>
  signed(config, UNSUBSCRIBE, user_id);

/** @throws {AppError} `invalid_token` */
export async function unsubscribe({ db, config }: Pick<Deps, 'db' | 'config'>, token: string) {
  const user_id = readSigned(config, UNSUBSCRIBE, token);
  if (!user_id) throw new AppError('invalid_token');
  await db.transaction(async (tx) => {
    await attributeTo(tx, user_id);
    const [ended] = await endSummaries(tx, user_id);
    if (ended) await auditAccount(tx, user_id, { weekly_summary: [true, false] });
  });
}
