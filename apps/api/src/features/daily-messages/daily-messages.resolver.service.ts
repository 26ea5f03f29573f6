import type { AppDailyMessage } from '@agora/contract/features/daily-messages/daily-messages.app.contract';
import { textFor } from '@agora/contract/features/daily-messages/daily-messages.text.rules';
import type { Locale } from '@agora/contract/shared/locale';
import type { Db } from '../../platform/db/client.ts';
import { daysOnEarth, hoursOnEarth } from '../../platform/time/civil-date.ts';
import { listReserve, lockPlan } from './daily-messages.queries.ts';
import type { DailyMessage, IssueRow } from './daily-messages.table.ts';
import {
  type Day,
  forecastReserve,
  listDays,
  readDay,
  storeIssue,
} from './planning/daily-messages.days.queries.ts';

/** Message of a day, before the reader's language is applied. */
export type Shown = Pick<IssueRow, 'translations' | 'link' | 'missing_locale' | 'version' | 'source'> & {
  id: string;
};

const shownAs = (source: IssueRow['source'], message: DailyMessage): Shown => ({ ...message, source });

/** The message as shown on that day, regardless of later changes. */
export const asIssued = (issue: IssueRow): Shown => ({ ...issue, id: issue.message_id });

/**
 * Message of a day; undefined if an empty day has not been filled yet, or if its message was withdrawn before
 * the day ended.
 */
export function shownOf({ planned, issue, chosen }: Day, hasEnded: boolean): Shown | undefined {
  if (planned?.status === 'ready') return shownAs('planned', planned);
  if (chosen) return shownAs('reserve', chosen);
  return issue && hasEnded && !issue.withdrawn_at ? asIssued(issue) : undefined;
}

/** Phase of a day across all time zones on Earth. */
export function phaseOf(day: string, now: Date): 'ahead' | 'on' | 'over' {
  const { from, until } = hoursOnEarth(day);
  return now.getTime() < from ? 'ahead' : now.getTime() < until ? 'on' : 'over';
}

/**
 * Message for the readers of a day. While the day lasts anywhere on Earth, an empty one is filled from the
 * reserve, once, and the result is stored. Undefined before; unchanged afterwards.
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
    if (again) await storeIssue(tx, day, issueOf(again), now);
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

/** True if the reserve fills future empty days: its messages repeat in rotation. */
export const fillsGaps = (reserve: number): boolean => reserve > 0;

/** The same without storing. Later days are forecast on the assumption that nothing changes. */
export async function previewDay(db: Db, day: string, now: Date): Promise<Shown | undefined> {
  const { first } = daysOnEarth(now);
  const shown = shownOf(await readDay(db, day), day < first);
  if (shown || day < first) return shown;
  const [forecast] = await forecastReserve(db, { from: first, since: day, to: day });
  return forecast && shownAs('reserve', forecast.message);
}

/** Days of a period that had a message, latest first, up to those that have begun anywhere on Earth. */
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

/** A day in the reader's language; undefined if the message is hidden from them. */
export function inLocale(
  day: string,
  { id, link, ...written }: Shown,
  locale: Locale,
  defaultLocale: Locale,
): ListedMessage | undefined {
  const text = textFor(written, locale, defaultLocale);
  return text && { day, id, link, ...text };
}
