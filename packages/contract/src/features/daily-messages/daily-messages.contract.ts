import { z } from 'zod';
import { BulkReport } from '../../shared/bulk.ts';
import { Csv } from '../../shared/csv.ts';
import { c, routeWith } from '../../shared/define.ts';
import { civilDate, civilMonth } from '../../shared/fields.ts';
import { Locale } from '../../shared/locale.ts';
import { Page } from '../../shared/pagination.ts';
import { selectedRows } from '../../shared/selection.ts';
import { byId, usualRoutes } from '../../shared/usual-routes.ts';
import { AppDailyMessage } from './daily-messages.app.contract.ts';
import { DAILY_IMPORT_MAX, dailyMessagesErrors } from './daily-messages.rules.ts';
import {
  Calendar,
  DailyMessageBulk,
  DailyMessageCreate,
  DailyMessageDuplicate,
  DailyMessageFill,
  DailyMessageFilter,
  DailyMessageImport,
  DailyMessageImportReport,
  DailyMessageIssues,
  DailyMessageMove,
  DailyMessagePublic,
  DailyMessageSort,
  DailyMessagesFilled,
  DailyMessagesPublic,
  DailyMessageUpdate,
} from './daily-messages.schema.ts';

const route = routeWith(dailyMessagesErrors);

const usual = usualRoutes(dailyMessagesErrors, {
  path: '/daily-messages/',
  names: ['daily_message', 'daily_messages'],
  readBy: { can: 'daily_messages.read' },
  writtenBy: { can: 'daily_messages.write' },
  missing: 'daily_message_not_found',
  query: Page.extend({ ...DailyMessageFilter.shape, sort: DailyMessageSort }),
  page: DailyMessagesPublic,
  row: DailyMessagePublic,
  create: DailyMessageCreate,
  update: DailyMessageUpdate,
});

export const dailyMessages = c.router({
  readDailyMessages: usual.list('List daily messages'),
  createDailyMessage: usual.create('Create a message for a day or for the reserve', 'day_taken'),
  exportDailyMessages: route({
    method: 'GET',
    path: '/daily-messages/export',
    access: { can: 'daily_messages.read' },
    audience: 'team',
    operationId: 'daily_messages-export_daily_messages',
    summary: 'Export the filtered list as CSV that can be imported again',
    query: DailyMessageFilter.extend({ sort: DailyMessageSort, ...selectedRows }),
    responses: { 200: Csv },
    errors: ['count_changed'],
  }),
  readCalendar: route({
    method: 'GET',
    path: '/daily-messages/calendar',
    access: { can: 'daily_messages.read' },
    audience: 'team',
    operationId: 'daily_messages-read_calendar',
    summary: 'List every day of a month, including empty ones',
    query: z.object({ month: civilMonth() }),
    responses: { 200: Calendar },
  }),
  readDailyMessageIssues: route({
    method: 'GET',
    path: '/daily-messages/issues',
    access: { can: 'daily_messages.read' },
    audience: 'team',
    operationId: 'daily_messages-read_issues',
    summary: 'List the messages that members were shown, newest day first',
    query: Page,
    responses: { 200: DailyMessageIssues },
  }),
  previewDailyMessage: route({
    method: 'GET',
    path: '/daily-messages/preview',
    access: { can: 'daily_messages.read' },
    audience: 'team',
    operationId: 'daily_messages-preview_daily_message',
    summary: "Preview the app's response for a day, including future days",
    query: z.object({ day: civilDate(), locale: Locale }),
    responses: { 200: AppDailyMessage },
    errors: ['no_message'],
  }),
  bulkDailyMessages: route({
    method: 'POST',
    path: '/daily-messages/bulk',
    access: { can: 'daily_messages.write' },
    audience: 'team',
    operationId: 'daily_messages-bulk_daily_messages',
    summary: 'Apply one action to many messages, or to all that match a filter',
    body: DailyMessageBulk,
    responses: { 200: BulkReport },
    errors: ['count_changed'],
  }),
  fillFromReserve: route({
    method: 'POST',
    path: '/daily-messages/fill-from-reserve',
    access: { can: 'daily_messages.write' },
    audience: 'team',
    operationId: 'daily_messages-fill_from_reserve',
    summary: 'Assign messages of the reserve to the empty days of a period, least recently shown first',
    body: DailyMessageFill,
    responses: { 200: DailyMessagesFilled },
  }),
  importDailyMessages: route({
    method: 'POST',
    path: '/daily-messages/import',
    access: { can: 'daily_messages.write' },
    audience: 'team',
    operationId: 'daily_messages-import_daily_messages',
    summary: 'Import messages from a table: all or none or, on request, only the rows without errors',
    bodyLimit: 6 * DAILY_IMPORT_MAX,
    body: DailyMessageImport,
    responses: { 200: DailyMessageImportReport },
  }),
  readDailyMessage: usual.read('Read a daily message'),
  updateDailyMessage: usual.update(
    'Update a daily message; after its day, only the texts',
    'version_conflict',
    'day_over',
  ),
  deleteDailyMessage: usual.delete('Delete a daily message, which can be restored for 30 days', 'day_over'),
  restoreDailyMessage: route({
    method: 'POST',
    path: '/daily-messages/:id/restore',
    access: { can: 'daily_messages.write' },
    audience: 'team',
    operationId: 'daily_messages-restore_daily_message',
    summary: 'Undo the deletion of a daily message',
    pathParams: byId,
    query: z.object({
      to: z
        .enum(['day', 'reserve'])
        .default('day')
        .meta({ description: 'Target: its day, or the reserve, which is never full.' }),
    }),
    body: c.noBody(),
    responses: { 200: DailyMessagePublic },
    errors: ['daily_message_not_found', 'day_taken', 'day_over'],
  }),
  moveDailyMessage: route({
    method: 'POST',
    path: '/daily-messages/:id/move',
    access: { can: 'daily_messages.write' },
    audience: 'team',
    operationId: 'daily_messages-move_daily_message',
    summary: 'Move a message to another day or to the reserve',
    pathParams: byId,
    body: DailyMessageMove,
    responses: { 200: DailyMessagePublic },
    errors: ['daily_message_not_found', 'version_conflict', 'day_taken', 'day_over', 'shift_too_far'],
  }),
  duplicateDailyMessage: route({
    method: 'POST',
    path: '/daily-messages/:id/duplicate',
    access: { can: 'daily_messages.write' },
    audience: 'team',
    operationId: 'daily_messages-duplicate_daily_message',
    summary: 'Copy a message to another day or to the reserve',
    pathParams: byId,
    body: DailyMessageDuplicate,
    responses: { 200: DailyMessagePublic },
    errors: ['daily_message_not_found', 'day_taken'],
  }),
});
