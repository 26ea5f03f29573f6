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
const LIMIT = 10;

const ACTORS = ['all', 'mine'] as const;

/** The latest changes, by everybody or by the user, with a link to the whole log. */
export function ActivityPanel() {
  const [actor, setActor] = useState<(typeof ACTORS)[number]>('all');
  const me = useCurrentUser();
  const { data, error, refetch } = useAuditLogs({
    limit: LIMIT,
    ...(actor === 'mine' && { actor_id: me.id }),
  });
  const entries = data?.body.data;
  return (
    <Panel
      title={t.activity}
      aside={
        <SegmentedControl
          aria-label={t.activityBy}
          size="sm"
          value={actor}
          onChange={setActor}
          data={ACTORS.map((value) => ({ value, label: t[`activity_${value}`] }))}
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
