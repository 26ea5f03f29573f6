import type { contract } from 'virtual:contract';
import type { AuditEntity } from '@agora/contract/features/audit/audit.contract';
import { keepPreviousData } from '@tanstack/react-query';
import { use } from 'react';
import { AuditedContext } from '../../platform/audited.ts';
import { type QueryOf, tsr } from '../../platform/client.ts';
import type { AuditWords } from '../../platform/feature.ts';

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

export type WordsOf = Readonly<Partial<Record<AuditEntity, AuditWords>>>;

/** Texts of the given entities. */
export function useAuditWords(entities: readonly AuditEntity[]): WordsOf {
  const audited = use(AuditedContext);
  return Object.fromEntries(entities.map((entity) => [entity, audited[entity]?.words]));
}
