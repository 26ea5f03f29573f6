import { randomUUID } from 'node:crypto';
import { contract } from '@agora/contract';
import type { ServerEvent } from '../../platform/db/events.ts';
import type { RouteDeps } from '../../platform/deps.ts';
import { defineFeature } from '../../platform/feature.ts';
import { router } from '../../platform/http/router.ts';
import { callerOf } from '../accounts/sessions/accounts.sessions.service.ts';
import { findPeople, type Heartbeat, notifyPresence } from './presence.queries.ts';
import { createPresenceTracker } from './presence.service.ts';

const presenceRoutes = ({ app, db, events, now }: RouteDeps) => {
  const tracker = createPresenceTracker(now);
  const instance = randomUUID();
  const onEvent = (event: ServerEvent) => {
    if (event.event === 'presence.beat' && event.from !== instance)
      tracker.record(event as unknown as Heartbeat);
  };
  const unsubscribe = events.subscribe(onEvent);
  app.addHook('onClose', async () => unsubscribe());

  return router(contract.presence, {
    updatePresence: async ({ body, request }) => {
      const heartbeat = { ...body, by: callerOf(request).id };
      // Recorded before the notification arrives, since pages that it makes refetch must see the change.
      await notifyPresence(db, { ...heartbeat, from: instance }, tracker.record(heartbeat));
      const others = tracker.othersOn(heartbeat);
      const people = others.size > 0 ? await findPeople(db, [...others.keys()], now()) : [];
      const data = people.map((person) => ({ ...person, doing: others.get(person.id) ?? 'reading' }));
      return { status: 200, body: { data } };
    },
  });
};

export const presenceFeature = defineFeature({ routes: { presence: presenceRoutes } });
