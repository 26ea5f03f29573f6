import { contract } from 'virtual:contract';
import { Alert, Button, Group } from '@mantine/core';
import { call } from '../../../platform/api.ts';
import { toastError, toastSuccess } from '../../../platform/toast.ts';
import { useBusy } from '../../../platform/use-busy.ts';
import { useRefreshUsers } from '../accounts.users.queries.ts';
import { t } from '../accounts.users.texts.ts';

/** One's own new address, until the mail to it is answered. */
export function PendingEmail({ email }: { email: string }) {
  const refresh = useRefreshUsers();
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
          onClick={() => void run(() => call(contract.users.resendEmailConfirmation, {}), t.confirmationSent)}
        >
          {t.resendConfirmation}
        </Button>
        <Button
          variant="default"
          disabled={isBusy}
          onClick={() => void run(() => call(contract.users.cancelEmailChange, {}), t.emailKept)}
        >
          {t.cancelEmailChange}
        </Button>
      </Group>
    </Alert>
  );
}
