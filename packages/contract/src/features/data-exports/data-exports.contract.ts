import { z } from 'zod';
import { c, routeWith } from '../../shared/define.ts';
import type { Feature } from '../../shared/feature.ts';
import { instant, queryInt, secret, text, uuid, whole } from '../../shared/fields.ts';
import { Message } from '../../shared/message.ts';
import { pageOf } from '../../shared/pagination.ts';
import { accountsErrors } from '../accounts/accounts.errors.ts';
import { dataExportsAudit } from './data-exports.audit.ts';
import {
  DATA_EXPORT_DAYS,
  DATA_EXPORT_PAUSE_HOURS,
  KEPT_DATA,
  RETENTION_CODES,
  RETENTION_COUNT_MAX,
  RETENTION_DAYS_MAX,
  RETENTION_DAYS_MIN,
} from './data-exports.rules.ts';

const Archive = c.otherResponse({
  contentType: 'application/zip',
  body: z.unknown().meta({ type: 'string', format: 'binary' }),
});

const route = routeWith(accountsErrors);

/** Token of the mailed link. */
export const DataExportDownload = z.object({ token: secret(text()) }).meta({ id: 'DataExportDownload' });

/** How long a kind of personal data is kept. */
const Kept = z
  .object({
    code: z.enum(KEPT_DATA),
    days: z.number().int().min(1).nullable().meta({ description: 'Null: as long as the account exists.' }),
  })
  .meta({ id: 'KeptData' });

const RetentionCode = z.enum(RETENTION_CODES);
const retentionPath = z.object({ code: RetentionCode });
const DAYS = { min: RETENTION_DAYS_MIN, max: RETENTION_DAYS_MAX };

/** A period that superusers choose. */
const Retention = z
  .object({
    code: RetentionCode,
    days: z.number().int().nullable().meta({ description: 'Null: as long as the account exists.' }),
    default_days: z.number().int().nullable().meta({ description: 'What counts unless superusers choose.' }),
    updated_at: instant().nullable(),
  })
  .meta({ id: 'Retention' });
export type Retention = z.infer<typeof Retention>;

const RetentionUpdate = z
  .object({ days: whole(DAYS).nullable().meta({ description: 'Null for the default.' }) })
  .meta({ id: 'RetentionUpdate' });

const RetentionPreview = z
  .object({
    count: z.number().int().min(0).max(RETENTION_COUNT_MAX),
    is_more: z.boolean().meta({ description: `True beyond ${RETENTION_COUNT_MAX}.` }),
  })
  .meta({ id: 'RetentionPreview' });

export const dataExports = c.router({
  readKeptData: route({
    method: 'GET',
    path: '/data-protection',
    access: { can: 'members.read' },
    audience: 'team',
    operationId: 'data_exports-read_kept_data',
    summary: 'List the kinds of personal data that are kept, and for how long',
    responses: { 200: pageOf(Kept).meta({ id: 'KeptDataList' }) },
  }),
  readRetention: route({
    method: 'GET',
    path: '/data-protection/retention',
    access: 'superuser',
    audience: 'team',
    operationId: 'data_exports-read_retention',
    summary: 'List the periods that superusers choose',
    responses: { 200: pageOf(Retention).meta({ id: 'RetentionList' }) },
  }),
  previewRetention: route({
    method: 'GET',
    path: '/data-protection/retention/:code/preview',
    access: 'superuser',
    audience: 'team',
    operationId: 'data_exports-preview_retention',
    summary: 'Count what a period would delete now',
    pathParams: retentionPath,
    query: z.object({ days: queryInt(DAYS) }),
    responses: { 200: RetentionPreview },
  }),
  updateRetention: route({
    method: 'PUT',
    path: '/data-protection/retention/:code',
    access: 'superuser',
    audience: 'team',
    operationId: 'data_exports-update_retention',
    summary:
      'Choose a period; what is older is deleted within minutes. A shorter one requires a recent password',
    pathParams: retentionPath,
    body: RetentionUpdate,
    responses: { 200: Retention },
    errors: ['password_required'],
  }),
  requestMyDataExport: route({
    method: 'POST',
    path: '/users/me/data-export',
    access: 'user',
    audience: 'team',
    operationId: 'data_exports-request_my_data_export',
    summary: `Mail the caller a link, valid for ${DATA_EXPORT_DAYS} days, to a copy of all their data; once in ${DATA_EXPORT_PAUSE_HOURS} hours`,
    body: c.noBody(),
    responses: { 200: Message },
    errors: ['too_many_requests'],
  }),
  requestDataExport: route({
    method: 'POST',
    path: '/users/:user_id/data-export',
    access: { can: 'members.export' },
    audience: 'team',
    operationId: 'data_exports-request_data_export',
    summary: 'Mail somebody a link to a copy of all their data; the team does not get it',
    pathParams: z.object({ user_id: uuid() }),
    body: c.noBody(),
    responses: { 200: Message },
    errors: ['user_not_found', 'account_outranks_caller', 'password_required'],
  }),
  downloadDataExport: route({
    method: 'POST',
    path: '/data-exports/download',
    access: 'public',
    audience: 'team',
    operationId: 'data_exports-download_data_export',
    summary: 'Download the copy of somebody’s data with the token of the mailed link',
    body: DataExportDownload,
    responses: { 200: Archive },
    errors: ['invalid_token'],
  }),
});

export const dataExportsFeature = {
  routes: { dataExports },
  audited: dataExportsAudit,
  readBy: { retention_period: 'superuser' },
} satisfies Feature;
