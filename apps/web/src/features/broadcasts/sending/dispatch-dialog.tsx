import { contract } from 'virtual:contract';
import { APPROVAL_TEXT_MAX } from '@agora/contract/features/approvals/approvals.rules';
import { PUSH_TYPED_FROM } from '@agora/contract/features/broadcasts/broadcasts.rules';
import type { AudiencePreview, BroadcastPlan } from '@agora/contract/features/broadcasts/broadcasts.schema';
import { Alert, Button, Skeleton, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { CountedField } from '../../../components/counted-field.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { useWithPassword } from '../../../components/use-password-prompt.tsx';
import { ApiError, hasCode } from '../../../platform/api-error.ts';
import { fieldErrors } from '../../../platform/errors.ts';
import { when } from '../../../platform/rules.tsx';
import { toastError, toastSuccess } from '../../../platform/toast.ts';
import { useBusy } from '../../../platform/use-busy.ts';
import { useForm } from '../../../platform/use-form.ts';
import { useAllowed } from '../../accounts/accounts.users.queries.ts';
import { useAskForBroadcast, useNeedsApproval } from '../../approvals/approvals.queries.ts';
import { useBroadcast } from '../broadcasts.queries.ts';
import { t } from './broadcasts.dispatch.texts.ts';
import { DispatchSummary } from './dispatch-summary.tsx';
import type { Snapshot } from './use-snapshot.ts';

interface DispatchDialogProps {
  title: string;
  /** Label of the button. */
  action: (devices: number) => string;
  /** Toast of success. */
  done: string;
  snapshot: Snapshot;
  /** Devices of the audience that wait for the end of their quiet hours. */
  held: AudiencePreview['held'] | undefined;
  /** Number of devices of the audience that are skipped because their local time has passed. */
  late?: number | undefined;
  when: string;
  /** Planned time; null: now. Asked for where approval is needed. */
  plan: BroadcastPlan | null;
  /** True if this approves what a colleague asks for. */
  isDecision?: boolean;
  /** True while the fields above the summary are incomplete. */
  isIncomplete?: boolean;
  onDispatch: (confirmation: { expected_devices: number; version: number }) => Promise<unknown>;
  onError?: (error: unknown) => void;
  onClose: () => void;
  /** Fields above the summary. */
  children?: ReactNode;
}

/** Errors after which the push is read again, and those after which it is another one, or decided. */
const CLOSING = ['version_conflict', 'approval_closed', 'approval_asked', 'approval_overdue'];
const OUTDATED = ['invalid_state', ...CLOSING];

/**
 * Final confirmation of a push: number of recipients, texts and time. If the service rejects it, the dialog
 * shows why and stays open.
 */
export function DispatchDialog(props: DispatchDialogProps) {
  const { snapshot, held, late = 0, isIncomplete = false, isDecision = false, plan, onClose } = props;
  const { broadcast, audience } = snapshot;
  const [countChange, setCountChange] = useState<{ before: number; now: number }>();
  const { refetch } = useBroadcast(broadcast.id);
  const [prompt, withPassword] = useWithPassword();

  const devices = audience.data?.devices ?? 0;
  const maySend = useAllowed(contract.broadcasts.sendBroadcast);
  const needsApproval = useNeedsApproval(audience.data?.devices);
  const { mutateAsync: ask } = useAskForBroadcast();
  const isRequest = !isDecision && (needsApproval || !maySend);
  const isOnceApproved = isRequest && plan === null;
  const needsTypedCount = devices >= PUSH_TYPED_FROM && !isRequest;
  const matchesCount = (typed: string) => typed.replaceAll(/\D/g, '') === String(devices);
  const form = useForm({
    initialValues: { typed: '', note: '' },
    validate: { typed: (typed) => when(!matchesCount(typed), () => t.countWrong(devices)) },
  });
  const isReady =
    audience.isSuccess &&
    devices > late &&
    !isIncomplete &&
    (!needsTypedCount || matchesCount(form.values.typed));

  const [isBusy, run] = useBusy(async () => {
    const confirmation = { expected_devices: devices, version: broadcast.version };
    try {
      if (isRequest)
        await ask({
          params: { id: broadcast.id },
          body: { ...confirmation, plan, note: form.getValues().note },
        });
      // A push to many devices requires a recently entered password.
      else await withPassword(t.password, () => props.onDispatch(confirmation));
      toastSuccess(isRequest ? t.asked : props.done);
      onClose();
    } catch (error) {
      await handleError(error);
    }
  });

  async function handleError(error: unknown): Promise<void> {
    props.onError?.(error);
    if (hasCode(error, 'audience_changed')) {
      const now = error instanceof ApiError ? error.refusal.devices : undefined;
      setCountChange({ before: devices, now: now ?? 0 });
      form.reset();
      await audience.refetch();
    } else if (Object.keys(fieldErrors(error)).length === 0) toastError(error);
    if (OUTDATED.some((code) => hasCode(error, code))) await refetch();
    // The changed text must be reviewed before it is sent.
    if (CLOSING.some((code) => hasCode(error, code))) onClose();
  }

  return (
    <>
      <Dialog
        title={isRequest ? t.askTitle : props.title}
        size="lg"
        onClose={onClose}
        onSubmit={() => isReady && void run()}
        actions={
          <Button type="submit" loading={isBusy} disabled={!isReady}>
            {isRequest ? t.ask : props.action(devices)}
          </Button>
        }
      >
        {props.children}
        <div role="alert">
          {countChange && <Alert color="yellow">{t.drifted(countChange.before, countChange.now)}</Alert>}
        </div>
        {audience.error && <LoadFailure error={audience.error} onRetry={() => void audience.refetch()} />}
        {!audience.data && !audience.error && <Skeleton height={120} />}
        {audience.isSuccess && (
          <DispatchSummary
            broadcast={broadcast}
            audience={audience.data}
            held={isOnceApproved ? null : held}
            late={late}
            when={isOnceApproved ? t.onceApproved : props.when}
          />
        )}
        {isRequest && (
          <>
            <p>{maySend ? t.askText : t.askTextEditor}</p>
            <CountedField
              label={t.note}
              max={APPROVAL_TEXT_MAX}
              rows={3}
              {...form.getInputProps('note')}
              value={form.values.note}
            />
          </>
        )}
        {needsTypedCount && (
          <TextInput
            label={t.typeCount(devices)}
            inputMode="numeric"
            autoComplete="off"
            {...form.getInputProps('typed')}
          />
        )}
      </Dialog>
      {prompt}
    </>
  );
}
