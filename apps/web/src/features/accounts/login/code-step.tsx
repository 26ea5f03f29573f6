import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { SubmitButton } from '../../../components/submit-button.tsx';
import { required, rules } from '../../../platform/rules.tsx';
import { loadPage, storeToken, takeReturnPath } from '../../../platform/session.ts';
import { useForm } from '../../../platform/use-form.ts';
import { useLoginSecondFactor } from '../accounts.login.queries.ts';
import { t } from './accounts.login.texts.ts';
import { FormHeading } from './form-heading.tsx';
import { useSubmitWithToast } from './use-submit-with-toast.tsx';

interface CodeStepProps {
  ticket: string;
  onBack: () => void;
}

/** The second step of a sign-in: a code of the app, or a recovery code. */
export function CodeStep(props: CodeStepProps) {
  const [isRecovery, setRecovery] = useState(false);
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

interface CodeFormProps extends CodeStepProps {
  isRecovery: boolean;
  onSwitch: () => void;
}

function CodeForm({ ticket, onBack, isRecovery, onSwitch }: CodeFormProps) {
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
