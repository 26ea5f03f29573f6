import { z } from 'zod';
import { c, route } from '../../shared/define.ts';
import { instant } from '../../shared/fields.ts';
import { pageOf } from '../../shared/pagination.ts';
import { TASKS, type TaskCode } from './dashboard.tasks.rules.ts';

const count = () => z.number().int().min(0);
const day = () => z.string().meta({ format: 'date' });

/**
 * Key figures of the community, null where the caller may not read about them. Days are in the organisation's time
 * zone.
 */
export const Dashboard = z
  .object({
    time_zone: z.string(),
    today: day(),
    members: count().nullable(),
    admins: count().nullable(),
    messages_awaiting: count().nullable().meta({
      description: 'Number of conversations in which a member waits for the team.',
    }),
    new_members: z.object({ count: count(), previous: count(), from: day() }).nullable().meta({
      description:
        'For the last seven days including today, and the seven days before, until the last full hour.',
    }),
    daily_messages: z
      .object({
        missing: count(),
        first_missing: day().nullable(),
        last_missing: day().nullable(),
        reserve: count().meta({
          description: 'Number of ready messages in the reserve, which fill such days.',
        }),
      })
      .nullable()
      .meta({
        description: 'Number of days without a message, ready or draft, among the fourteen from today on.',
      }),
  })
  .meta({ id: 'Dashboard' });
export type Dashboard = z.infer<typeof Dashboard>;

/** Rows that wait for the team. */
export const Task = z
  .object({
    code: z.enum(Object.keys(TASKS) as [TaskCode, ...TaskCode[]]),
    count: z.number().int().min(1),
    filter: z.record(z.string(), z.string()).meta({
      description: 'Query of the list that contains exactly these rows.',
    }),
  })
  .meta({ id: 'Task' });
export type Task = z.infer<typeof Task>;

export const HEALTH_CODES = ['push', 'mail', 'storage', 'queue', 'backup'] as const;
export type HealthCode = (typeof HEALTH_CODES)[number];

/** Problems of a part, most serious first. `local`: a local substitute for a provider, on a developer's machine. */
export const HEALTH_STATES = ['failing', 'missing', 'late', 'local', 'ok'] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

/** State of a part of the service. */
export const Health = z
  .object({
    code: z.enum(HEALTH_CODES),
    state: z.enum(HEALTH_STATES),
    last_at: instant().optional().meta({ description: 'Time of the last good backup, if there is one.' }),
  })
  .meta({ id: 'Health' });
export type Health = z.infer<typeof Health>;

/** Setup steps of a new organisation, in order. */
export const STEP_CODES = ['first_message', 'first_article', 'push_provider', 'second_admin'] as const;
export type StepCode = (typeof STEP_CODES)[number];

export const Step = z.object({ code: z.enum(STEP_CODES), is_done: z.boolean() }).meta({ id: 'Step' });
export type Step = z.infer<typeof Step>;

export const dashboard = c.router({
  readDashboard: route({
    method: 'GET',
    path: '/dashboard/',
    access: 'team',
    audience: 'team',
    operationId: 'dashboard-read_dashboard',
    summary: 'Count accounts, waiting tasks and days without a message',
    responses: { 200: Dashboard },
  }),
  readTasks: route({
    method: 'GET',
    path: '/stats/todo',
    access: 'team',
    audience: 'team',
    operationId: 'dashboard-read_tasks',
    summary: 'List the tasks that the caller may do, most urgent first',
    responses: { 200: pageOf(Task).meta({ id: 'Tasks' }) },
  }),
  readHealth: route({
    method: 'GET',
    path: '/stats/health',
    access: 'superuser',
    audience: 'team',
    operationId: 'dashboard-read_health',
    summary: 'Report whether pushes, mails, files, background jobs and backups work',
    responses: { 200: pageOf(Health).meta({ id: 'Healths' }) },
  }),
  readSteps: route({
    method: 'GET',
    path: '/stats/onboarding',
    access: 'superuser',
    audience: 'team',
    operationId: 'dashboard-read_steps',
    summary: 'List the setup steps of a new organisation',
    responses: { 200: pageOf(Step).meta({ id: 'Steps' }) },
  }),
});
