import type { contract } from 'virtual:contract';
import { keepPreviousData } from '@tanstack/react-query';
import { type QueryOf, tsr } from '../../platform/client.ts';

const auditLogKeys = {
  list: (query: object) => ['audit-logs', 'list', query] as const,
};

type Query = QueryOf<typeof contract.auditLogs.readAuditLogs>;

/** A page of entries. Keeps the previous one while loading. */
export const useAuditLogs = (query: Query) =>
  tsr.auditLogs.readAuditLogs.useQuery({
    queryKey: auditLogKeys.list(query),
    queryData: { query },
    placeholderData: keepPreviousData,
  });

/** Entries of one record; each version is a query of its own. */
export const useHistory = (query: Query, version: number) =>
  tsr.auditLogs.readAuditLogs.useQuery({
    queryKey: auditLogKeys.list({ ...query, version }),
    queryData: { query },
  });
