import { MESSAGE_BODY_MAX, MESSAGE_SUBJECT_MAX } from '@agora/contract/features/messages/messages.rules';
import { countGraphemes } from '@agora/contract/shared/graphemes';
import { Button, Text } from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { CountedField } from '../../components/counted-field.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { formatNumber } from '../../platform/i18n.ts';
import { required, rules, when } from '../../platform/rules.tsx';
import { toastError, toastSuccess } from '../../platform/toast.ts';
import { isFinal, useCallKey } from '../../platform/use-call-key.ts';
import { useDraft } from '../../platform/use-draft.ts';
import { useForm } from '../../platform/use-form.ts';
import { useSubmit } from '../../platform/use-submit.tsx';
import { useCurrentUser } from '../accounts/accounts.users.queries.ts';
import { useStartMessage } from './messages.queries.ts';
import { t } from './messages.write.texts.ts';

const TemplatePicker = lazy(() => import('./reply-templates/template-picker-panel.tsx'));

interface WritePanelProps {
  userId: string;
  name: string;
  /** The member's language. */
  locale: 'fr' | 'en';
  onClose: () => void;
}

const atMost = (max: number) => (value: string) =>
  when(countGraphemes(value.trim()) > max, () => t.tooLong(formatNumber(max)));

/** Begins a conversation with a member. What is typed is kept until it is sent. */
export default function WritePanel({ userId, name, locale, onClose }: WritePanelProps) {
  const me = useCurrentUser();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { mutateAsync: start } = useStartMessage();
  const { keyFor, forget: forgetKey } = useCallKey();
  const [isPicking, setPicking] = useState(false);
  const form = useForm({
    initialValues: { subject: '', body: '' },
    validate: {
      subject: atMost(MESSAGE_SUBJECT_MAX),
      body: rules(
        required(() => t.bodyEmpty),
        atMost(MESSAGE_BODY_MAX),
      ),
    },
  });
  const { forget } = useDraft(`${me.id}:members/${userId}/message`, form);
  const { isBusy, submit } = useSubmit(
    form,
    async (values) => {
      const body = { ...values, user_id: userId };
      const { body: thread } = await start({ body, extraHeaders: { 'idempotency-key': keyFor(body) } });
      forget();
      form.reset();
      toastSuccess(t.sent, {
        label: t.open,
        onClick: () => void navigate(`/messages/${thread.id}?tab=all`),
      });
      onClose();
      await queryClient.invalidateQueries();
    },
    (error) => {
      if (isFinal(error)) forgetKey();
      toastError(error);
    },
  );
  return (
    <Dialog
      title={t.title(name)}
      size="lg"
      // Escape reaches both dialogs.
      onClose={isPicking ? () => setPicking(false) : onClose}
      onSubmit={submit}
      actions={
        <Button type="submit" loading={isBusy}>
          {t.send}
        </Button>
      }
    >
      <Text c="dimmed">{t.text}</Text>
      <CountedField
        label={t.subject}
        lang={locale}
        dir="auto"
        max={MESSAGE_SUBJECT_MAX}
        data-autofocus
        {...form.getInputProps('subject')}
        value={form.values.subject}
      />
      <CountedField
        label={t.body}
        lang={locale}
        dir="auto"
        max={MESSAGE_BODY_MAX}
        rows={6}
        {...form.getInputProps('body')}
        value={form.values.body}
        onKeyDown={(event) => {
          if (event.key !== '/' || form.values.body !== '') return;
          event.preventDefault();
          setPicking(true);
        }}
      />
      <Button
        variant="subtle"
        size="compact-sm"
        style={{ alignSelf: 'flex-start' }}
        leftSection={<IconTemplate size={17} aria-hidden />}
        onClick={(event) => {
          event.currentTarget.form?.querySelector('textarea')?.focus();
          setPicking(true);
        }}
      >
        {t.templates}
      </Button>
      <Suspense>
        {isPicking && (
          <TemplatePicker
            userId={userId}
            onPick={(text) =>
              form.setFieldValue('body', (before) => [before, text].filter(Boolean).join('\n\n'))
            }
            onClose={() => setPicking(false)}
          />
        )}
      </Suspense>
    </Dialog>
  );
}
