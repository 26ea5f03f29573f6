import { contract } from '@agora/contract';
import type { AuditLog } from '@agora/contract/features/audit/audit.contract';
import type { Locale } from '@agora/contract/shared/locale';
import { auditedExport } from '../../platform/db/audit-export.ts';
import type { RouteDeps } from '../../platform/deps.ts';
import { defineFeature } from '../../platform/feature.ts';
import { csvHeaders, csvOf } from '../../platform/http/csv.ts';
import { longPage } from '../../platform/http/long-page.ts';
import { router } from '../../platform/http/router.ts';
import { requireRecentPasswordUnlessKey } from '../accounts/api-keys/accounts.api-keys.service.ts';
import { callerOf } from '../accounts/sessions/accounts.sessions.service.ts';
import { auditLogColumns, labelsIn } from './audit.csv.ts';
import {
  type AuditLogRow,
  auditLogKeyset,
  countAuditLogs,
  deleteExpiredAuditLogs,
  exportAuditLogs,
  listAuditLogs,
} from './audit.queries.ts';

const toAuditLog = ({ entity_labels, labels, ...row }: AuditLogRow, locale: Locale): AuditLog => ({
  ...row,
  at: row.at.toISOString(),
  entity_label: entity_labels?.[locale] ?? null,
  labels: labelsIn(labels, locale),
});

const auditLogsRoutes = ({ db, longReads, now, config }: RouteDeps) =>
  router(contract.auditLogs, {
    readAuditLogs: async ({ query: { skip, limit, after, count_up_to, sort, ...filter }, request }) => {
      const { locale } = callerOf(request);
      const query = { filter, sort, timeZone: config.TIME_ZONE };
      const page = { skip, limit, after };
      const { rows, count } = await longPage(page, {
        rows: listAuditLogs(db, page, query),
        count: countAuditLogs(db, query, count_up_to),
        has: (id) => auditLogKeyset.has(db, id),
      });
      return { status: 200, body: { data: rows.map((row) => toAuditLog(row, locale)), count } };
    },
    exportAuditLogs: async ({ query, request, reply }) => {
      requireRecentPasswordUnlessKey(callerOf(request), now());
      const { sort, ...filter } = query;
      const { locale } = callerOf(request);
      const rows = auditedExport(
        db,
        { name: { fr: 'Journal d’audit', en: 'Audit log' }, query },
        exportAuditLogs(longReads, { filter, sort, timeZone: config.TIME_ZONE }),
      );
      void reply.headers(csvHeaders('audit-logs.csv'));
      return {
        status: 200,
        body: csvOf({ locale, timeZone: config.TIME_ZONE }, auditLogColumns(locale), rows),
      };
    },
  });

export const auditFeature = defineFeature({
  routes: { auditLogs: auditLogsRoutes },
  housekeeping: ({ db }) => deleteExpiredAuditLogs(db),
});
