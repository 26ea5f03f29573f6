import type { GetInputPropsReturnType } from '@mantine/form';
import { PasswordField } from '../../../components/password-field.tsx';
import { PasswordStrength } from '../../../components/password-strength.tsx';
import { t } from './accounts.login.texts.ts';

/** Props of the password field; `confirmation` has those of the second field. */
interface NewPasswordProps extends GetInputPropsReturnType {
  label: string;
  autoFocus?: boolean;
  confirmation: GetInputPropsReturnType;
}

/** Fields for a new password, with its strength, and for its confirmation. */
export const NewPassword = ({ confirmation, ...password }: NewPasswordProps) => (
  <>
    <div>
      <PasswordField autoComplete="new-password" required {...password} />
      <PasswordStrength password={password.value} />
    </div>
    <PasswordField label={t.confirmPassword} autoComplete="new-password" required {...confirmation} />
  </>
);
