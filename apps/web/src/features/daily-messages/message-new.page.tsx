import { contract } from 'virtual:contract';
import type { DailyMessagePublic } from '@agora/contract/features/daily-messages/daily-messages.contract';
import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { DraftNotice } from '../../components/draft-notice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { UnsavedGuard } from '../../components/unsaved-guard.tsx';
import { call } from '../../platform/api.ts';
import { ApiError } from '../../platform/api-error.ts';
import { useDraft } from '../../platform/draft.ts';
import { dateParam } from '../../platform/list-state.ts';
import { toastError, toastSuccess } from '../../platform/toast.ts';
import { useForm } from '../../platform/use-form.ts';
import { useSubmit } from '../../platform/use-submit.tsx';
import { useCurrentUser } from '../users/users.queries.ts';
import classes from './daily-messages.module.css';
import { useRefreshDailyMessages, useToday } from './daily-messages.queries.ts';
import { t as daily, longDay } from './daily-messages.texts.ts';
import { notOver } from './day.rules.ts';
import { t } from './editor.texts.ts';
import { messageRules } from './message.rules.ts';
import { fillFromMessage, LanguagePanels, PublicationPanel } from './message-fields.tsx';
import { fieldsOf, newValues } from './message-values.ts';
import { PhonePreview } from './phone-preview.tsx';
import { ReserveNotice } from './reserve-notice.tsx';

/** Writes a message, for the day of the address or for the reserve. */
export function Page() {
  const [params] = useSearchParams();
  const day = dateParam(params, 'day') ?? '';
  return <NewMessage key={day} day={day} />;
}

function NewMessage({ day }: { day: string }) {
  const me = useCurrentUser();
  const navigate = useNavigate();
  const from = (useLocation().state as { from?: string } | null)?.from ?? '';
  const refresh = useRefreshDailyMessages();
  const today = useToday();
  /** From then on what is typed is a draft of this message, which its page restores. */
  const [created, setCreated] = useState<DailyMessagePublic>();
  const form = useForm({
    initialValues: newValues(day),
    validate: { ...messageRules, day: (day) => notOver(day, today) },
  });
  const { isRestored, forget, flush } = useDraft(
    `${me.id}:daily-messages/${created?.id ?? `new/${day}`}`,
    form,
    created && { base: created, onRestore: setCreated },
  );
  const keepTyped = useEffectEvent(flush);
  useEffect(() => created && (() => keepTyped()), [created]);

  const { isBusy, onSubmit } = useSubmit(
    form,
    async (values) => {
      const message = await call(contract.dailyMessages.createDailyMessage, {
        body: { ...fieldsOf(values), day: values.day || null },
      });
      const { id, day } = message;
      forget();
      // At once, so that nobody is asked about leaving.
      flushSync(() => {
        setCreated(message);
        fillFromMessage(form, message, values);
      });
      toastSuccess(day ? t.created(day) : t.createdInReserve);
      await refresh();
      await navigate(`/daily-message/${id}`, { replace: true, state: { from } });
    },
    (error) => {
      const occupant = error instanceof ApiError ? error.refusal.occupant : undefined;
      if (!occupant) return toastError(error);
      form.setFieldError('day', t.takenBy(occupant.title));
      form.getInputNode('day')?.focus();
      return undefined;
    },
  );

  return (
    <>
      <PageHeader
        title={t.newTitle}
        text={form.values.day ? longDay(form.values.day) : daily.toReserve}
        back={{ to: `/daily-message${from}`, label: t.back }}
      />
      <ReserveNotice day={form.values.day || null} />
      <form className={classes.editor} onSubmit={onSubmit} noValidate>
        <div>
          {isRestored && (
            <div className={classes.notice}>
              <DraftNotice
                onDiscard={() => {
                  forget();
                  form.reset();
                }}
              />
            </div>
          )}
          <LanguagePanels form={form} />
          <PublicationPanel form={form} withDay />
          <div className={classes.actions}>
            <Button type="submit" loading={isBusy}>
              {t.create}
            </Button>
          </div>
        </div>
        <PhonePreview values={form.values} />
      </form>
      <UnsavedGuard isDirty={!created && form.isDirty()} onLeave={forget} />
    </>
  );
}
