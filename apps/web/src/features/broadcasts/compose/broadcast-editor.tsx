import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import type { BroadcastPublic } from '@agora/contract/features/broadcasts/broadcasts.schema';
import { Alert, Box, Button, Group } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useNavigate } from 'react-router';
import { DraftNotice } from '../../../components/draft-notice.tsx';
import { VersionedFormDialogs } from '../../../components/versioned-form.tsx';
import { formatRelative } from '../../../platform/dates.ts';
import { toastError, toastSuccess } from '../../../platform/toast.ts';
import { useVersionedForm } from '../../../platform/use-versioned-form.ts';
import { useIsUploading } from '../../news/news.queries.ts';
import { isAwaiting } from '../broadcast-text.ts';
import { useBroadcast, useCreateBroadcast, useUpdateBroadcast } from '../broadcasts.queries.ts';
import { ScheduleModal } from '../sending/schedule-modal.tsx';
import { SendModal } from '../sending/send-modal.tsx';
import { AlreadyPushedNotice } from './already-pushed-notice.tsx';
import { BROADCAST_PARTS, normal, partLabel, partText } from './broadcast-parts.ts';
import { fieldsOf, valuesOf } from './broadcast-values.ts';
import { broadcastRules } from './broadcasts.compose.rules.ts';
import { t } from './broadcasts.compose.texts.ts';
import { ComposerActions, type NextStep } from './composer-actions.tsx';
import { ComposerPanels, ComposerPreview } from './composer-panels.tsx';
import { TestModal } from './test-modal.tsx';
import type { BroadcastForm } from './text-panels.tsx';
import { showTooLargeError } from './too-large-error.tsx';

/** History state of the page of a new draft. */
export type NewDraftState = { from?: string; next?: NextStep; member_ids?: string[] } | null;

interface BroadcastEditorProps {
  broadcast: BroadcastPublic;
  /** Storage key of this person's drafts of pushes. */
  drafts: string;
  /** Called when unsaved input appears and when it is gone. */
  onDirty: (isDirty: boolean) => void;
}

/** Edits a draft. Testing, scheduling and sending it use the saved version. */
export default function BroadcastEditor({ broadcast, drafts, onDirty }: BroadcastEditorProps) {
  const { id, status } = broadcast;
  const { refetch } = useBroadcast(id);
  const { mutateAsync: update } = useUpdateBroadcast();
  const [step, setStep] = useNextStep();
  const next = useRef<NextStep>(undefined);
  const editing = useVersionedForm({
    saved: broadcast,
    drafts,
    parts: BROADCAST_PARTS,
    rules: broadcastRules,
    valuesOf,
    normal,
    async read() {
      next.current = undefined;
      const theirs = (await refetch({ throwOnError: true })).data?.body;
      return theirs?.status === 'draft' ? theirs : undefined;
    },
    save: async (values, version) =>
      (await update({ params: { id }, body: { ...fieldsOf(values), version } })).body,
    onSaved(form) {
      if (next.current && !form.isDirty()) setStep(next.current);
      else toastSuccess(t.saved);
    },
    onError: showTooLargeError,
  });
  const { form, isBusy, isDirty, submit } = editing;
  const isUploading = useIsUploading();
  const reportDirty = useEffectEvent(onDirty);
  // A draft is restored once the editor is mounted.
  const isMounted = useMounted();
  useEffect(() => {
    if (isMounted) reportDirty(isDirty);
  }, [isMounted, isDirty]);
  const saveFor = (nextStep: NextStep) => {
    next.current = nextStep;
    submit();
  };

  return (
    <>
      {status !== 'draft' && (
        <NoLongerDraftNotice form={form} onDiscard={editing.discard} onCopied={editing.forget} />
      )}
      {broadcast.source === 'news' && broadcast.source_id && (
        <AlreadyPushedNotice article={broadcast.source_id} />
      )}
      <Box
        className="beside"
        component="form"
        noValidate
        onSubmit={(event) => {
          next.current = undefined;
          editing.onSubmit(event);
        }}
      >
        <div>
          <DraftNotice draft={editing} mb="lg" />
          {status === 'draft' && editing.isOutdated && (
            <Alert color="yellow" mb="lg" role="status">
              <Group justify="space-between">
                {t.changedByOther(formatRelative(broadcast.updated_at), nameOf(broadcast.updated_by))}
              </Group>
            </Alert>
          )}
          <ComposerPanels form={form} />
          {status === 'draft' && (
            <ComposerActions
              form={form}
              isBusy={isBusy}
              canSave={isDirty}
              onSaveFor={saveFor}
              isAwaiting={isAwaiting(broadcast)}
            />
          )}
        </div>
        <ComposerPreview form={form} />
      </Box>
      <VersionedFormDialogs
        editing={{ ...editing, isDirty: isDirty || isUploading }}
        title={t.conflictTitle}
        labelOf={partLabel}
        textOf={partText}
      />
      {step === 'test' && <TestModal id={id} onClose={() => setStep(undefined)} />}
      {step === 'send' && <SendModal broadcast={editing.base} onClose={() => setStep(undefined)} />}
      {step === 'schedule' && <ScheduleModal broadcast={editing.base} onClose={() => setStep(undefined)} />}
    </>
  );
}

/** The open step; initially the one for which a new draft was saved. */
function useNextStep() {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation() as {
    pathname: string;
    search: string;
    state: NewDraftState;
  };
  const [step, setStep] = useState(state?.next);
  const clearNextStep = useEffectEvent(() => {
    const { next, ...rest } = state ?? {};
    // Otherwise the dialog opens again when the page is reloaded.
    if (next) void navigate(pathname + search, { replace: true, state: rest });
  });
  useEffect(() => clearNextStep(), []);
  return [step, setStep] as const;
}

interface NoLongerDraftNoticeProps {
  form: BroadcastForm;
  onDiscard: () => void;
  onCopied: () => void;
}

/** Offers to keep typed input as a new draft once the broadcast has left the draft state. */
function NoLongerDraftNotice({ form, onDiscard, onCopied }: NoLongerDraftNoticeProps) {
  const navigate = useNavigate();
  const { mutateAsync: create } = useCreateBroadcast();
  async function saveCopy(): Promise<void> {
    const { body: copy } = await create({ body: fieldsOf(form.getValues()) });
    onCopied();
    // Synchronously, so that the guard does not ask about unsaved changes.
    flushSync(() => form.resetDirty());
    toastSuccess(t.copied);
    await navigate(`/broadcast/${copy.id}`);
  }
  return (
    <Alert color="yellow" mb="lg" role="alert">
      <Group justify="space-between">
        {t.movedOn}
        <span>
          <Button size="compact-sm" variant="default" onClick={() => void saveCopy().catch(toastError)}>
            {t.keepCopy}
          </Button>{' '}
          <Button size="compact-sm" variant="subtle" onClick={onDiscard}>
            {t.giveUp}
          </Button>
        </span>
      </Group>
    </Alert>
  );
}
