import { z } from 'zod';
import { c, route } from '../../shared/define.ts';
import { queryInt } from '../../shared/fields.ts';
import { pageOf } from '../../shared/pagination.ts';

const count = () => z.number().int().min(0);
const day = () => z.string().meta({ format: 'date' });

/** Key figures of the community. Days are in the organisation's time zone. */
export const Dashboard = z
  .object({
    time_zone: z.string(),
    today: day(),
    members: count(),
    admins: count(),
    messages_awaiting: count().meta({ description: 'Conversations in which a member waits for the team.' }),
    new_members: z
      .object({ count: count(), previous: count(), from: day() })
      .meta({ description: 'Of the last seven days, today included, and of the seven before.' }),
    daily_messages: z
      .object({
        missing: count(),
        first_missing: day().nullable(),
        reserve: count().meta({ description: 'Messages that are ready to fill such days.' }),
      })
      .meta({ description: 'Days without a written message that is ready, of fourteen from today on.' }),
    signups: z
      .array(z.object({ day: day(), count: count() }))
      .meta({ description: 'Members by day of joining, oldest first, a row for every day.' }),
  })
  .meta({ id: 'Dashboard' });
export type Dashboard = z.infer<typeof Dashboard>;

/** Kinds of tasks, the most pressing first. */
export const TASK_CODES = [
  'broadcasts_missed',
  'broadcasts_paused',
  'messages_overdue',
  'ratings_low',
  'days_draft',
  'days_without_fr',
  'days_without_en',
] as const;
export type TaskCode = (typeof TASK_CODES)[number];

/** Rows that wait for the team. */
export const Task = z
  .object({
    code: z.enum(TASK_CODES),
    count: z.number().int().min(1),
    filter: z.record(z.string(), z.string()).meta({
      description: 'Query of the list that has exactly these rows.',
    }),
  })
  .meta({ id: 'Task' });
export type Task = z.infer<typeof Task>;

export const dashboard = c.router({
  readDashboard: route({
    method: 'GET',
    path: '/dashboard/',
    access: 'superuser',
    audience: 'team',
    operationId: 'dashboard-read_dashboard',
    summary: 'Counts of accounts, and sign-ups per day',
    query: z.object({
      days: queryInt({ min: 1, max: 366 })
        .default(30)
        .meta({ description: 'Days of sign-ups, up to today.' }),
    }),
    responses: { 200: Dashboard },
  }),
  readTasks: route({
    method: 'GET',
    path: '/stats/todo',
    access: 'superuser',
    audience: 'team',
    operationId: 'dashboard-read_tasks',
    summary: 'What waits for the team, the most pressing first',
    responses: { 200: pageOf(Task).meta({ id: 'Tasks' }) },
  }),
});
