import { contract } from '@agora/contract';
import { TIME_ZONE_USED } from '@agora/contract/shared/phone-time-zone';
import type { RouteDeps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { router } from '../../../platform/http/router.ts';
import { dayAt, endOfDay } from '../../../platform/time/civil-date.ts';
import { phoneTimeZone } from '../../../platform/time/phone-time-zone.ts';
import { timeZoneOf } from '../../accounts/accounts.preferences.service.ts';
import { callerOf, readerOf } from '../../accounts/sessions/accounts.sessions.service.ts';
import { inLocale, resolvePast } from '../daily-messages.resolver.service.ts';
import { dailyMessageReader, firstListed } from './daily-messages.app.service.ts';

/** Seconds after which a phone checks for a corrected message. */
const FRESH = 300;

/** The next user of the same phone may use another language. */
const OF_READER = { vary: 'Origin, Authorization' };

/** Private; expires when the day ends, or earlier to pick up corrections. */
const cacheUntil = (end: Date, now: Date) => {
  const left = Math.ceil((end.getTime() - now.getTime()) / 1000);
  return `private, max-age=${left > 0 ? Math.min(FRESH, left) : FRESH}`;
};

interface Answer {
  header: (name: string, value: string) => unknown;
}

export const appDailyMessagesRoutes = (deps: RouteDeps) => {
  const { db, config, now } = deps;
  const readDailyMessage = dailyMessageReader(deps);

  /** Time zone that determines the day of the response; sets the header that names it. */
  async function zoneOf(reply: Answer, reader: string, asked: string | undefined): Promise<string> {
    const zone = (asked && phoneTimeZone(asked)) || (await timeZoneOf(db, reader)) || config.TIME_ZONE;
    void reply.header(TIME_ZONE_USED, zone);
    return zone;
  }

  return router(contract.appDailyMessages, {
    readAppDailyMessage: async ({ query, request, reply }) => {
      const { id, locale, content_changes: changes } = readerOf(request);
      const timeZone = await zoneOf(reply, id, query.time_zone);
      const read = await readDailyMessage({ day: query.day, timeZone, locale, changes });
      if (!read) throw new AppError('no_message');
      const { message, end, tag } = read;
      void reply.headers({ 'cache-control': cacheUntil(end, now()), ...OF_READER, etag: tag });
      return { status: 200, body: message };
    },
    readAppDailyMessages: async ({ query: { skip, limit, day, time_zone }, request, reply }) => {
      const { id, locale } = callerOf(request);
      const time = now();
      const zone = await zoneOf(reply, id, time_zone);
      const today = day ?? dayAt(time, zone);
      const days = await resolvePast(db, firstListed(today, time), today, time);
      const messages = days.flatMap(
        ({ day, shown }) => inLocale(day, shown, locale, config.DEFAULT_LOCALE) ?? [],
      );
      void reply.headers({ 'cache-control': cacheUntil(endOfDay(today, zone), time), ...OF_READER });
      return { status: 200, body: { data: messages.slice(skip, skip + limit), count: messages.length } };
    },
  });
};
