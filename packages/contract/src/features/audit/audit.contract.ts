import { z } from 'zod';
import { AUDITED } from '../../registry.ts';
import { AuditActorKind, AuditChanges } from '../../shared/audited.ts';
import { Csv } from '../../shared/csv.ts';
import { c, routeWith } from '../../shared/define.ts';
import { id, instant, period, queryInt, search, text, uuid } from '../../shared/fields.ts';
import { longPageOf, pageOf } from '../../shared/pagination.ts';
import { sortBy } from '../../shared/sorting.ts';
import { accountsErrors } from '../accounts/accounts.errors.ts';

const route = routeWith(accountsErrors);

export const AUDIT_ACTIONS = ['created', 'updated', 'deleted', 'restored', 'erased'] as const;
/** `deleted` moves a row to the trash, `erased` deletes it permanently. */
export const AuditAction = z.enum(AUDIT_ACTIONS).meta({ id: 'AuditAction' });
export type AuditAction = z.infer<typeof AuditAction>;

export const AuditEntity = z
  .enum(Object.keys(AUDITED) as (keyof typeof AUDITED)[])
  .meta({ id: 'AuditEntity' });
export type AuditEntity = z.infer<typeof AuditEntity>;

/** One change of one row. Erasing a row clears the labels and values of its entries. */
export const AuditLog = z
  .object({
    id: z.number().int(),
    at: instant(),
    actor_kind: AuditActorKind,
    actor_id: id().nullable(),
    actor_label: z.string().nullable().meta({ description: 'The address of the account at the time.' }),
    actor_name: z.string().nullable().meta({ description: 'The name of the account today, if it has one.' }),
    action: AuditAction,
    entity_type: AuditEntity,
    entity_id: id(),
    entity_label: z.string().nullable().meta({ description: "In the language of the caller's account." }),
    entity_name: z
      .string()
      .nullable()
      .meta({ description: 'For an account: its name today, if it has one.' }),
    changes: AuditChanges,
    labels: z.record(z.string(), z.string()).meta({
      description:
        "Current names of the people and categories whose ids are among the changes, in the caller's language.",
    }),
    request_id: z.string().nullable(),
    ip: z.string().nullable().meta({ description: 'Kept for 90 days.' }),
    user_agent: z.string().nullable(),
  })
  .meta({ id: 'AuditLog' });
export type AuditLog = z.infer<typeof AuditLog>;

export const AuditLogs = pageOf(AuditLog).meta({ id: 'AuditLogs' });

/** Days are in the organisation's time zone. */
export const AuditLogFilter = z.object({
  actor_id: uuid().optional(),
  action: AuditAction.optional(),
  entity_type: AuditEntity.optional(),
  entity_id: uuid().optional(),
  request_id: text({ max: 255 }).optional().meta({ description: 'All changes made by one call.' }),
  ...period('Written'),
  search: search(
    'Words of the labels of the actor and of what was changed, or of the name of one of them, in any order',
  ),
});
export type AuditLogFilter = z.infer<typeof AuditLogFilter>;

const AuditLogSort = sortBy('at').default('-at');
export type AuditLogSort = z.infer<typeof AuditLogSort>;

export const auditLogs = c.router({
  readAuditLogs: route({
    method: 'GET',
    path: '/audit-logs/',
    access: { can: 'audit_log.read' },
    audience: 'team',
    operationId: 'audit_logs-read_audit_logs',
    summary: 'List all changes with their actors, newest first',
    query: longPageOf(queryInt({ min: 1, max: Number.MAX_SAFE_INTEGER })).extend({
      ...AuditLogFilter.shape,
      sort: AuditLogSort,
    }),
    responses: { 200: AuditLogs },
    errors: ['row_gone'],
  }),
  exportAuditLogs: route({
    method: 'GET',
    path: '/audit-logs/export',
    access: { can: 'audit_log.read' },
    audience: 'team',
    operationId: 'audit_logs-export_audit_logs',
    summary: "Export the filtered list as CSV, in the language of the caller's account",
    query: AuditLogFilter.extend({ sort: AuditLogSort }),
    responses: { 200: Csv },
    errors: ['password_required'],
  }),
});
