import { contract } from 'virtual:contract';
import type { BroadcastPublic } from '@agora/contract/features/broadcasts/broadcasts.contract';
import { Button } from '@mantine/core';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { DraftNotice } from '../../components/draft-notice.tsx';
import { UnsavedGuard } from '../../components/unsaved-guard.tsx';
import { call } from '../../platform/api.ts';
import { formatRelative } from '../../platform/dates.ts';
import { useDraft } from '../../platform/draft.ts';
import { hasCode } from '../../platform/errors.ts';
import { fillForm } from '../../platform/fill-form.ts';
import { toastError, toastSuccess } from '../../platform/toast.ts';
import { useForm } from '../../platform/use-form.ts';
import { useSubmit } from '../../platform/use-submit.tsx';
import { useCurrentUser } from '../users/users.queries.ts';
import { broadcastRules } from './broadcast.rules.ts';
import {
  type BroadcastValues,
  type Conflict,
  conflictsOf,
  fieldsOf,
  missingOf,
  valuesOf,
  withParts,
} from './broadcast-values.ts';
import { nameOf } from './broadcast-words.ts';
import { useAdoptBroadcast } from './broadcasts.queries.ts';
import classes from './composer.module.css';
import { t } from './composer.texts.ts';
import { ComposerPanels, ComposerPreview } from './composer-panels.tsx';
import { PushedAlready } from './pushed-already.tsx';
import { showSizeProblem } from './size-problem.tsx';
import type { BroadcastForm } from './text-panels.tsx';

const ConflictModal = lazy(() => import('./conflict-modal.tsx'));
const DispatchModal = lazy(() => import('./dispatch-modal.tsx'));
const TestModal = lazy(() => import('./test-modal.tsx'));

/** What can follow on saving. */
type Next = 'test' | 'send' | 'schedule';

interface Clash {
  theirs: BroadcastPublic;
  conflicts: Conflict[];
}

interface BroadcastEditorProps {
  broadcast: BroadcastPublic;
  /** Told while something is typed that is not saved. */
  onDirty: (isDirty: boolean) => void;
}

/** Edits a draft, and leads on to testing, scheduling and sending it: always what is saved. */
export default function BroadcastEditor({ broadcast, onDirty }: BroadcastEditorProps) {
  const { id } = broadcast;
  const me = useCurrentUser();
  const adopt = useAdoptBroadcast();
  /** The version that the form was filled from: later ones are news to whoever types in it. */
  const [base, setBase] = useState(broadcast);
  const [clash, setClash] = useState<Clash>();
  const [asked, setAsked] = useState<Next>();
  const next = useRef<Next>(undefined);
  const form = useForm<BroadcastValues>({
    initialValues: valuesOf(broadcast),
    validate: broadcastRules,
  });
  const { isRestored, forget } = useDraft(`${me.id}:broadcasts/${id}`, form, { base, onRestore: setBase });
  const isDirty = form.isDirty();
  const tellDirty = useEffectEvent(onDirty);
  useEffect(() => tellDirty(isDirty), [isDirty]);

  const isOutdated = broadcast.version > base.version;
  if (isOutdated && !isDirty) fillFrom(broadcast);

  function fillFrom(fresh: BroadcastPublic, sent?: BroadcastValues): void {
    setBase(fresh);
    fillForm(form, valuesOf(fresh), sent);
  }

  async function save(values: BroadcastValues, version: number): Promise<void> {
    const saved = await call(contract.broadcasts.updateBroadcast, {
      params: { id },
      body: { ...fieldsOf(values), version },
    });
    fillFrom(saved, values);
    if (!form.isDirty()) forget();
    adopt(saved);
  }

  /** What a colleague changed that is the same here, or elsewhere, needs no decision. */
  async function settleConflict(): Promise<void> {
    try {
      const theirs = await call(contract.broadcasts.readBroadcast, { params: { id } });
      adopt(theirs);
      if (theirs.status !== 'draft') return;
      const mine = form.getValues();
      const conflicts = conflictsOf(base, fieldsOf(mine), theirs);
      if (conflicts.length > 0) setClash({ theirs, conflicts });
      else await save(mine, theirs.version);
    } catch (error) {
      toastError(error);
    }
  }

  const { isBusy, submit, onSubmit } = useSubmit(
    form,
    async (values) => {
      const after = next.current;
      if (form.isDirty()) await save(values, base.version);
      if (after && !form.isDirty()) setAsked(after);
      else toastSuccess(t.saved);
    },
    (error) => {
      if (showSizeProblem(form, error)) return;
      if (hasCode(error, 'version_conflict') || hasCode(error, 'invalid_state')) void settleConflict();
      else toastError(error);
    },
  );
  const press = (after: Next | undefined) => {
    next.current = after;
    submit();
  };

  return (
    <>
      {broadcast.status !== 'draft' && (
        <MovedOn
          form={form}
          onGiveUp={() => {
            forget();
            fillFrom(broadcast);
          }}
          onCopied={forget}
        />
      )}
      {broadcast.source === 'news' && broadcast.source_id && <PushedAlready article={broadcast.source_id} />}
      <form
        className={classes.editor}
        noValidate
        onSubmit={(event) => {
          next.current = undefined;
          onSubmit(event);
        }}
      >
        <div>
          {isRestored && isDirty && (
            <div className={classes.notice}>
              <DraftNotice
                onDiscard={() => {
                  forget();
                  fillFrom(broadcast);
                }}
              />
            </div>
          )}
          {broadcast.status === 'draft' && isOutdated && (
            <div className={classes.warning} role="status">
              {t.changedMeanwhile(formatRelative(broadcast.updated_at), nameOf(broadcast.updated_by))}
            </div>
          )}
          <ComposerPanels form={form} />
          {broadcast.status === 'draft' && (
            <Actions form={form} isBusy={isBusy} isDirty={isDirty} onPress={press} />
          )}
        </div>
        <ComposerPreview form={form} />
      </form>
      <UnsavedGuard isDirty={isDirty} onLeave={forget} />
      <Suspense>
        {clash && (
          <ConflictModal
            {...clash}
            mine={fieldsOf(form.getValues())}
            onClose={() => setClash(undefined)}
            onSave={(parts) => {
              setClash(undefined);
              const values = valuesOf(withParts(fieldsOf(form.getValues()), clash.theirs, parts));
              form.setValues(values);
              void save(values, clash.theirs.version)
                .then(() => toastSuccess(t.saved))
                .catch(toastError);
            }}
          />
        )}
        {asked === 'test' && <TestModal id={id} onClose={() => setAsked(undefined)} />}
        {asked && asked !== 'test' && (
          <DispatchModal broadcast={base} mode={asked} onClose={() => setAsked(undefined)} />
        )}
      </Suspense>
    </>
  );
}

interface ActionsProps {
  form: BroadcastForm;
  isBusy: boolean;
  isDirty: boolean;
  onPress: (next: Next | undefined) => void;
}

/** The ways on, and what is missing before they are open. */
function Actions({ form, isBusy, isDirty, onPress }: ActionsProps) {
  const fields = fieldsOf(form.values);
  const missing = missingOf(fields);
  const isReady = missing.length === 0;
  const isWritten = missing.every((what) => what === 'audience');
  return (
    <div className={classes.actions}>
      <p role="status">
        {!isReady && t.stillMissing(missing.map((what) => t[`missing_${what}`]).join(', '))}
      </p>
      <Button type="submit" variant="default" disabled={!isDirty || isBusy}>
        {t.save}
      </Button>
      <Button variant="default" disabled={!isWritten || isBusy} onClick={() => onPress('test')}>
        {t.test}
      </Button>
      <Button
        variant="default"
        className={classes.onward ?? ''}
        disabled={!isReady || isBusy}
        onClick={() => onPress('schedule')}
      >
        {t.schedule}
      </Button>
      <Button disabled={!isReady || isBusy} onClick={() => onPress('send')}>
        {t.send}
      </Button>
    </div>
  );
}

interface MovedOnProps {
  form: BroadcastForm;
  onGiveUp: () => void;
  onCopied: () => void;
}

/** What was being typed into a draft that is none any more can be kept as another. */
function MovedOn({ form, onGiveUp, onCopied }: MovedOnProps) {
  const navigate = useNavigate();
  async function keep(): Promise<void> {
    const copy = await call(contract.broadcasts.createBroadcast, { body: fieldsOf(form.getValues()) });
    onCopied();
    // At once, so that nobody is asked about leaving.
    flushSync(() => form.resetDirty());
    toastSuccess(t.copied);
    await navigate(`/broadcast/${copy.id}`);
  }
  return (
    <div className={classes.warning} role="alert">
      {t.movedOn}
      <span>
        <Button size="compact-sm" variant="default" onClick={() => void keep().catch(toastError)}>
          {t.keepCopy}
        </Button>{' '}
        <Button size="compact-sm" variant="subtle" onClick={onGiveUp}>
          {t.giveUp}
        </Button>
      </span>
    </div>
  );
}
