import { createHash } from 'node:crypto';
import { contract } from '@agora/contract';
import type { RouteDeps } from '../../platform/deps.ts';
import { router } from '../../platform/http/router.ts';
import { dailyMessageReader } from '../app-daily-messages/app-daily-messages.service.ts';
import { toAppNewsListed } from '../app-news/app-news.service.ts';
import { callerOf } from '../sessions/sessions.service.ts';
import { readHome } from './app-home.queries.ts';

/** For the phone alone, which asks each time whether anything is new. */
const CACHE = { 'cache-control': 'private, no-cache', vary: 'Origin, Authorization' };

/** Of what is shown: the time of the answer is in none. */
const etagOf = (shown: object) => `"${createHash('sha1').update(JSON.stringify(shown)).digest('base64')}"`;

export const appHomeRoutes = (deps: RouteDeps) => {
  const { db, config, now } = deps;
  const readDailyMessage = dailyMessageReader(deps);
  return router(contract.appHome, {
    readAppHome: async ({ query: { day, time_zone }, request, reply }) => {
      const { id, locale } = callerOf(request);
      const home = await readHome(db, id, { locale, now: now() });
      const { time_zone: chosen, unread_messages, news, changes } = home;
      const timeZone = time_zone ?? chosen ?? config.TIME_ZONE;
      const daily_message = (await readDailyMessage({ day, timeZone, locale, changes })) ?? null;
      const shown = {
        daily_message,
        news: news.map((row) => toAppNewsListed({ ...row, visible_from: new Date(row.visible_from) })),
        unread_messages,
        min_app_version: config.MIN_APP_VERSION ?? null,
      };
      void reply.headers({ ...CACHE, etag: etagOf(shown) });
      return { status: 200, body: { ...shown, server_time: now().toISOString() } };
    },
  });
};
