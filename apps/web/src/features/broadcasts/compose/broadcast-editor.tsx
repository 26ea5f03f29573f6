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
import { useBroadcast, useCreateBroadcast, useUpdateBroadcast } from '../broadcasts.queries.ts';
import { ScheduleModal } from '../sending/schedule-modal.tsx';
import { SendModal } from '../sending/send-modal.tsx';
import { BROADCAST_PARTS, normal, partLabel, partText } from './broadcast-parts.ts';
import { fieldsOf, valuesOf } from './broadcast-values.ts';
import { broadcastRules } from './broadcasts.compose.rules.ts';
import { t } from './broadcasts.compose.texts.ts';
import { ComposerActions, type Next } from './composer-actions.tsx';
import { ComposerPanels, ComposerPreview } from './composer-panels.tsx';
import { PushedAlready } from './pushed-already.tsx';
import { showSizeProblem } from './size-problem.tsx';
import { TestModal } from './test-modal.tsx';
import type { BroadcastForm } from './text-panels.tsx';

/** State of the history that leads to a draft just written. */
export type NewDraftState = { from?: string; next?: Next } | null;

interface BroadcastEditorProps {
  broadcast: BroadcastPublic;
  /** Storage key of this person's drafts of pushes. */
  drafts: string;
  /** Told while something is typed that is not saved. */
  onDirty: (isDirty: boolean) => void;
}

/** Edits a draft. Testing, scheduling and sending it use the saved version. */
export default function BroadcastEditor({ broadcast, drafts, onDirty }: BroadcastEditorProps) {
  const { id, status } = broadcast;
  const { refetch } = useBroadcast(id);
  const { mutateAsync: update } = useUpdateBroadcast();
  const [asked, setAsked] = useNextStep();
  const next = useRef<Next>(undefined);
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
      if (next.current && !form.isDirty()) setAsked(next.current);
      else toastSuccess(t.saved);
    },
    onError: showSizeProblem,
  });
  const { form, isBusy, isDirty, submit } = editing;
  const isUploading = useIsUploading();
  const tellDirty = useEffectEvent(onDirty);
  // A draft is restored once the editor is mounted.
  const isMounted = useMounted();
  useEffect(() => {
    if (isMounted) tellDirty(isDirty);
  }, [isMounted, isDirty]);
  const press = (after: Next) => {
    next.current = after;
    submit();
  };

  return (
    <>
      {status !== 'draft' && <MovedOn form={form} onGiveUp={editing.discard} onCopied={editing.forget} />}
      {broadcast.source === 'news' && broadcast.source_id && <PushedAlready article={broadcast.source_id} />}
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
                {t.changedMeanwhile(formatRelative(broadcast.updated_at), nameOf(broadcast.updated_by))}
              </Group>
            </Alert>
          )}
          <ComposerPanels form={form} />
          {status === 'draft' && (
            <ComposerActions form={form} isBusy={isBusy} canSave={isDirty} onPress={press} />
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
      {asked === 'test' && <TestModal id={id} onClose={() => setAsked(undefined)} />}
      {asked === 'send' && <SendModal broadcast={editing.base} onClose={() => setAsked(undefined)} />}
      {asked === 'schedule' && <ScheduleModal broadcast={editing.base} onClose={() => setAsked(undefined)} />}
    </>
  );
}

/** The step that follows, first of all the one for which a new draft was saved. */
function useNextStep() {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation() as {
    pathname: string;
    search: string;
    state: NewDraftState;
  };
  const [asked, setAsked] = useState(state?.next);
  const forgetStep = useEffectEvent(() => {
    const { next, ...rest } = state ?? {};
    // Otherwise the dialog opens again when the page is reloaded.
    if (next) void navigate(pathname + search, { replace: true, state: rest });
  });
  useEffect(() => forgetStep(), []);
  return [asked, setAsked] as const;
}

interface MovedOnProps {
  form: BroadcastForm;
  onGiveUp: () => void;
  onCopied: () => void;
}

/** Offers to keep typed input as a new draft once the broadcast has left the draft state. */
function MovedOn({ form, onGiveUp, onCopied }: MovedOnProps) {
  const navigate = useNavigate();
  const { mutateAsync: create } = useCreateBroadcast();
  async function keep(): Promise<void> {
    const { body: copy } = await create({ body: fieldsOf(form.getValues()) });
    onCopied();
    // At once, so that nobody is asked about leaving.
    flushSync(() => form.resetDirty());
    toastSuccess(t.copied);
    await navigate(`/broadcast/${copy.id}`);
  }
  return (
    <Alert color="yellow" mb="lg" role="alert">
      <Group justify="space-between">
        {t.movedOn}
        <span>
          <Button size="compact-sm" variant="default" onClick={() => void keep().catch(toastError)}>
            {t.keepCopy}
          </Button>{' '}
          <Button size="compact-sm" variant="subtle" onClick={onGiveUp}>
            {t.giveUp}
          </Button>
        </span>
      </Group>
    </Alert>
  );
}
