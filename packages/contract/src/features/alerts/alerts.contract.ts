import { z } from 'zod';
import { c, route } from '../../shared/define.ts';
import type { Feature } from '../../shared/feature.ts';
import { id, sameInstant, uuid } from '../../shared/fields.ts';
import { Message } from '../../shared/message.ts';
import { pageOf } from '../../shared/pagination.ts';
import { APPROVAL_STATES } from '../approvals/approvals.rules.ts';
import { BroadcastStatus } from '../broadcasts/broadcasts.schema.ts';
import { ALERT_KINDS, ALERTS_SHOWN } from './alerts.rules.ts';

const moment = () => z.string().meta({ format: 'date-time' });

/** A notification for one member of the team, with a link to its cause. */
export const Alert = z
  .object({
    id: id(),
    kind: z.enum(ALERT_KINDS).meta({
      description:
        '`assigned`: a conversation was assigned to them. `answered`: the member wrote in a conversation assigned to them. `mentioned`: in a note. `broadcast`: one that they created or sent was paused or missed. `broadcast_approval`, `news_approval`: somebody asks for approval, decided about it, or nobody did in time.',
    }),
    actor: z.string().nullable().meta({ description: 'Name of the user who caused it; null: the service.' }),
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
    approval: z
      .object({
        subject_id: id().meta({ description: 'Of the push or the article.' }),
        titles: z.object({ fr: z.string().nullable(), en: z.string().nullable() }),
        status: z.enum(APPROVAL_STATES),
      })
      .nullable(),
    created_at: moment(),
    read_at: moment().nullable(),
  })
  .meta({ id: 'Alert' });
export type Alert = z.infer<typeof Alert>;

export const Alerts = pageOf(Alert)
  .extend({ unread: z.number().int().min(0) })
  .meta({ id: 'Alerts', description: `The newest, at most ${ALERTS_SHOWN}.` });
export type Alerts = z.infer<typeof Alerts>;

export const AlertsRead = z
  .object({
    ids: z.array(uuid()).max(ALERTS_SHOWN),
    until: sameInstant().optional().meta({
      description:
        'The `created_at` of the newest alert that was seen: marks all alerts up to it, listed or not.',
    }),
  })
  .meta({ id: 'AlertsRead' });
export type AlertsRead = z.infer<typeof AlertsRead>;

export const alerts = c.router({
  readAlerts: route({
    method: 'GET',
    path: '/alerts/',
    access: 'team',
    audience: 'team',
    operationId: 'alerts-read_alerts',
    summary: "List the caller's alerts of the last 90 days, newest first",
    responses: { 200: Alerts },
  }),
  markAlertsRead: route({
    method: 'POST',
    path: '/alerts/read',
    access: 'team',
    audience: 'team',
    operationId: 'alerts-mark_alerts_read',
    summary: 'Mark alerts as read; ignores those of other users',
    body: AlertsRead,
    responses: { 200: Message },
  }),
});

export const alertsFeature = {
  routes: { alerts },
  readBy: { alerts: 'team' },
} satisfies Feature;
