import type { Locale } from '@agora/contract/features/accounts/accounts.users.contract';
import type { AppDailyMessage } from '@agora/contract/features/daily-messages/daily-messages.app.contract';
import { textFor } from '@agora/contract/features/daily-messages/daily-messages.text.rules';
import type { Db } from '../../platform/db/client.ts';
import { daysOnEarth, hoursOnEarth } from '../../platform/time/civil-date.ts';
import { listReserve, lockPlan } from './daily-messages.queries.ts';
import type { DailyMessage, IssueRow } from './daily-messages.table.ts';
import {
  type Day,
  foreseeReserve,
  keepIssue,
  listDays,
  readDay,
} from './planning/daily-messages.days.queries.ts';

/** What a day's readers are shown, before it is known what language they read. */
export type Shown = Pick<IssueRow, 'translations' | 'link' | 'missing_locale' | 'version' | 'source'> & {
  id: string;
};

const shownAs = (source: IssueRow['source'], message: DailyMessage): Shown => ({ ...message, source });

/** What was shown of a day, whatever became of it. */
export const asIssued = (issue: IssueRow): Shown => ({ ...issue, id: issue.message_id ?? issue.day });

/**
 * What a day shows by what is known of it; nothing while an empty day has not been filled, or once what it showed
 * was withdrawn before it ended.
 */
export function shownOf({ planned, issue, chosen }: Day, hasEnded: boolean): Shown | undefined {
  if (planned?.status === 'ready') return shownAs('planned', planned);
  if (chosen) return shownAs('reserve', chosen);
  return issue && hasEnded && !issue.withdrawn_at ? asIssued(issue) : undefined;
}

/** Whether a day has begun anywhere on Earth, and whether it has ended everywhere. */
export function phaseOf(day: string, now: Date): 'ahead' | 'on' | 'over' {
  const { from, until } = hoursOnEarth(day);
  return now.getTime() < from ? 'ahead' : now.getTime() < until ? 'on' : 'over';
}

/**
 * What the readers of a day are shown. While the day lasts anywhere on Earth, an empty one is filled from the
 * reserve once and for all, and what is shown is kept; before, nothing is answered, and afterwards nothing new.
 */
export async function resolveDay(db: Db, day: string, now: Date): Promise<Shown | undefined> {
  const phase = phaseOf(day, now);
  if (phase === 'ahead') return undefined;
  const known = await readDay(db, day);
  const shown = shownOf(known, phase === 'over');
  const isSettled = shown ? isKept(known.issue, shown) : !known.has_reserve;
  if (phase === 'over' || isSettled) return shown;
  return db.transaction(async (tx) => {
    await lockPlan(tx);
    const again = shownOf(await readDay(tx, day), false) ?? (await chooseFromReserve(tx));
    if (again) await keepIssue(tx, day, issueOf(again), now);
    return again;
  });
}

const isKept = (issue: IssueRow | null, { id, version }: Shown) =>
  issue?.message_id === id && issue.version === version;

const issueOf = ({ id, version, source, translations, link, missing_locale }: Shown) => ({
  message_id: id,
  version,
  source,
  translations,
  link,
  missing_locale,
});

async function chooseFromReserve(tx: Db): Promise<Shown | undefined> {
  const [message] = await listReserve(tx, 1);
  return message && shownAs('reserve', message);
}

/** The same for any day, later ones as they would be if nothing changed any more; nothing is kept. */
export async function previewDay(db: Db, day: string, now: Date): Promise<Shown | undefined> {
  const { first } = daysOnEarth(now);
  const shown = shownOf(await readDay(db, day), day < first);
  if (shown || day < first) return shown;
  const message = await foreseeReserve(db, first, day);
  return message && shownAs('reserve', message);
}

/** The days of a period that had something to show, the latest first; none that has not begun anywhere on Earth. */
export async function resolvePast(
  db: Db,
  from: string,
  to: string,
  now: Date,
): Promise<{ day: string; shown: Shown }[]> {
  const { last } = daysOnEarth(now);
  const days = await listDays(db, from, to < last ? to : last);
  return days.flatMap((known) => {
    const shown = shownOf(known, phaseOf(known.day, now) === 'over');
    return shown ? [{ day: known.day, shown }] : [];
  });
}

type ListedMessage = Omit<AppDailyMessage, 'next_change_at'>;

/** A day in the language of a reader; nothing where the message is hidden from them. */
export function inLocale(
  day: string,
  { id, link, ...written }: Shown,
  locale: Locale,
  defaultLocale: Locale,
): ListedMessage | undefined {
  const text = textFor(written, locale, defaultLocale);
  return text && { day, id, link, ...text };
}
