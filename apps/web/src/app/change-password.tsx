import { Panel } from '../components/panel.tsx';
import { PasswordForm } from '../features/accounts/my-account/password-form.tsx';
import { usePageTitle } from '../platform/page-title.ts';
import { t } from './shell.texts.ts';

/** Replaces every page until a user with an assigned password has chosen their own. */
export function ChangePassword() {
  usePageTitle(t.changePasswordTitle);
  return (
    <Panel title={t.changePasswordTitle} text={t.changePasswordText} level={1}>
      <PasswordForm />
    </Panel>
  );
}
