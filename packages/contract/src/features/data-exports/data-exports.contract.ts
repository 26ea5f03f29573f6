import { z } from 'zod';
import { c, routeWith } from '../../shared/define.ts';
import type { Feature } from '../../shared/feature.ts';
import { secret, text, uuid } from '../../shared/fields.ts';
import { Message } from '../../shared/message.ts';
import { pageOf } from '../../shared/pagination.ts';
import { accountsErrors } from '../accounts/accounts.errors.ts';
import { DATA_EXPORT_DAYS, DATA_EXPORT_PAUSE_HOURS, KEPT_DATA } from './data-exports.rules.ts';

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
} satisfies Feature;
