import type { DailyMessagePublic } from '@agora/contract/features/daily-messages/daily-messages.schema';
import { Box, Button } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { DraftNotice } from '../../../components/draft-notice.tsx';
import { VersionedFormDialogs } from '../../../components/versioned-form.tsx';
import { toastSuccess } from '../../../platform/toast.ts';
import { useVersionedForm } from '../../../platform/use-versioned-form.ts';
import { useCurrentUser } from '../../accounts/accounts.users.queries.ts';
import { useDailyMessage, useUpdateDailyMessage } from '../daily-messages.queries.ts';
import { messageRules } from './daily-messages.editing.rules.ts';
import { t } from './daily-messages.editing.texts.ts';
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
  const editing = useVersionedForm({
    saved: message,
    drafts: `${me.id}:daily-messages`,
    parts: MESSAGE_PARTS,
    rules: messageRules,
    valuesOf,
    normal,
    read: async () => (await refetch({ throwOnError: true })).data?.body,
    save: async (values, version) => (await update({ params, body: { ...fieldsOf(values), version } })).body,
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
            <PublicationPanel form={form} isPast={isPast} />
            <StateBar form={form} isPast={isPast}>
              <Button type="submit" loading={isBusy} disabled={!isDirty}>
                {t.save}
              </Button>
            </StateBar>
          </div>
          <PhonePreview values={{ ...form.values, day: message.day ?? '' }} />
        </Box>
      </form>
      <VersionedFormDialogs editing={editing} title={t.conflictTitle} labelOf={labelOf} textOf={textOf} />
    </>
  );
}
