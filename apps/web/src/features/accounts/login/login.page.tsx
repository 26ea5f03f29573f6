import { Anchor, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { PasswordField } from '../../../components/password-field.tsx';
import { SubmitButton } from '../../../components/submit-button.tsx';
import { emailRule, passwordGivenRule } from '../../../platform/account-rules.ts';
import { type ApiError, hasCode } from '../../../platform/api-error.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { loadPage, storeToken, takeReturnPath } from '../../../platform/session.ts';
import { useForm } from '../../../platform/use-form.ts';
import { useLogin } from '../accounts.login.queries.ts';
import { t } from './accounts.login.texts.ts';
import { CodeStep } from './code-step.tsx';
import { FormHeading } from './form-heading.tsx';
import { useSubmitWithToast } from './use-submit-with-toast.tsx';

/** The ticket for the second step. @throws {unknown} any error but the request for it */
function ticketOf(error: unknown): string {
  const ticket = hasCode(error, 'second_factor_required') && (error as ApiError).refusal.ticket;
  if (typeof ticket !== 'string') throw error;
  return ticket;
}

export function Page() {
  usePageTitle(t.loginTitle);
  const { mutateAsync: login } = useLogin();
  const [ticket, setTicket] = useState<string>();
  const form = useForm({
    initialValues: { username: '', password: '' },
    validate: { username: emailRule, password: passwordGivenRule },
  });
  const { isBusy, onSubmit } = useSubmitWithToast(
    form,
    async (values) => {
      const answer = await login({ body: values }).catch((error: unknown) => {
        setTicket(ticketOf(error));
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

  if (ticket !== undefined) return <CodeStep ticket={ticket} onBack={() => setTicket(undefined)} />;
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="1.125rem">
        <FormHeading title={t.loginTitle} text={t.loginIntro} />
        <TextInput
          label={t.email}
          type="email"
          autoComplete="username"
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
        <Text c="dimmed" ta="center">
          {t.noAccount} <Link to="/signup">{t.signUp}</Link>
        </Text>
      </Stack>
    </form>
  );
}
