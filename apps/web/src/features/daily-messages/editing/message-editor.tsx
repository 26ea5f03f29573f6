import type { DailyMessagePublic } from '@agora/contract/features/daily-messages/daily-messages.schema';
import { Box, Button } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { DraftNotice } from '../../../components/draft-notice.tsx';
import { VersionedFormDialogs } from '../../../components/versioned-form.tsx';
import { toastSuccess } from '../../../platform/toast.ts';
import { useVersionedForm } from '../../../platform/use-versioned-form.ts';
import { useToday } from '../../accounts/accounts.preferences.queries.ts';
import { useCurrentUser } from '../../accounts/accounts.users.queries.ts';
import { notPast } from '../daily-messages.day.rules.ts';
import { useDailyMessage, useMoveDailyMessage, useUpdateDailyMessage } from '../daily-messages.queries.ts';
import { messageRules } from './daily-messages.editing.rules.ts';
import { t } from './daily-messages.editing.texts.ts';
import { DayField, showOccupant } from './day-field.tsx';
import { LanguagePanels, PublicationPanel, StateBar } from './message-fields.tsx';
import { fieldsOf, labelOf, MESSAGE_PARTS, normal, textOf, valuesOf } from './message-values.ts';
import { PhonePreview } from './phone-preview.tsx';

interface MessageEditorProps {
  message: DailyMessagePublic;
  /** True if its day has passed: only the texts can still be corrected. */
  isPast: boolean;
  /** Called when unsaved input appears and when it is gone. */
  onDirty: (isDirty: boolean) => void;
}

/** Edits a message. */
export function MessageEditor({ message, isPast, onDirty }: MessageEditorProps) {
  const params = { id: message.id };
  const me = useCurrentUser();
  const { refetch } = useDailyMessage(message.id);
  const { mutateAsync: update } = useUpdateDailyMessage();
  const { mutateAsync: move } = useMoveDailyMessage();
  const today = useToday();
  const editing = useVersionedForm({
    saved: message,
    drafts: `${me.id}:daily-messages`,
    parts: MESSAGE_PARTS,
    rules: { ...messageRules, day: (day: string) => (isPast ? null : notPast(day, today)) },
    valuesOf,
    normal,
    read: async () => (await refetch({ throwOnError: true })).data?.body,
    async save(values, version, form) {
      const moved = form.isDirty('day')
        ? (await move({ params, body: { day: values.day || null, version } })).body.version
        : version;
      return (await update({ params, body: { ...fieldsOf(values), version: moved } })).body;
    },
    onError: showOccupant,
    onSaved: ({ values }) => toastSuccess(t.saved(values.status)),
  });
  const { form, isBusy, isDirty } = editing;
  const reportDirty = useEffectEvent(onDirty);
  useEffect(() => reportDirty(isDirty), [isDirty]);

  return (
    <>
      <form onSubmit={editing.onSubmit} noValidate>
        <Box className="beside">
          <div>
            <DraftNotice draft={editing} mb="lg" />
            <LanguagePanels form={form} />
            <PublicationPanel
              form={form}
              isPast={isPast}
              day={!isPast && <DayField form={form} id={message.id} />}
            />
            <StateBar form={form} isPast={isPast}>
              <Button type="submit" loading={isBusy} disabled={!isDirty}>
                {t.save}
              </Button>
            </StateBar>
          </div>
          <PhonePreview values={form.values} />
        </Box>
      </form>
      <VersionedFormDialogs editing={editing} title={t.conflictTitle} labelOf={labelOf} textOf={textOf} />
    </>
  );
}
