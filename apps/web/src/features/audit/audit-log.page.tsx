import { contract } from 'virtual:contract';
import type {
  AuditEntity,
  AuditLogFilter,
  AuditLogSort,
} from '@agora/contract/features/audit/audit.contract';
import { Skeleton } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { use } from 'react';
import { ExportButton } from '../../components/export-button.tsx';
import { ListFrame } from '../../components/list-frame.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { StateMessage } from '../../components/state-message.tsx';
import { AuditedContext } from '../../platform/audited.ts';
import { readList, useListState } from '../../platform/list-state.ts';
import { type CountProps, ViewsPanel } from '../saved-views/views-panel.tsx';
import { useAuditLogs } from './audit.queries.ts';
import { t } from './audit.texts.ts';
import { AuditEntries } from './audit-entry.tsx';
import { AuditLogFilters, parseAuditLogFilters } from './audit-log-filters.tsx';

const useSpec = () => {
  const entities = Object.keys(use(AuditedContext)) as AuditEntity[];
  return {
    parse: (params: URLSearchParams) => parseAuditLogFilters(params, entities),
    sorts: ['at'],
    defaultSort: '-at',
    isLong: true,
  };
};

function EntryCount({ params, children }: CountProps) {
  const { filters, sort, longPage } = readList(params, useSpec());
  return children(
    useAuditLogs({ ...filters, sort: sort as AuditLogSort, ...longPage, limit: 0 }).data?.body.count,
  );
}

/** Audit log of all entities. */
export function Page() {
  const spec = useSpec();
  const list = useListState(spec);
  const filter: AuditLogFilter = list.filters;
  const query = { ...filter, sort: list.sort as AuditLogSort, ...list.longPage };
  const entries = useAuditLogs(query);
  const rows = entries.data?.body.data;

  return (
    <>
      <PageHeader
        title={t.title}
        text={t.text}
        actions={
          <ExportButton
            path={contract.auditLogs.exportAuditLogs.path}
            query={{ ...filter, sort: query.sort }}
            fileName={`${t.exportFile}.csv`}
          />
        }
      />
      <ViewsPanel list="audit_log" spec={spec} Count={EntryCount} />
      <ListFrame
        list={list}
        query={entries}
        toolbar={<AuditLogFilters list={list} entries={rows} />}
        selectionBar={null}
        table={rows ? <AuditEntries entries={rows} label={t.title} px="sm" /> : <Skeleton height={480} />}
        empty={<StateMessage icon={IconHistory} title={t.empty} text={t.emptyText} />}
      />
    </>
  );
}
