import { Panel } from '../../components/panel.tsx';
import { PasswordForm } from './password-form.tsx';
import { t } from './users.texts.ts';

export const PasswordPanel = () => (
  <Panel title={t.passwordTitle} text={t.passwordText}>
    <PasswordForm />
  </Panel>
);
