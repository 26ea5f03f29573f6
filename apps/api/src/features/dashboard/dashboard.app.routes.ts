import { contract } from '@agora/contract';
import { HOME_NEWS } from '@agora/contract/features/dashboard/dashboard.app.contract';
import { TIME_ZONE_USED } from '@agora/contract/shared/phone-time-zone';
import type { RouteDeps } from '../../platform/deps.ts';
import { tagOf } from '../../platform/http/conditional.ts';
import { router } from '../../platform/http/router.ts';
import { phoneTimeZone } from '../../platform/time/phone-time-zone.ts';
import { readerOf } from '../accounts/sessions/accounts.sessions.service.ts';
import { dailyMessageReader } from '../daily-messages/app/daily-messages.app.service.ts';
import { marked, newsReader } from '../news/app/news.app.service.ts';
import { readHome } from './dashboard.app.queries.ts';

/** Private; the phone revalidates it on each request. */
const CACHE = { 'cache-control': 'private, no-cache', vary: 'Origin, Authorization' };

export const appHomeRoutes = (deps: RouteDeps) => {
  const { db, config, now } = deps;
  const readDailyMessage = dailyMessageReader(deps);
  const { newest } = newsReader(db);
  return router(contract.appHome, {
    readAppHome: async ({ query: { day, time_zone }, request, reply }) => {
      const { id, locale, content_changes: changes } = readerOf(request);
      const time = now();
      const news = await newest({ reader: id, locale, now: time, changes }, HOME_NEWS);
      const home = await readHome(
        db,
        id,
        news.map((article) => article.id),
      );
      const asked = time_zone && phoneTimeZone(time_zone);
      const timeZone = asked || home.time_zone || config.TIME_ZONE;
      const read = await readDailyMessage({ day, timeZone, locale, changes });
      const shown = {
        daily_message: read?.message ?? null,
        news: marked(news, new Set(home.read)),
        unread_messages: home.unread_messages,
        unread_notifications: home.unread_notifications,
        min_app_version: config.MIN_APP_VERSION ?? null,
      };
      // The tag excludes the time of the response.
      void reply.headers({ ...CACHE, [TIME_ZONE_USED]: timeZone, etag: tagOf(JSON.stringify(shown)) });
      return { status: 200, body: { ...shown, server_time: time.toISOString() } };
    },
  });
};
