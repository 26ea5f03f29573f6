import { contract } from 'virtual:contract';
import type { BroadcastPublic } from '@agora/contract/features/broadcasts/broadcasts.schema';
import {
  type BroadcastAction,
  isDeletable,
} from '@agora/contract/features/broadcasts/broadcasts.states.rules';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useConfirm } from '../../../components/use-confirm.tsx';
import { leaveAfter, useNavigateAway } from '../../../platform/leaving.ts';
import { toastError, toastSuccess } from '../../../platform/toast.ts';
import { useBusy } from '../../../platform/use-busy.ts';
import { useAllowed } from '../../accounts/accounts.users.queries.ts';
import { useApprovalRules } from '../../approvals/approvals.queries.ts';
import { isAwaiting, remainingCount } from '../broadcast-text.ts';
import {
  useCancelBroadcast,
  useDeleteBroadcast,
  useDuplicateBroadcast,
  usePauseBroadcast,
  useRefreshBroadcasts,
  useResumeBroadcast,
  useUnscheduleBroadcast,
} from '../broadcasts.queries.ts';
import { t } from './broadcasts.actions.texts.ts';
import { DraftActions } from './draft-actions.tsx';
import { ScheduleModal } from './schedule-modal.tsx';
import { SendModal } from './send-modal.tsx';

interface BroadcastActionsProps {
  broadcast: BroadcastPublic;
  /** Address of the list. */
  back: string;
}

/** Actions on a broadcast in its current state that the user may take, except editing. */
export function BroadcastActions({ broadcast, back }: BroadcastActionsProps) {
  const { id, status, actions, started_at } = broadcast;
  const params = { id };
  const mayStart = useAllowed(contract.broadcasts.sendBroadcast);
  const mayWrite = useAllowed(contract.broadcasts.updateBroadcast);
  const { pushes: asks } = useApprovalRules();
  const navigate = useNavigate();
  const navigateAway = useNavigateAway();
  const mutations = {
    resume: useResumeBroadcast(),
    pause: usePauseBroadcast(),
    unschedule: useUnscheduleBroadcast(),
    cancel: useCancelBroadcast(),
  };
  const { mutateAsync: deleteBroadcast } = useDeleteBroadcast();
  const { mutateAsync: duplicateBroadcast } = useDuplicateBroadcast();
  const refresh = useRefreshBroadcasts();
  const [dialog, confirm] = useConfirm();
  const [step, setStep] = useState<'send' | 'schedule'>();
  const [isBusy, run] = useBusy(async (act: () => Promise<void>) => {
    try {
      await act();
    } catch (error) {
      toastError(error);
      await refresh();
    }
  });

  async function act(action: keyof typeof mutations, done: string): Promise<void> {
    await mutations[action].mutateAsync({ params });
    toastSuccess(done);
  }

  async function cancel(): Promise<void> {
    const question = started_at
      ? {
          title: t.stopTitle,
          text: t.stopText(remainingCount(broadcast)),
          action: t.stopDo,
          cancelLabel: t.stopKeep,
        }
      : { title: t.cancelTitle, text: t.cancelText, action: t.cancelDo, cancelLabel: t.cancelKeep };
    if (await confirm({ ...question, isDangerous: true }))
      await act('cancel', started_at ? t.isStopped : t.isCancelled);
  }

  async function remove(): Promise<void> {
    const question = { title: t.deleteTitle, text: t.deleteText, action: t.delete };
    if (!(await confirm({ ...question, isDangerous: true }))) return;
    await leaveAfter(async () => {
      await deleteBroadcast({ params });
      toastSuccess(t.isDeleted);
      await navigateAway(back);
      await refresh();
    });
  }

  async function duplicate(): Promise<void> {
    const { body: copy } = await duplicateBroadcast({ params });
    toastSuccess(t.isDuplicated);
    await navigate(`/broadcast/${copy.id}`);
  }

  const can = (action: BroadcastAction) => mayStart && actions.includes(action);
  const isIdle = !isAwaiting(broadcast);
  /** Sends it or, for those who only write it, asks somebody else to. */
  const canStart = (action: 'send' | 'schedule') =>
    can(action) || (asks && mayWrite && actions.includes(action));
  const button = (
    label: string,
    work: () => Promise<void>,
    look: 'filled' | 'default' | 'danger' = 'default',
  ) => (
    <Button
      variant={look === 'filled' ? 'filled' : 'default'}
      {...(look === 'danger' && { c: 'var(--danger-ink)' })}
      disabled={isBusy}
      onClick={() => void run(work)}
    >
      {label}
    </Button>
  );
  return (
    <>
      {can('resume') && button(t.resume, () => act('resume', t.isResumed), 'filled')}
      {can('pause') && button(t.pause, () => act('pause', t.isPaused))}
      {status === 'draft' && !mayWrite && can('send') && isIdle && <DraftActions broadcast={broadcast} />}
      {status === 'missed' && canStart('send') && isIdle && (
        <Button onClick={() => setStep('send')}>{mayStart ? t.send : t.ask}</Button>
      )}
      {status === 'missed' && canStart('schedule') && isIdle && (
        <Button variant="default" onClick={() => setStep('schedule')}>
          {t.schedule}
        </Button>
      )}
      {can('unschedule') && button(t.unschedule, () => act('unschedule', t.isUnscheduled))}
      {mayWrite && button(t.duplicate, duplicate)}
      {can('cancel') && button(started_at ? t.stop : t.cancelPlan, cancel, 'danger')}
      {mayWrite && isDeletable(broadcast) && button(t.delete, remove, 'danger')}
      {dialog}
      {step === 'send' && <SendModal broadcast={broadcast} onClose={() => setStep(undefined)} />}
      {step === 'schedule' && <ScheduleModal broadcast={broadcast} onClose={() => setStep(undefined)} />}
    </>
  );
}
