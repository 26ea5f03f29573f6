import {
  APP_DAYS_BACK,
  type AppDailyMessage,
} from '@agora/contract/features/daily-messages/daily-messages.app.contract';
import type { Locale } from '@agora/contract/shared/locale';
import type { Deps } from '../../../platform/deps.ts';
import { tagOf } from '../../../platform/http/conditional.ts';
import { Memo } from '../../../platform/memo.ts';
import { addDays, dayAt, daysOnEarth, endOfDay } from '../../../platform/time/civil-date.ts';
import { inLocale, phaseOf, resolveDay, type Shown } from '../daily-messages.resolver.service.ts';

const BACK = APP_DAYS_BACK * 86_400_000;

/** The first day that can be read in any time zone. */
const firstReadable = (time: Date): string => daysOnEarth(new Date(time.getTime() - BACK)).first;

/** First day of the list that ends with `today`. */
export function firstListed(today: string, time: Date): string {
  const [first, readable] = [addDays(today, -APP_DAYS_BACK), firstReadable(time)];
  return first > readable ? first : readable;
}

/** Cached days, and cached responses per day, language and time zone. */
const DAYS = 100;
const MESSAGES = 1_000;

interface Reading {
  /** Default: today in the time zone. */
  day?: string | undefined;
  timeZone: string;
  locale: Locale;
  /** Number of changes to daily messages so far. */
  changes: number;
}

interface Read {
  message: AppDailyMessage;
  /** End of the day in the reader's time zone. */
  end: Date;
  /** Its `ETag`. */
  tag: string;
}

/** Reads the message of a reader's day; undefined if there is none for them. */
export function dailyMessageReader({ db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>) {
  const days = new Memo<Shown | undefined>(DAYS);
  const messages = new Memo<Read | undefined>(MESSAGES);

  return async ({ day: asked, timeZone, locale, changes }: Reading): Promise<Read | undefined> => {
    const time = now();
    const day = asked ?? dayAt(time, timeZone);
    if (day < firstReadable(time)) return undefined;
    const dayKey = `${day} ${phaseOf(day, time)}`;
    const key = `${dayKey} ${timeZone} ${locale}`;
    const { value } = await messages.get({ key, changes, now: time }, async () => {
      const { value: shown } = await days.get({ key: dayKey, changes, now: time }, async () => {
        const value = await resolveDay(db, day, time);
        return { value };
      });
      const text = shown && inLocale(day, shown, locale, config.DEFAULT_LOCALE);
      if (!text) return { value: undefined };
      const end = endOfDay(day, timeZone);
      const message = { ...text, next_change_at: end.toISOString() };
      return { value: { message, end, tag: tagOf(JSON.stringify(message)) } };
    });
    return value;
  };
}
