import { Panel } from '../../../components/panel.tsx';
import { t } from './accounts.my-account.texts.ts';
import { PasswordForm } from './password-form.tsx';

export const PasswordPanel = () => (
  <Panel title={t.passwordTitle} text={t.passwordText}>
    <PasswordForm />
  </Panel>
);
