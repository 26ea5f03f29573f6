import { Button } from '@mantine/core';
import { Panel } from '../../../components/panel.tsx';
import { toastError, toastSuccess } from '../../../platform/toast.ts';
import { useBusy } from '../../../platform/use-busy.ts';
import { useRecoverPassword } from '../accounts.login.queries.ts';
import { useCurrentUser } from '../accounts.users.queries.ts';
import { t } from './accounts.my-account.texts.ts';
import { PasswordForm } from './password-form.tsx';

export function PasswordPanel() {
  const { has_password } = useCurrentUser();
  return (
    <Panel title={t.passwordTitle} text={has_password ? t.passwordText : t.noPasswordText}>
      {has_password ? <PasswordForm /> : <LinkButton />}
    </Panel>
  );
}

/** For those who sign in by the provider alone. */
function LinkButton() {
  const { email } = useCurrentUser();
  const { mutateAsync: recover } = useRecoverPassword();
  const [isBusy, run] = useBusy(async () => {
    try {
      await recover({ params: { email } });
      toastSuccess(t.passwordLinkSent(email));
    } catch (error) {
      toastError(error);
    }
  });
  return (
    <Button variant="default" loading={isBusy} onClick={() => void run()}>
      {t.sendPasswordLink}
    </Button>
  );
}
