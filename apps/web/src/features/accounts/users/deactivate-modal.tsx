import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import { DEACTIVATION_REASON_MAX } from '@agora/contract/features/accounts/accounts.users.rules';
import type { UserPublic } from '@agora/contract/features/accounts/accounts.users.schema';
import { Button, Textarea } from '@mantine/core';
import DateField from '../../../components/date-field.tsx';
import { validDate } from '../../../components/date-rules.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { addDays } from '../../../platform/civil-date.ts';
import { when } from '../../../platform/rules.tsx';
import { toastSuccess } from '../../../platform/toast.ts';
import { useForm } from '../../../platform/use-form.ts';
import { useSubmit } from '../../../platform/use-submit.tsx';
import { useToday } from '../accounts.preferences.queries.ts';
import { useDeactivateUser, useRefreshUsers } from '../accounts.users.queries.ts';
import { t as users } from '../accounts.users.texts.ts';
import { t } from './accounts.user.texts.ts';

interface DeactivateModalProps {
  user: UserPublic;
  onClose: () => void;
  /** Undoes the deactivation that created this version of the account. */
  onUndo: (version: number) => void;
}

export function DeactivateModal({ user, onClose, onUndo }: DeactivateModalProps) {
  const refresh = useRefreshUsers();
  const today = useToday();
  const { mutateAsync: deactivate } = useDeactivateUser();
  const form = useForm({
    initialValues: { reason: '', until: '' },
    validate: {
      until: (day) => validDate(day, t.until) ?? when(day !== '' && day <= today, () => t.untilPast),
    },
  });
  const { isBusy, submit } = useSubmit(form, async ({ reason, until }) => {
    const { body } = await deactivate({
      params: { user_id: user.id },
      body: { reason: reason.trim() || null, until: until || null },
    });
    toastSuccess(users.deactivateDone(1, nameOf(user)), {
      label: users.undo,
      onClick: () => onUndo(body.version),
    });
    onClose();
    await refresh();
  });
  return (
    <Dialog
      title={t.deactivateOneTitle(nameOf(user))}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <Button type="submit" color="red.8" loading={isBusy}>
          {users.deactivate}
        </Button>
      }
    >
      <p>{users.deactivateText}</p>
      <Textarea
        label={t.reason}
        description={t.reasonHint}
        maxLength={DEACTIVATION_REASON_MAX}
        autosize
        minRows={2}
        data-autofocus
        {...form.getInputProps('reason')}
      />
      <DateField
        label={t.until}
        description={t.untilHint}
        min={addDays(today, 1)}
        {...form.getInputProps('until')}
      />
    </Dialog>
  );
}
