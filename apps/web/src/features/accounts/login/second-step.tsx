import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { SubmitButton } from '../../../components/submit-button.tsx';
import { type ApiError, hasCode } from '../../../platform/api-error.ts';
import { askForPasskey, isTurnedDown } from '../../../platform/passkeys.ts';
import { required, rules } from '../../../platform/rules.tsx';
import { loadPage, storeToken, takeReturnPath } from '../../../platform/session.ts';
import { toastError, toastWarning } from '../../../platform/toast.ts';
import { useBusy } from '../../../platform/use-busy.ts';
import { useForm } from '../../../platform/use-form.ts';
import { useLoginSecondFactor, useStartPasskeyLogin } from '../accounts.login.queries.ts';
import { t } from './accounts.login.texts.ts';
import { FormHeading } from './form-heading.tsx';
import { useSubmitWithToast } from './use-submit-with-toast.tsx';

export interface SecondStep {
  ticket: string;
  /** `code`, `passkey` or both. */
  factors: readonly string[];
}

/** The second step that the service asks for. @throws {unknown} any other error */
export function secondStepOf(error: unknown): SecondStep {
  if (!hasCode(error, 'second_factor_required')) throw error;
  const { ticket, allowed } = (error as ApiError).refusal;
  if (ticket === undefined) throw error;
  return { ticket, factors: allowed ?? ['code'] };
}

interface SecondStepProps extends SecondStep {
  onBack: () => void;
}

/** The second step of a sign-in: a code of the app, a recovery code, or a passkey. */
export function SecondStepForm(props: SecondStepProps) {
  const [isRecovery, setRecovery] = useState(false);
  if (!props.factors.includes('code')) return <PasskeyStep {...props} />;
  // Another form: what fills in codes of the app does not fill in the other ones.
  return (
    <CodeForm
      key={String(isRecovery)}
      {...props}
      isRecovery={isRecovery}
      onSwitch={() => setRecovery(!isRecovery)}
    />
  );
}

interface CodeFormProps extends SecondStepProps {
  isRecovery: boolean;
  onSwitch: () => void;
}

function CodeForm({ ticket, factors, onBack, isRecovery, onSwitch }: CodeFormProps) {
  const { mutateAsync: login } = useLoginSecondFactor();
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: rules(required(() => t.codeRequired)) },
  });
  const { isBusy, onSubmit } = useSubmitWithToast(
    form,
    async ({ code }) => {
      const { body } = await login({ body: { ticket, code } });
      storeToken(body.access_token);
      await loadPage(takeReturnPath());
    },
    {
      incorrect_code: ['code', () => t.incorrectCode],
      invalid_ticket: ['code', () => t.ticketExpired],
      inactive_user: ['code', () => t.deactivated],
    },
  );
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="1.125rem">
        <FormHeading title={t.secondStep} text={isRecovery ? t.recoveryIntro : t.codeIntro} />
        <TextInput
          label={isRecovery ? t.recoveryCode : t.code}
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          inputMode={isRecovery ? 'text' : 'numeric'}
          required
          autoFocus
          {...form.getInputProps('code')}
        />
        <SubmitButton isBusy={isBusy}>{t.logIn}</SubmitButton>
        {factors.includes('passkey') && <PasskeyButton ticket={ticket} />}
        <Button variant="subtle" onClick={onSwitch}>
          {isRecovery ? t.byApp : t.byRecoveryCode}
        </Button>
        <Button variant="subtle" onClick={onBack}>
          {t.back}
        </Button>
      </Stack>
    </form>
  );
}

/** The second step of those who have passkeys alone. */
const PasskeyStep = ({ ticket, onBack }: SecondStepProps) => (
  <Stack gap="1.125rem">
    <FormHeading title={t.secondStep} text={t.passkeyIntro} />
    <PasskeyButton ticket={ticket} isOnly />
    <Button variant="subtle" onClick={onBack}>
      {t.back}
    </Button>
  </Stack>
);

function PasskeyButton({ ticket, isOnly = false }: { ticket: string; isOnly?: boolean }) {
  const { mutateAsync: start } = useStartPasskeyLogin();
  const { mutateAsync: login } = useLoginSecondFactor();
  const [isBusy, run] = useBusy(async () => {
    try {
      const { body: options } = await start({});
      const { body } = await login({ body: { ticket, passkey: await askForPasskey(options) } });
      storeToken(body.access_token);
      await loadPage(takeReturnPath());
    } catch (error) {
      if (isTurnedDown(error)) toastWarning(t.passkeyTurnedDown);
      else toastError(error);
    }
  });
  return (
    <Button
      variant={isOnly ? 'filled' : 'default'}
      autoFocus={isOnly}
      loading={isBusy}
      onClick={() => void run()}
    >
      {t.passkeyAction}
    </Button>
  );
}
