import { Anchor, SegmentedControl, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { LoadFailure } from '../../components/load-failure.tsx';
import { Panel } from '../../components/panel.tsx';
import { useCurrentUser } from '../accounts/accounts.users.queries.ts';
import { useAuditLogs } from './audit.queries.ts';
import { t } from './audit.texts.ts';
import { AuditEntries } from './audit-entry.tsx';

/** Maximum entries shown. */
const SHOWN = 10;

const WHOSE = ['all', 'mine'] as const;

/** The latest changes, by everybody or by oneself, and the way to the whole log. */
export function ActivityPanel() {
  const [whose, setWhose] = useState<(typeof WHOSE)[number]>('all');
  const me = useCurrentUser();
  const { data, error, refetch } = useAuditLogs({
    limit: SHOWN,
    ...(whose === 'mine' && { actor_id: me.id }),
  });
  const entries = data?.body.data;
  return (
    <Panel
      title={t.activity}
      aside={
        <SegmentedControl
          aria-label={t.activityBy}
          size="sm"
          value={whose}
          onChange={setWhose}
          data={WHOSE.map((value) => ({ value, label: t[`activity_${value}`] }))}
        />
      }
    >
      {error && !entries ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : !entries ? (
        <Skeleton height={320} radius="md" />
      ) : entries.length === 0 ? (
        <p>{t.empty}</p>
      ) : (
        <AuditEntries entries={entries} label={t.activity} />
      )}
      <Anchor py={4} component={Link} to="/audit-log">
        {t.wholeLog}
      </Anchor>
    </Panel>
  );
}
