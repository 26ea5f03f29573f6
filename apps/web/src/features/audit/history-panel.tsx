import { contract } from 'virtual:contract';
import type { AuditEntity } from '@agora/contract/features/audit/audit.contract';
import { Anchor, Skeleton } from '@mantine/core';
import { Link } from 'react-router';
import { LoadFailure } from '../../components/load-failure.tsx';
import { Panel } from '../../components/panel.tsx';
import { useAllowed } from '../accounts/accounts.users.queries.ts';
import { useHistory } from './audit.queries.ts';
import { t } from './audit.texts.ts';
import { AuditEntries } from './audit-entry.tsx';

/** Maximum entries shown on a record. */
const LIMIT = 10;

interface HistoryPanelProps {
  entity: AuditEntity;
  id: string;
  /** Changes with each save of the record, which refetches the history. */
  version: number;
}

/** History of one record, for those who may read the audit log. */
export const HistoryPanel = (props: HistoryPanelProps) =>
  useAllowed(contract.auditLogs.readAuditLogs) && <History {...props} />;

function History({ entity, id, version }: HistoryPanelProps) {
  const query = { entity_type: entity, entity_id: id, limit: LIMIT };
  const { data, error, refetch } = useHistory(query, version);
  const entries = data?.body.data;
  return (
    <Panel
      title={t.history}
      text={t.historyText}
      aside={
        <Anchor py={4} component={Link} to={`/audit-log?entity_id=${id}`}>
          {t.allEntries}
        </Anchor>
      }
    >
      {error && !entries ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : !entries ? (
        <Skeleton height={80} radius="md" />
      ) : entries.length === 0 ? (
        <p>{t.noHistory}</p>
      ) : (
        <AuditEntries entries={entries} label={t.history} />
      )}
    </Panel>
  );
}
