import { Alert, Button, Group } from '@mantine/core';
import { toastError, toastSuccess } from '../../../platform/toast.ts';
import { useBusy } from '../../../platform/use-busy.ts';
import {
  useCancelEmailChange,
  useRefreshUsers,
  useResendEmailConfirmation,
} from '../accounts.users.queries.ts';
import { t } from './accounts.my-account.texts.ts';

/** The user's new address, until it is confirmed. */
export function PendingEmail({ email }: { email: string }) {
  const refresh = useRefreshUsers();
  const { mutateAsync: resend } = useResendEmailConfirmation();
  const { mutateAsync: cancel } = useCancelEmailChange();
  const [isBusy, run] = useBusy(async (action: () => Promise<unknown>, done: string) => {
    try {
      await action();
      toastSuccess(done);
    } catch (error) {
      toastError(error);
    }
    await refresh();
  });
  return (
    <Alert color="yellow" mb="lg" role="status">
      <p>{t.pendingEmail(email)}</p>
      <Group gap="xs">
        <Button
          variant="default"
          disabled={isBusy}
          onClick={() => void run(() => resend({}), t.confirmationSent)}
        >
          {t.resendConfirmation}
        </Button>
        <Button variant="default" disabled={isBusy} onClick={() => void run(() => cancel({}), t.emailKept)}>
          {t.cancelEmailChange}
        </Button>
      </Group>
    </Alert>
  );
}
