import { z } from 'zod';
import { c, route } from '../../shared/define.ts';
import { id, sameInstant, uuid } from '../../shared/fields.ts';
import { Message } from '../../shared/message.ts';
import { pageOf } from '../../shared/pagination.ts';
import { BroadcastStatus } from '../broadcasts/broadcasts.schema.ts';
import { ALERT_KINDS, ALERTS_SHOWN } from './alerts.rules.ts';

const moment = () => z.string().meta({ format: 'date-time' });

/** Something that asks for the attention of one person of the team, and leads to where it happened. */
export const Alert = z
  .object({
    id: id(),
    kind: z.enum(ALERT_KINDS).meta({
      description:
        '`assigned`: somebody gave them a conversation. `answered`: the member wrote in a conversation of theirs. `mentioned`: in a note. `broadcast`: one that they made or sent was paused or missed.',
    }),
    actor: z.string().nullable().meta({ description: 'Name of who caused it; null: the service.' }),
    thread: z
      .object({ id: id(), number: z.number().int(), subject: z.string(), member: z.string() })
      .nullable(),
    broadcast: z
      .object({
        id: id(),
        titles: z.object({ fr: z.string().nullable(), en: z.string().nullable() }),
        status: BroadcastStatus,
      })
      .nullable(),
    created_at: moment(),
    read_at: moment().nullable(),
  })
  .meta({ id: 'Alert' });
export type Alert = z.infer<typeof Alert>;

export const Alerts = pageOf(Alert)
  .extend({ unread: z.number().int().min(0) })
  .meta({ id: 'Alerts', description: `At most the newest ${ALERTS_SHOWN}.` });
export type Alerts = z.infer<typeof Alerts>;

export const AlertsRead = z
  .object({
    ids: z.array(uuid()).max(ALERTS_SHOWN),
    until: sameInstant().optional().meta({
      description: 'The `created_at` of the newest alert that was seen: all up to it, in the list or not.',
    }),
  })
  .meta({ id: 'AlertsRead' });
export type AlertsRead = z.infer<typeof AlertsRead>;

export const alerts = c.router({
  readAlerts: route({
    method: 'GET',
    path: '/alerts/',
    access: 'superuser',
    audience: 'team',
    operationId: 'alerts-read_alerts',
    summary: "One's own alerts of the last 90 days, newest first",
    responses: { 200: Alerts },
  }),
  markAlertsRead: route({
    method: 'POST',
    path: '/alerts/read',
    access: 'superuser',
    audience: 'team',
    operationId: 'alerts-mark_alerts_read',
    summary: 'Mark alerts as read; those of others are left alone',
    body: AlertsRead,
    responses: { 200: Message },
  }),
});
