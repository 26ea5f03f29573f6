import { contract } from 'virtual:contract';
import type { DailyMessagePublic } from '@agora/contract/features/daily-messages/daily-messages.contract';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { DraftNotice } from '../../components/draft-notice.tsx';
import { UnsavedGuard } from '../../components/unsaved-guard.tsx';
import { call } from '../../platform/api.ts';
import { useDraft } from '../../platform/draft.ts';
import { hasCode } from '../../platform/errors.ts';
import { toastError, toastSuccess } from '../../platform/toast.ts';
import { useForm } from '../../platform/use-form.ts';
import { useSubmit } from '../../platform/use-submit.tsx';
import { useCurrentUser } from '../users/users.queries.ts';
import classes from './daily-messages.module.css';
import { dailyMessageKeys, useRefreshDailyMessages } from './daily-messages.queries.ts';
import { t } from './editor.texts.ts';
import { messageRules } from './message.rules.ts';
import { fillFromMessage, LanguagePanels, PublicationPanel } from './message-fields.tsx';
import { type Conflict, conflictsOf, fieldsOf, type MessageValues, valuesOf } from './message-values.ts';
import { PhonePreview } from './phone-preview.tsx';

const ConflictModal = lazy(() => import('./conflict-modal.tsx'));

interface Clash {
  theirs: DailyMessagePublic;
  conflicts: Conflict[];
}

interface MessageEditorProps {
  message: DailyMessagePublic;
  /** Whether its day is, so that only its texts can be corrected. */
  isOver: boolean;
}

/** Edits a message. When somebody else was faster, nothing is overwritten before it is decided. */
export function MessageEditor({ message, isOver }: MessageEditorProps) {
  const me = useCurrentUser();
  const queryClient = useQueryClient();
  const refresh = useRefreshDailyMessages();
  /** The version that the form was filled from: later ones are news to whoever types in it. */
  const [base, setBase] = useState(message);
  const [clash, setClash] = useState<Clash>();
  const form = useForm({
    initialValues: valuesOf(message),
    validate: messageRules,
  });
  const { isRestored, forget } = useDraft(`${me.id}:daily-messages/${message.id}`, form, {
    base,
    onRestore: setBase,
  });

  if (message.version > base.version && !form.isDirty()) fillFrom(message);

  function fillFrom(fresh: DailyMessagePublic, sent?: MessageValues): void {
    setBase(fresh);
    fillFromMessage(form, fresh, sent);
  }

  async function save(values: MessageValues, version: number): Promise<void> {
    const saved = await call(contract.dailyMessages.updateDailyMessage, {
      params: { id: message.id },
      body: { ...fieldsOf(values), version },
    });
    fillFrom(saved, values);
    if (!form.isDirty()) forget();
    const answer = { status: 200, body: saved, headers: new Headers() };
    queryClient.setQueryData(dailyMessageKeys.one(message.id), answer);
    toastSuccess(t.saved);
    await refresh();
  }

  /** What a colleague changed that is the same here, or elsewhere, as a move is, needs no decision. */
  async function settleConflict(): Promise<void> {
    try {
      const theirs = await call(contract.dailyMessages.readDailyMessage, { params: { id: message.id } });
      const conflicts = conflictsOf(valuesOf(base), form.getValues(), valuesOf(theirs));
      if (conflicts.length > 0) setClash({ theirs, conflicts });
      else await save(form.getValues(), theirs.version);
    } catch (error) {
      toastError(error);
    }
    await queryClient.invalidateQueries({ queryKey: dailyMessageKeys.one(message.id) });
  }

  const { isBusy, onSubmit } = useSubmit(
    form,
    (values) => save(values, base.version),
    (error) => {
      if (hasCode(error, 'version_conflict')) void settleConflict();
      else toastError(error);
    },
  );

  return (
    <>
      <form className={classes.editor} onSubmit={onSubmit} noValidate>
        <div>
          {isRestored && form.isDirty() && (
            <div className={classes.notice}>
              <DraftNotice
                onDiscard={() => {
                  forget();
                  fillFrom(message);
                }}
              />
            </div>
          )}
          <LanguagePanels form={form} />
          <PublicationPanel form={form} isOver={isOver} />
          <div className={classes.actions}>
            <Button type="submit" loading={isBusy} disabled={!form.isDirty()}>
              {t.save}
            </Button>
          </div>
        </div>
        <PhonePreview values={{ ...form.values, day: message.day ?? '' }} />
      </form>
      <UnsavedGuard isDirty={form.isDirty()} onLeave={forget} />
      {clash && (
        <Suspense>
          <ConflictModal
            {...clash}
            mine={form.getValues()}
            onClose={() => setClash(undefined)}
            onSave={(values) => {
              setClash(undefined);
              form.setValues(values);
              void save(values, clash.theirs.version).catch(toastError);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
