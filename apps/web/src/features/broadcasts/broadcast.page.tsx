import { contract } from 'virtual:contract';
import { Skeleton } from '@mantine/core';
import { IconBellOff } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { lazyPart } from '../../components/lazy-part.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { StateMessage } from '../../components/state-message.tsx';
import { ApiError, hasCode } from '../../platform/api-error.ts';
import { readDraft } from '../../platform/drafts.ts';
import { useAllowed, useCurrentUser } from '../accounts/accounts.users.queries.ts';
import { HistoryPanel } from '../audit/history-panel.tsx';
import { OthersHerePanel } from '../presence/others-here-panel.tsx';
import { StatusChip } from './broadcast-status.tsx';
import { timingText, titleOf } from './broadcast-text.ts';
import { useBroadcast } from './broadcasts.queries.ts';
import { t as broadcasts } from './broadcasts.texts.ts';
import { t } from './compose/broadcasts.compose.texts.ts';
import { ApprovalOfPushPanel } from './sending/approval-of-push-panel.tsx';
import { BroadcastActions } from './sending/broadcast-actions.tsx';

const BroadcastEditor = lazyPart(() => import('./compose/broadcast-editor.tsx'));
const BroadcastDetail = lazyPart(() => import('./results/broadcast-detail.tsx'));

/** One broadcast: the editor while it is a draft, for those who write; then its results. */
export function Page() {
  const { broadcastId = '' } = useParams();
  const from = (useLocation().state as { from?: string } | null)?.from ?? '';
  const back = { to: `/broadcast${from}`, label: t.back };
  const { data, error, refetch, dataUpdatedAt } = useBroadcast(broadcastId);
  const drafts = `${useCurrentUser().id}:broadcasts`;
  // Input typed before somebody else sent the draft can still be saved as a copy.
  const [isDirty, setDirty] = useState(() => readDraft(`${drafts}/${broadcastId}`) !== undefined);
  const mayWrite = useAllowed(contract.broadcasts.updateBroadcast);
  const maySend = useAllowed(contract.broadcasts.sendBroadcast);
  const maySeeHistory = useAllowed(contract.auditLogs.readAuditLogs);
  const broadcast = data?.body;

  if (!broadcast && error)
    return isNotFound(error) ? (
      <>
        <PageHeader title={t.missing} back={back} />
        <StateMessage icon={IconBellOff} text={t.missingText} />
      </>
    ) : (
      <>
        <PageHeader title={back.label} back={back} />
        <LoadFailure error={error} onRetry={() => void refetch()} />
      </>
    );
  if (!broadcast)
    return (
      <>
        <PageHeader back={back} />
        <Skeleton height={420} radius="lg" mb="lg" />
      </>
    );
  const { id, status, version } = broadcast;
  return (
    <>
      <PageHeader
        back={back}
        aside={
          (mayWrite || maySend) && (
            <OthersHerePanel entity="broadcast" id={id} doing={isDirty && mayWrite ? 'editing' : 'reading'} />
          )
        }
        title={titleOf(broadcast) || broadcasts.noTitle}
        badge={<StatusChip broadcast={broadcast} />}
        text={timingText(broadcast)}
        actions={<BroadcastActions key={broadcast.id} broadcast={broadcast} back={back.to} />}
      />
      <ApprovalOfPushPanel broadcast={broadcast} />
      <Suspense fallback={<Skeleton height={420} radius="lg" mb="lg" />}>
        {mayWrite && (status === 'draft' || isDirty) ? (
          <BroadcastEditor key={id} broadcast={broadcast} drafts={drafts} onDirty={setDirty} />
        ) : (
          <BroadcastDetail key={id} broadcast={broadcast} updatedAt={dataUpdatedAt} />
        )}
        {maySeeHistory && <HistoryPanel entity="broadcast" id={id} version={version} />}
      </Suspense>
    </>
  );
}

const isNotFound = (error: unknown) =>
  hasCode(error, 'broadcast_not_found') || (error instanceof ApiError && error.status === 422);
