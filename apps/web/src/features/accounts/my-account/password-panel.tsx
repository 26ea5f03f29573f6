import { Panel } from '../../../components/panel.tsx';
import { t } from '../users/accounts.user.texts.ts';
import { t as mine } from './accounts.my-account.texts.ts';
import { PasswordForm } from './password-form.tsx';

export const PasswordPanel = () => (
  <Panel title={t.passwordTitle} text={mine.passwordText}>
    <PasswordForm />
  </Panel>
);
