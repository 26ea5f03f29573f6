import type { UserMe } from '@agora/contract/features/accounts/accounts.users.schema';
import { Button, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiError, hasCode } from '../platform/api-error.ts';
import { ME_KEY, tsr } from '../platform/client.ts';
import { errorText } from '../platform/errors.ts';
import { Localized } from '../platform/localized.tsx';
import { required, rules } from '../platform/rules.tsx';
import { rememberReturnPath } from '../platform/session.ts';
import { openProvider, signInProvider } from '../platform/sign-in-provider.ts';
import { toastError } from '../platform/toast.ts';
import { useForm } from '../platform/use-form.ts';
import { useSubmit } from '../platform/use-submit.tsx';
import { t } from './components.texts.ts';
import { Dialog } from './dialog.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { PasswordField } from './password-field.tsx';

interface PasswordPromptProps {
  text: string;
  onAnswer: (isCorrect: boolean) => void;
}

const CODE_PROBLEMS = ['second_factor_required', 'incorrect_code'] as const;

/** Asks for the password, and for a code of those who sign in with one. */
export function PasswordPrompt({ text, onAnswer }: PasswordPromptProps) {
  const { mutateAsync: verify } = tsr.login.verifyPassword.useMutation();
  const me = useQueryClient().getQueryData<{ body: Partial<UserMe> }>(ME_KEY)?.body;
  // The service may know of a second factor that another session has set up.
  const [factors, setFactors] = useState<readonly string[]>(me?.second_factors ?? []);
  const asksForCode = factors.includes('code');
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: {
      password: rules(required(() => t.passwordRequired)),
      code: asksForCode ? rules(required(() => t.codeRequired)) : () => null,
    },
  });
  const { isBusy, submit } = useSubmit(
    form,
    async ({ password, code }) => {
      await verify({ body: { password, ...(asksForCode && { code }) } });
      onAnswer(true);
    },
    (error) => {
      if (hasCode(error, 'second_factor_required'))
        setFactors((error as ApiError).refusal.allowed ?? ['code']);
      const isAboutCode = CODE_PROBLEMS.some((code) => hasCode(error, code));
      form.setFieldError(isAboutCode ? 'code' : 'password', <Localized text={() => errorText(error)} />);
    },
  );
  const { mutateAsync: startAtProvider } = tsr.oidc.startOidcConfirmation.useMutation();
  const provider = me?.oidc_linked_at ? signInProvider() : '';

  async function leaveForProvider(): Promise<void> {
    try {
      const { body } = await startAtProvider({});
      rememberReturnPath(window.location.pathname + window.location.search);
      openProvider(body, true);
    } catch (error) {
      toastError(error);
    }
  }

  const byPasskey = factors.includes('passkey') && <PasskeyButton onVerified={() => onAnswer(true)} />;
  const byProvider = provider && (
    <div>
      <Button
        variant="default"
        fullWidth
        h="auto"
        mih="2.25rem"
        py={6}
        styles={{ label: { whiteSpace: 'normal' } }}
        onClick={() => void leaveForProvider()}
      >
        {t.confirmWith(provider)}
      </Button>
      <Text c="dimmed" size="xs" mt={6}>
        {t.leavesPage}
      </Text>
    </div>
  );
  const hasPassword = me?.has_password ?? true;
  // Their password alone is not enough, or they have none.
  if ((byPasskey && !asksForCode) || (!hasPassword && (byPasskey || byProvider)))
    return (
      <Dialog
        title={byPasskey ? t.confirmPasskey : t.confirmProvider}
        onClose={() => onAnswer(false)}
        onSubmit={() => undefined}
        actions={byPasskey}
      >
        <p>{text}</p>
        {byProvider}
      </Dialog>
    );
  return (
    <Dialog
      title={t.confirmPassword}
      onClose={() => onAnswer(false)}
      onSubmit={submit}
      actions={
        <>
          {byPasskey}
          <Button type="submit" loading={isBusy}>
            {t.confirm}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      <PasswordField
        label={t.yourPassword}
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
      {asksForCode && (
        <TextInput
          label={t.yourCode}
          description={t.codeHint}
          inputMode="numeric"
          autoComplete="one-time-code"
          {...form.getInputProps('code')}
        />
      )}
      {byProvider}
    </Dialog>
  );
}
