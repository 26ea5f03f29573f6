import { randomUUID } from 'node:crypto';
import { contract } from '@agora/contract';
import type { ServerEvent } from '../../platform/db/events.ts';
import type { RouteDeps } from '../../platform/deps.ts';
import { router } from '../../platform/http/router.ts';
import { callerOf } from '../accounts/sessions/accounts.sessions.service.ts';
import { type Beat, findPeople, notifyOf } from './presence.queries.ts';
import { createAttendance } from './presence.service.ts';

export const presenceRoutes = ({ app, db, events, now }: RouteDeps) => {
  const attendance = createAttendance(now);
  const instance = randomUUID();
  const hear = (event: ServerEvent) => {
    if (event.event === 'presence.beat' && event.from !== instance) attendance.note(event as unknown as Beat);
  };
  const unsubscribe = events.subscribe(hear);
  app.addHook('onClose', async () => unsubscribe());

  return router(contract.presence, {
    updatePresence: async ({ body, request }) => {
      const beat = { ...body, by: callerOf(request).id };
      // Recorded before the notification arrives, since pages that it makes refetch must see the change.
      await notifyOf(db, { ...beat, from: instance }, attendance.note(beat));
      const others = attendance.othersAt(beat);
      const people = others.size > 0 ? await findPeople(db, [...others.keys()], now()) : [];
      const data = people.map((person) => ({ ...person, doing: others.get(person.id) ?? 'reading' }));
      return { status: 200, body: { data } };
    },
  });
};
