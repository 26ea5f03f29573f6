import type { BroadcastPublic } from '@agora/contract/features/broadcasts/broadcasts.schema';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ApprovalPanel, dueText } from '../../approvals/approval-panel.tsx';
import { useApproveBroadcast } from '../../approvals/approvals.queries.ts';
import { useBroadcast } from '../broadcasts.queries.ts';
import { t as actions } from './broadcasts.actions.texts.ts';
import { t } from './broadcasts.dispatch.texts.ts';
import { DispatchDialog } from './dispatch-dialog.tsx';
import { ScheduleModal } from './schedule-modal.tsx';
import { useSnapshot } from './use-snapshot.ts';

/** The last request for approval of a push. */
export function ApprovalOfPushPanel({ broadcast }: { broadcast: BroadcastPublic }) {
  const { status, approval } = broadcast;
  const isPending = status === 'draft' || status === 'missed';
  return (
    <ApprovalPanel
      subject={{ ...broadcast, kind: 'broadcast', isPending }}
      actions={<ApprovePushButtons id={broadcast.id} isHeld={approval?.status === 'held'} />}
    />
  );
}

/** Approves as asked for or, if that time has passed, for now or another time. */
export function ApprovePushButtons({ id, isHeld }: { id: string; isHeld: boolean }) {
  const [step, setStep] = useState<'approve' | 'later'>();
  // The list of requests does not have the texts.
  const broadcast = useBroadcast(id).data?.body;
  const close = () => setStep(undefined);
  return (
    <>
      <Button onClick={() => setStep('approve')}>{isHeld ? actions.approveNow : actions.approve}</Button>
      {isHeld && (
        <Button variant="default" onClick={() => setStep('later')}>
          {actions.approveLater}
        </Button>
      )}
      {broadcast && step === 'approve' && <ApproveModal broadcast={broadcast} onClose={close} />}
      {broadcast && step === 'later' && <ScheduleModal broadcast={broadcast} isDecision onClose={close} />}
    </>
  );
}

function ApproveModal({ broadcast: latest, onClose }: { broadcast: BroadcastPublic; onClose: () => void }) {
  const snapshot = useSnapshot(latest);
  const { broadcast, audience } = snapshot;
  const { approval } = broadcast;
  const { mutateAsync: approve } = useApproveBroadcast();
  const isHeld = approval?.status === 'held';
  const due = approval && !isHeld ? dueText(approval) : '';
  const held = broadcast.urgent || due ? null : audience.data?.held;
  return (
    <DispatchDialog
      title={t.approveTitle}
      action={t.approveDo}
      done={t.approved}
      snapshot={snapshot}
      held={held}
      when={due ? t.at(due) : held ? t.nowPartly : t.now}
      plan={null}
      isDecision
      onDispatch={(confirmed) =>
        approve({ params: { id: broadcast.id }, body: { ...confirmed, ...(isHeld && { plan: null }) } })
      }
      onClose={onClose}
    />
  );
}
