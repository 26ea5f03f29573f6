import type { contract } from 'virtual:contract';
import type { AuditEntity } from '@agora/contract/features/audit/audit.contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
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

/** Texts of the given entities; undefined until loaded. */
export function useAuditWords(entities: readonly AuditEntity[]): WordsOf | undefined {
  const audited = use(AuditedContext);
  return useQuery({
    queryKey: ['audit-words', entities],
    queryFn: async () => {
      const modules = entities.map(async (entity) => [entity, (await audited[entity]?.words())?.t] as const);
      return Object.fromEntries(await Promise.all(modules)) as WordsOf;
    },
    staleTime: Number.POSITIVE_INFINITY,
    // The texts resolve in the current language on each read; a structural copy would not.
    structuralSharing: false,
    throwOnError: true,
  }).data;
}
