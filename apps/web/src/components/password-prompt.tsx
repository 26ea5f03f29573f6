import type { UserMe } from '@agora/contract/features/accounts/accounts.users.schema';
import { Button, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiError, hasCode } from '../platform/api-error.ts';
import { ME_KEY, tsr } from '../platform/client.ts';
import { errorText } from '../platform/errors.ts';
import { Localized } from '../platform/localized.tsx';
import { askForPasskey, isTurnedDown } from '../platform/passkeys.ts';
import { required, rules } from '../platform/rules.tsx';
import { rememberReturnPath } from '../platform/session.ts';
import { openProvider, signInProvider } from '../platform/sign-in-provider.ts';
import { toastError, toastWarning } from '../platform/toast.ts';
import { useBusy } from '../platform/use-busy.ts';
import { useForm } from '../platform/use-form.ts';
import { useSubmit } from '../platform/use-submit.tsx';
import { t } from './components.texts.ts';
import { Dialog } from './dialog.tsx';
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
  // Their password alone is not enough.
  if (byPasskey && !asksForCode)
    return (
      <Dialog
        title={t.confirmPasskey}
        onClose={() => onAnswer(false)}
        onSubmit={() => undefined}
        actions={byPasskey}
      >
        <p>{text}</p>
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
      {provider && (
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
      )}
    </Dialog>
  );
}

function PasskeyButton({ onVerified }: { onVerified: () => void }) {
  const { mutateAsync: start } = tsr.login.startPasskeyVerification.useMutation();
  const { mutateAsync: verify } = tsr.login.verifyPasskey.useMutation();
  const [isBusy, run] = useBusy(async () => {
    try {
      const { body: options } = await start({});
      await verify({ body: { passkey: await askForPasskey(options) } });
      onVerified();
    } catch (error) {
      if (isTurnedDown(error)) toastWarning(t.passkeyUnused);
      else toastError(error);
    }
  });
  return (
    <Button variant="default" loading={isBusy} onClick={() => void run()}>
      {t.passkeyAction}
    </Button>
  );
}
