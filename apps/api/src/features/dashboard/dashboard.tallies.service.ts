import { ACTIVE_DAYS_KEPT } from '@agora/contract/features/dashboard/dashboard.rules';
import type { Db } from '../../platform/db/client.ts';
import type { Deps } from '../../platform/deps.ts';
import { addDays, dayAt } from '../../platform/time/civil-date.ts';
import { forgetMemberDays } from '../accounts/users/accounts.lifecycle.service.ts';
import {
  closeActiveDays,
  dropChanged,
  dropTallies,
  listMissing,
  lockTallies,
  writeTallies,
} from './dashboard.tallies.queries.ts';

/**
 * Milliseconds after the end of a day until it is summed up. Triggers note changes of moments more than ten minutes ago: what
 * was written before has to be committed by then.
 */
const SETTLED_AFTER = 3_600_000;

/** Most periods that are summed up in one statement. */
const AT_ONCE = 31;

/**
 * Sums up past days and months that are not, or no longer, summed up under these settings. Does the same however often and
 * wherever it runs, and continues where it was interrupted.
 * @param again days that are summed up even so
 */
export async function sumUpStatistics(
  { db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>,
  again?: { from?: string | undefined; to?: string | undefined },
): Promise<void> {
  const { TIME_ZONE: timeZone, BUSINESS_HOURS: businessHours } = config;
  const settings = { timeZone, businessHours };
  const locked = (work: (tx: Db) => Promise<unknown>) =>
    db.transaction(async (tx) => {
      await lockTallies(tx);
      await work(tx);
    });
  await locked((tx) => dropChanged(tx, settings));
  if (again) await locked((tx) => dropTallies(tx, again));
  const last = addDays(dayAt(new Date(now().getTime() - SETTLED_AFTER), timeZone), -1);
  for (const { firsts, ...of } of await listMissing(db, last, settings))
    for (let at = 0; at < firsts.length; at += AT_ONCE)
      await locked((tx) => writeTallies(tx, { ...of, firsts: firsts.slice(at, at + AT_ONCE) }, settings));
  const kept = addDays(dayAt(now(), timeZone), 1 - ACTIVE_DAYS_KEPT);
  await locked(async (tx) => {
    await closeActiveDays(tx, kept);
    await forgetMemberDays(tx, kept, timeZone);
  });
}
