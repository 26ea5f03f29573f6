import { Stack, Text, TextInput } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { SubmitButton } from '../../../components/submit-button.tsx';
import {
  confirmationRule,
  emailRule,
  FULL_NAME_MIN,
  fullNameRule,
  newPasswordRule,
} from '../../../platform/account-rules.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { toastAccountSuccess } from '../../../platform/toast.ts';
import { useForm } from '../../../platform/use-form.ts';
import { useRegister } from '../accounts.login.queries.ts';
import { t } from './accounts.login.texts.ts';
import { FormHeading } from './form-heading.tsx';
import { NewPassword } from './new-password.tsx';
import { useSubmitWithToast } from './use-submit-with-toast.tsx';

export function Page() {
  usePageTitle(t.signupTitle);
  const navigate = useNavigate();
  const { mutateAsync: register } = useRegister();
  const form = useForm({
    initialValues: { full_name: '', email: '', password: '', confirm_password: '' },
    validate: {
      full_name: fullNameRule,
      email: emailRule,
      password: newPasswordRule,
      confirm_password: (value, { password }) => confirmationRule(value, password),
    },
  });
  const { isBusy, onSubmit } = useSubmitWithToast(
    form,
    async (body) => {
      await register({ body });
      toastAccountSuccess(t.signedUp);
      await navigate('/login');
    },
    { email_taken_on_signup: ['email', () => t.emailTaken] },
  );

  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="1.125rem">
        <FormHeading title={t.signupTitle} text={t.signupIntro} />
        <TextInput
          label={t.fullName}
          autoComplete="name"
          minLength={FULL_NAME_MIN}
          required
          autoFocus
          {...form.getInputProps('full_name')}
        />
        <TextInput
          label={t.email}
          type="email"
          autoComplete="email"
          required
          {...form.getInputProps('email')}
        />
        <NewPassword
          label={t.password}
          {...form.getInputProps('password')}
          confirmation={form.getInputProps('confirm_password')}
        />
        <SubmitButton isBusy={isBusy}>{t.signUpAction}</SubmitButton>
        <Text c="dimmed" ta="center">
          {t.haveAccount} <Link to="/login">{t.toLogin}</Link>
        </Text>
      </Stack>
    </form>
  );
}
