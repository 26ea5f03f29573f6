import { z } from 'zod';
import { c, route } from '../../shared/define.ts';
import type { Feature } from '../../shared/feature.ts';
import { id, uuid } from '../../shared/fields.ts';
import { ACTIVITIES } from './presence.rules.ts';

/** Kinds of rows whose pages show who else has them open. */
export const PresenceEntity = z
  .enum(['broadcast', 'daily_message', 'message', 'news'])
  .meta({ id: 'Attended' });
export type PresenceEntity = z.infer<typeof PresenceEntity>;

export const PresenceUpdate = z
  .object({
    entity: PresenceEntity,
    id: uuid(),
    tab: uuid().meta({ description: 'Random id of the open page.' }),
    doing: z.enum([...ACTIVITIES, 'leaving']),
  })
  .meta({ id: 'PresenceUpdate' });
export type PresenceUpdate = z.infer<typeof PresenceUpdate>;

export const Presence = z
  .object({
    data: z.array(z.object({ id: id(), name: z.string(), doing: z.enum(ACTIVITIES) })).meta({
      description: 'Other users who have this row open, by name.',
    }),
  })
  .meta({ id: 'Presence' });
export type Presence = z.infer<typeof Presence>;

export const presence = c.router({
  updatePresence: route({
    method: 'PUT',
    path: '/presence',
    access: 'team',
    keyed: false,
    unattended: true,
    audience: 'team',
    operationId: 'presence-update_presence',
    summary:
      'Announce for 40 seconds what the caller does with a row, and list the other users who have it open',
    body: PresenceUpdate,
    responses: { 200: Presence },
  }),
});

export const presenceFeature = {
  routes: { presence },
  readBy: { presence: 'team' },
} satisfies Feature;
