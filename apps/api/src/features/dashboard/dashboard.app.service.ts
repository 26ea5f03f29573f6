import { HOME_NEWS } from '@agora/contract/features/dashboard/dashboard.app.contract';
import type { Locale } from '@agora/contract/shared/locale';
import type { Deps } from '../../platform/deps.ts';
import { phoneTimeZone } from '../../platform/time/phone-time-zone.ts';
import { dailyMessageReader } from '../daily-messages/app/daily-messages.app.service.ts';
import { marked, newsReader } from '../news/app/news.app.service.ts';
import { readHome } from './dashboard.app.queries.ts';

interface HomeReader {
  id: string;
  locale: Locale;
  /** Change count of the content. */
  changes: number;
  /** The phone's local date, and its time zone. */
  day?: string | undefined;
  time_zone?: string | undefined;
}

/** A zone that this version of the time zone database lacks counts as missing. */
const zoneNamed = (name: string | null | undefined) => (name ? phoneTimeZone(name) : undefined);

/** Returns a function that reads the home screen of a member, for the app and for previews by the team. */
export function homeReader({ db, config, now }: Deps) {
  const readDailyMessage = dailyMessageReader({ db, config, now });
  const { newest } = newsReader(db);
  return async ({ id, locale, changes, day, time_zone }: HomeReader) => {
    const news = await newest({ reader: id, locale, now: now(), changes }, HOME_NEWS);
    const home = await readHome(
      db,
      id,
      news.map((article) => article.id),
    );
    const timeZone = zoneNamed(time_zone) ?? zoneNamed(home.time_zone) ?? config.TIME_ZONE;
    const read = await readDailyMessage({ day, timeZone, locale, changes });
    const shown = {
      daily_message: read?.message ?? null,
      news: marked(news, new Set(home.read)),
      unread_messages: home.unread_messages,
      unread_notifications: home.unread_notifications,
    };
    return { shown, timeZone };
  };
}
