import { Anchor, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { PasswordField } from '../../../components/password-field.tsx';
import { SubmitButton } from '../../../components/submit-button.tsx';
import { emailRule, passwordGivenRule } from '../../../platform/account-rules.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { loadPage, storeToken, takeReturnPath } from '../../../platform/session.ts';
import { useForm } from '../../../platform/use-form.ts';
import { useLogin } from '../accounts.login.queries.ts';
import { t } from './accounts.login.texts.ts';
import { FormHeading } from './form-heading.tsx';
import { PasskeyLogin } from './passkey-login.tsx';
import { ProviderButton } from './provider-button.tsx';
import { type SecondStep, SecondStepForm, secondStepOf } from './second-step.tsx';
import { useSubmitWithToast } from './use-submit-with-toast.tsx';

export function Page() {
  usePageTitle(t.loginTitle);
  const { mutateAsync: login } = useLogin();
  const [step, setStep] = useState<SecondStep>();
  const form = useForm({
    initialValues: { username: '', password: '' },
    validate: { username: emailRule, password: passwordGivenRule },
  });
  const { isBusy, onSubmit } = useSubmitWithToast(
    form,
    async (values) => {
      const answer = await login({ body: values }).catch((error: unknown) => {
        setStep(secondStepOf(error));
      });
      if (!answer) return;
      storeToken(answer.body.access_token);
      await loadPage(takeReturnPath());
    },
    {
      incorrect_credentials: ['password', () => t.incorrectCredentials],
      inactive_user: ['username', () => t.deactivated],
    },
  );

  if (step) return <SecondStepForm {...step} onBack={() => setStep(undefined)} />;
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="1.125rem">
        <FormHeading title={t.loginTitle} text={t.loginIntro} />
        <TextInput
          label={t.email}
          type="email"
          autoComplete="username webauthn"
          required
          autoFocus
          {...form.getInputProps('username')}
        />
        <div>
          <PasswordField
            label={t.password}
            autoComplete="current-password"
            required
            {...form.getInputProps('password')}
          />
          <Anchor
            to="/recover-password"
            state={{ email: form.values.username }}
            size="xs"
            fw={600}
            display="inline-block"
            mt={6}
            py={4}
            component={Link}
          >
            {t.forgot}
          </Anchor>
        </div>
        <SubmitButton isBusy={isBusy}>{t.logIn}</SubmitButton>
        <PasskeyLogin />
        <ProviderButton />
        <Text c="dimmed" ta="center">
          {t.noAccount} <Link to="/signup">{t.signUp}</Link>
        </Text>
      </Stack>
    </form>
  );
}
