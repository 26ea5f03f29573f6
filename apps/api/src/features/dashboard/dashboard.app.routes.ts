import { contract } from '@agora/contract';
import { TIME_ZONE_USED } from '@agora/contract/shared/phone-time-zone';
import type { RouteDeps } from '../../platform/deps.ts';
import { tagOf } from '../../platform/http/conditional.ts';
import { router } from '../../platform/http/router.ts';
import { readerOf } from '../accounts/sessions/accounts.sessions.service.ts';
import { homeReader } from './dashboard.app.service.ts';

/** Private; the phone revalidates it on each request. */
const CACHE = { 'cache-control': 'private, no-cache', vary: 'Origin, Authorization' };

export const appHomeRoutes = (deps: RouteDeps) => {
  const { config, now } = deps;
  const readHomeOf = homeReader(deps);
  return router(contract.appHome, {
    readAppHome: async ({ query, request, reply }) => {
      const { id, locale, content_changes: changes } = readerOf(request);
      const server_time = now().toISOString();
      const { shown: home, timeZone } = await readHomeOf({ id, locale, changes, ...query });
      const shown = { ...home, min_app_version: config.MIN_APP_VERSION ?? null };
      // The tag excludes the time of the response.
      void reply.headers({ ...CACHE, [TIME_ZONE_USED]: timeZone, etag: tagOf(JSON.stringify(shown)) });
      return { status: 200, body: { ...shown, server_time } };
    },
  });
};
