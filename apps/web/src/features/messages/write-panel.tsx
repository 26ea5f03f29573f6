import { MESSAGE_BODY_MAX, MESSAGE_SUBJECT_MAX } from '@agora/contract/features/messages/messages.rules';
import { countGraphemes } from '@agora/contract/shared/graphemes';
import { Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { CountedField } from '../../components/counted-field.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { DraftNotice } from '../../components/draft-notice.tsx';
import { formatNumber } from '../../platform/i18n.ts';
import { required, rules, when } from '../../platform/rules.tsx';
import { toastSuccess } from '../../platform/toast.ts';
import { useDraft } from '../../platform/use-draft.ts';
import { useForm } from '../../platform/use-form.ts';
import { usePicking } from '../../platform/use-picking.ts';
import { useSubmit } from '../../platform/use-submit.tsx';
import { useCurrentUser } from '../accounts/accounts.users.queries.ts';
import { MemberText } from './member-text-panel.tsx';
import { useStartMessage } from './messages.queries.ts';
import { t } from './messages.write.texts.ts';

interface WritePanelProps {
  userId: string;
  name: string;
  /** The member's language. */
  locale: 'fr' | 'en';
  onClose: () => void;
}

const atMost = (max: number) => (value: string) =>
  when(countGraphemes(value.trim()) > max, () => t.tooLong(formatNumber(max)));

/** Starts a conversation with a member. Keeps a draft until it is sent. */
export function WritePanel({ userId, name, locale, onClose }: WritePanelProps) {
  const me = useCurrentUser();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { mutateAsync: start } = useStartMessage();
  const picking = usePicking();
  const form = useForm({
    initialValues: { subject: '', body: '' },
    validate: {
      subject: atMost(MESSAGE_SUBJECT_MAX),
      body: picking.unlessPicking(
        rules(
          required(() => t.bodyEmpty),
          atMost(MESSAGE_BODY_MAX),
        ),
      ),
    },
  });
  const draft = useDraft(`${me.id}:members/${userId}/message`, form);
  const { isBusy, submit } = useSubmit(form, async (values) => {
    const { body: thread } = await start({ body: { ...values, user_id: userId } });
    draft.forget();
    form.reset();
    toastSuccess(t.sent, {
      label: t.open,
      onClick: () => void navigate(`/messages/${thread.id}?tab=all`),
    });
    onClose();
    await queryClient.invalidateQueries();
  });
  return (
    <Dialog
      title={t.title(name)}
      size="lg"
      // Escape closes only the template picker: the event reaches both dialogs.
      onClose={picking.isPicking ? () => picking.setPicking(false) : onClose}
      onSubmit={submit}
      actions={
        <Button type="submit" loading={isBusy}>
          {t.send}
        </Button>
      }
    >
      <DraftNotice draft={draft} />
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
      <MemberText
        label={t.body}
        value={form.values.body}
        input={form.getInputProps('body')}
        onChange={(body) => form.setFieldValue('body', body)}
        picking={picking}
        userId={userId}
        locale={locale}
        rows={6}
        isBusy={isBusy}
      />
    </Dialog>
  );
}
