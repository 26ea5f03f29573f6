import { API_PREFIX, contract } from '@agora/contract';
import { MEDIA_BYTES_MAX } from '@agora/contract/features/media/media.rules';
import { READ_BY } from '@agora/contract/registry';
import { metadataOf } from '@agora/contract/shared/define';
import { isAllowed, isTeam } from '@agora/contract/shared/permissions';
import type { AppRoute } from '@ts-rest/core';
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify';
import { authenticateKey, keyOf } from './features/accounts/api-keys/accounts.api-keys.service.ts';
import { requireRights } from './features/accounts/security/accounts.guard.service.ts';
import {
  authenticate,
  callerOf,
  LONGEST_USER_AGENT,
  liveTeamSessionsOf,
} from './features/accounts/sessions/accounts.sessions.service.ts';
import { progressOf } from './features/broadcasts/compose/broadcasts.service.ts';
import { isInSegment } from './features/broadcasts/segments/broadcasts.segments.service.ts';
import { mediaFiles } from './features/media/media.files.routes.ts';
import { FEATURES, routes } from './features.ts';
import { type AuditContext, actingAs } from './platform/db/audit-context.ts';
import type { Database } from './platform/db/client.ts';
import type { Events, ServerEvent } from './platform/db/events.ts';
import type { Deps } from './platform/deps.ts';
import { eventsRoutes, type Listener } from './platform/events/events.routes.ts';
import type { Feature } from './platform/feature.ts';
import { readBodies, readFiles } from './platform/http/body.ts';
import { limitBodies } from './platform/http/body-limits.ts';
import { enableConditionalResponses } from './platform/http/conditional.ts';
import { findCaller, guard, guardBySecret } from './platform/http/guard.ts';
import { endHeadStreams } from './platform/http/head.ts';
import { healthRoutes } from './platform/http/health.ts';
import { registerIdempotency } from './platform/http/idempotency.ts';
import { mount } from './platform/http/router.ts';
import { createServer } from './platform/http/server.ts';
import { webRoutes } from './platform/http/web.ts';
import { mailboxRoutes } from './platform/mail/mailbox.routes.ts';
import { ROOT } from './platform/package-files.ts';
import type { PushProviders } from './platform/push/push.ts';
import { pushesRoutes } from './platform/push/pushes.routes.ts';

export interface AppOptions extends Pick<Database, 'longReads' | 'probe'> {
  logger?: FastifyServerOptions['logger'];
  isQueueRunning: () => boolean;
  push: PushProviders;
  events: Events;
}

/** Secrets of the parts that machines call. */
const SECRETS: Required<Feature>['secrets'] = Object.assign({}, ...FEATURES.map(({ secrets }) => secrets));

/** Creates the whole service, without listening. */
export async function createApp(
  deps: Deps,
  { logger = false, isQueueRunning, longReads, probe, push, events }: AppOptions,
): Promise<FastifyInstance> {
  const { config, db } = deps;
  const isLocal = config.ENVIRONMENT === 'local';
  const app = await createServer(config, logger);
  await app.register(healthRoutes, { probe, isQueueRunning });
  if (config.ENVIRONMENT !== 'production' || config.DOCS) {
    const { docsRoutes } = await import('./platform/http/docs.ts');
    const { openApiDocument } = await import('@agora/contract/openapi');
    const document = openApiDocument({ title: config.PROJECT_NAME, local: isLocal });
    await app.register(docsRoutes, { document, path: `${API_PREFIX}/openapi.json` });
  }
  const local = { db, projectName: config.PROJECT_NAME, timeZone: config.TIME_ZONE };
  if (isLocal && !config.SMTP_HOST) await app.register(mailboxRoutes, local);
  if (isLocal) await app.register(pushesRoutes, local);
  await app.register(async (api) => {
    limitBodies(api);
    await readBodies(api);
    guard(api, authenticate(deps), (key) => authenticateKey(deps, key));
    readFiles(api, MEDIA_BYTES_MAX);
    registerIdempotency(api, deps);
    endHeadStreams(api);
    api.addHook('preHandler', (request, _reply, done) => {
      actingAs(contextOf(request, deps), done);
    });
    eventsRoutes(api, {
      path: `${API_PREFIX}/events`,
      events,
      openedBy: (request) => {
        const listener = callerOf(request);
        return { session: listener.sid, listener };
      },
      findListeners: (sessions) => liveTeamSessionsOf(deps, sessions),
      isFor,
      changesRights: (listener, { entity, id }) =>
        entity === 'role' || (entity === 'user' && (id ?? listener.id) === listener.id),
      progressOf: ({ id = '' }) => progressOf(db, id),
    });
    for (const part of Object.keys(contract) as (keyof typeof contract)[]) {
      const { audience, environment } = metadataOf(Object.values(contract[part])[0] as AppRoute);
      if (isLocal || environment !== 'local')
        await api.register(async (scope) => {
          if (audience === 'app') await enableConditionalResponses(scope);
          const secretOf = SECRETS[part];
          if (secretOf) guardBySecret(scope, secretOf(config));
          await mount(scope, routes[part]({ ...deps, longReads, app, push, events, isInSegment }));
        });
    }
  });
  await app.register(mediaFiles, { storage: deps.storage });
  await app.register(webRoutes, {
    root: `${ROOT}apps/web/dist`,
    projectName: config.PROJECT_NAME,
    defaultLocale: config.DEFAULT_LOCALE,
    signInProvider: config.OIDC_ISSUER === undefined ? '' : config.OIDC_NAME,
  });
  return app;
}

/** True if somebody of the team may learn of a change: each of those of their own account. */
const isFor = (listener: Listener, { event, entity, id }: ServerEvent): boolean =>
  (entity === 'user' && id === listener.id) ||
  isAllowed(listener, READ_BY[event === 'changed' ? String(entity) : event] ?? 'superuser');

/** Returns the actor and origin of a request, evaluated when it changes something. */
function contextOf(request: FastifyRequest, { now }: Deps): AuditContext {
  const caller = findCaller(request);
  const key = caller && keyOf(caller);
  return {
    actor_kind: key ? 'api_key' : 'user',
    actor_id: caller?.id,
    request_id: request.id,
    get ip() {
      return request.ip;
    },
    get user_agent() {
      return (key?.name ?? request.headers['user-agent'] ?? '').slice(0, LONGEST_USER_AGENT);
    },
    ...(caller && (key || isTeam(caller)) && { requireRights: (tx) => requireRights(tx, caller, now()) }),
  };
}
