import { contract } from '@agora/contract';
import type { DailyMessageIssue } from '@agora/contract/features/daily-messages/daily-messages.schema';
import type { FastifyRequest } from 'fastify';
import { auditedExport } from '../../platform/db/audit-export.ts';
import { requireCount } from '../../platform/db/bulk.ts';
import type { RouteDeps } from '../../platform/deps.ts';
import { AppError } from '../../platform/errors.ts';
import { createChanges } from '../../platform/http/changes.ts';
import { csvHeaders, csvOf } from '../../platform/http/csv.ts';
import { router } from '../../platform/http/router.ts';
import { endOfDay } from '../../platform/time/civil-date.ts';
import { callerOf } from '../accounts/sessions/accounts.sessions.service.ts';
import { dailyMessageColumns } from './daily-messages.csv.ts';
import {
  countDailyMessages,
  countIssues,
  exportDailyMessages,
  findDailyMessage,
  type ListedIssue,
  listDailyMessages,
  listIssues,
} from './daily-messages.queries.ts';
import { inLocale, previewDay } from './daily-messages.resolver.service.ts';
import {
  changeDailyMessage,
  createDailyMessage,
  restoreDailyMessage,
  toDailyMessage,
  trashDailyMessage,
  type Work,
} from './daily-messages.service.ts';
import { importDailyMessages } from './import/daily-messages.import.service.ts';
import { readCalendar } from './planning/daily-messages.calendar.service.ts';
import {
  bulkDailyMessages,
  duplicateDailyMessage,
  fillFromReserve,
  moveDailyMessage,
} from './planning/daily-messages.plan.service.ts';

const toIssue = ({
  version: _version,
  missing_locale: _rule,
  withdrawn_at: _withdrawn,
  ...row
}: ListedIssue): DailyMessageIssue => ({
  ...row,
  first_served_at: row.first_served_at.toISOString(),
});

export const dailyMessagesRoutes = (deps: RouteDeps) => {
  const { db, longReads, config, now } = deps;
  const workOf = (request: FastifyRequest): Work => {
    const { id, locale } = callerOf(request);
    return { ...deps, by: id, locale };
  };
  const read = async ({ db }: Pick<Work, 'db'>, id: string) => {
    const row = await findDailyMessage(db, id);
    if (!row || row.deleted_at) throw new AppError('daily_message_not_found');
    return toDailyMessage(row);
  };
  const { inTransaction, change, changeOne } = createChanges(db, workOf, read);

  return router(contract.dailyMessages, {
    readDailyMessages: async ({ query: { skip, limit, sort, ...filter } }) => {
      const [rows, count] = await Promise.all([
        listDailyMessages(db, { skip, limit }, filter, sort),
        countDailyMessages(db, filter),
      ]);
      return { status: 200, body: { data: rows.map(toDailyMessage), count } };
    },
    createDailyMessage: ({ body, request }) => change(request, (work) => createDailyMessage(work, body)),
    exportDailyMessages: async ({ query, request, reply }) => {
      const { sort, ids: selected, expected_count, ...filter } = query;
      const ids = selected?.split(',');
      await requireCount(expected_count, () => countDailyMessages(db, filter, ids));
      const rows = auditedExport(
        db,
        { name: { fr: 'Messages du jour', en: 'Messages of the day' }, query },
        exportDailyMessages(longReads, filter, sort, ids),
      );
      void reply.headers(csvHeaders('daily-messages.csv'));
      const { locale } = callerOf(request);
      return {
        status: 200,
        body: csvOf({ locale, timeZone: config.TIME_ZONE }, dailyMessageColumns(locale), rows),
      };
    },
    readCalendar: async ({ query, request }) => ({
      status: 200,
      body: await readCalendar(deps, query.month, callerOf(request).locale),
    }),
    readDailyMessageIssues: async ({ query }) => {
      const [rows, count] = await Promise.all([listIssues(db, query), countIssues(db)]);
      return { status: 200, body: { data: rows.map(toIssue), count } };
    },
    previewDailyMessage: async ({ query: { day, locale } }) => {
      const shown = await previewDay(db, day, now());
      const message = shown && inLocale(day, shown, locale, config.DEFAULT_LOCALE);
      if (!message) throw new AppError('no_message');
      const next_change_at = endOfDay(day, config.TIME_ZONE).toISOString();
      return { status: 200, body: { ...message, next_change_at } };
    },
    bulkDailyMessages: async ({ body, request }) => ({
      status: 200,
      body: await inTransaction(request, (work) => bulkDailyMessages(work, body)),
    }),
    fillFromReserve: async ({ body, request }) => ({
      status: 200,
      body: await inTransaction(request, (work) => fillFromReserve(work, body)),
    }),
    importDailyMessages: async ({ body, request }) => ({
      status: 200,
      body: await inTransaction(request, (work) => importDailyMessages(work, body)),
    }),
    readDailyMessage: async ({ params }) => ({ status: 200, body: await read(deps, params.id) }),
    updateDailyMessage: ({ params, body, request }) =>
      changeOne(request, params.id, (work, id) => changeDailyMessage(work, id, body)),
    deleteDailyMessage: async ({ params, request }) => {
      await inTransaction(request, (work) => trashDailyMessage(work, params.id));
      return { status: 200, body: { message: 'Daily message deleted successfully' } };
    },
    restoreDailyMessage: ({ params, query, request }) =>
      changeOne(request, params.id, (work, id) => restoreDailyMessage(work, id, query.to)),
    moveDailyMessage: ({ params, body, request }) =>
      changeOne(request, params.id, (work, id) => moveDailyMessage(work, id, body)),
    duplicateDailyMessage: ({ params, body, request }) =>
      change(request, (work) => duplicateDailyMessage(work, params.id, body.day)),
  });
};
