import type { contract } from 'virtual:contract';
import { keepPreviousData } from '@tanstack/react-query';
import { type QueryOf, tsr } from '../../platform/client.ts';

const auditLogKeys = {
  list: (query: object) => ['audit-logs', 'list', query] as const,
};

type Query = QueryOf<typeof contract.auditLogs.readAuditLogs>;

/** A page of entries. While another one is loaded, the one before stays. */
export const useAuditLogs = (query: Query) =>
  tsr.auditLogs.readAuditLogs.useQuery({
    queryKey: auditLogKeys.list(query),
    queryData: { query },
    placeholderData: keepPreviousData,
  });

/** The entries about one record, read again for each of its versions. */
export const useHistory = (query: Query, version: number) =>
  tsr.auditLogs.readAuditLogs.useQuery({
    queryKey: auditLogKeys.list({ ...query, version }),
    queryData: { query },
  });
