import { Button, Stack, TextInput } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { PasskeyButton } from '../../../components/passkey-button.tsx';
import { SubmitButton } from '../../../components/submit-button.tsx';
import { hasCode } from '../../../platform/api-error.ts';
import { errorText } from '../../../platform/errors.ts';
import { Localized } from '../../../platform/localized.tsx';
import { usePageTitle } from '../../../platform/page-title.ts';
import { required, rules } from '../../../platform/rules.tsx';
import { isSignedIn, loadPage, storeToken, takeReturnPath } from '../../../platform/session.ts';
import {
  deleteAttempt,
  readAttempt,
  returnedQuery,
  signInProvider,
} from '../../../platform/sign-in-provider.ts';
import { useForm } from '../../../platform/use-form.ts';
import { useSubmit } from '../../../platform/use-submit.tsx';
import { useCompleteOidcConfirmation, useCompleteOidcLogin } from '../accounts.oidc.queries.ts';
import { useOptionalMe } from '../accounts.users.queries.ts';
import { t } from './accounts.oidc.texts.ts';
import { FormHeading } from './form-heading.tsx';
import { type SecondStep, SecondStepForm, secondStepOf } from './second-step.tsx';

interface Return {
  attempt: string;
  query: string;
}

/** Where the OpenID Connect provider returns to. */
export function Page() {
  usePageTitle(t.title(signInProvider()));
  const [begun] = useState(() => ({ attempt: readAttempt(), query: returnedQuery() }));
  const { attempt, query } = begun;
  if (!attempt || !query) return <Failed text={t.noAttempt} />;
  const returned = { attempt: attempt.attempt, query };
  if (!attempt.isConfirmation) return <SignIn returned={returned} />;
  return isSignedIn() ? <Confirmation returned={returned} /> : <Failed text={t.signedOut} />;
}

/** Runs once, although effects run twice in development. */
function useOnce(action: () => Promise<void>): void {
  const hasRun = useRef(false);
  const run = useEffectEvent(action);
  useEffect(() => {
    if (hasRun.current) return;
    hasRun.current = true;
    void run();
  }, []);
}

function SignIn({ returned }: { returned: Return }) {
  const { mutateAsync: complete } = useCompleteOidcLogin();
  const [step, setStep] = useState<SecondStep>();
  const [error, setError] = useState<unknown>();
  useOnce(async () => {
    deleteAttempt();
    try {
      const { body } = await complete({ body: returned });
      storeToken(body.access_token);
      await loadPage(takeReturnPath());
    } catch (failure) {
      try {
        setStep(secondStepOf(failure));
      } catch {
        setError(failure);
      }
    }
  });
  if (step) return <SecondStepForm {...step} onBack={() => void loadPage('/login')} />;
  if (error !== undefined) return <Failed text={errorText(error)} />;
  return <Waiting />;
}

const Waiting = () => (
  <div role="status">
    <FormHeading title={t.title(signInProvider())} text={t.signingIn} />
  </div>
);

/** With a full page load, as at every sign-in. */
const Failed = ({ text }: { text: string }) => (
  <div role="alert">
    <Stack gap="1.125rem">
      <FormHeading title={t.failed} text={text} />
      <Button component="a" href="/login">
        {t.toLogin}
      </Button>
    </Stack>
  </div>
);

/** Takes the place of the password: of those with a second factor it asks for a code as well, before the return is used. */
function Confirmation({ returned }: { returned: Return }) {
  const { data, error } = useOptionalMe();
  const me = data?.body;
  if (error) return <Failed text={errorText(error)} />;
  if (!me) return <Waiting />;
  const needsCode = me.second_factors.includes('code');
  if (needsCode) return <ConfirmationByCode returned={returned} />;
  return <PlainConfirmation returned={returned} hasPasskey={me.second_factors.includes('passkey')} />;
}

/** The provider may have asked for a second factor itself; otherwise a passkey takes its place, and that of the password. */
function PlainConfirmation({ returned, hasPasskey }: { returned: Return; hasPasskey: boolean }) {
  const { mutateAsync: confirm } = useCompleteOidcConfirmation();
  const [outcome, setOutcome] = useState<{ error?: unknown }>();
  useOnce(async () => {
    deleteAttempt();
    setOutcome(
      await confirm({ body: returned }).then(
        () => ({}),
        (error: unknown) => ({ error }),
      ),
    );
  });
  if (!outcome) return <Waiting />;
  if (hasPasskey && hasCode(outcome.error, 'second_factor_required'))
    return (
      <Stack gap="1.125rem">
        <FormHeading title={t.confirmByPasskeyTitle} text={t.confirmByPasskeyText} />
        <PasskeyButton onVerified={() => setOutcome({})} />
      </Stack>
    );
  return outcome.error === undefined ? <Confirmed /> : <ConfirmationFailed error={outcome.error} />;
}

function ConfirmationByCode({ returned }: { returned: Return }) {
  const { mutateAsync: confirm } = useCompleteOidcConfirmation();
  const [outcome, setOutcome] = useState<{ error?: unknown }>();
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: rules(required(() => t.codeRequired)) },
  });
  const { isBusy, onSubmit } = useSubmit(
    form,
    async ({ code }) => {
      await confirm({ body: { ...returned, code } });
      deleteAttempt();
      setOutcome({});
    },
    (error) => {
      // Any other answer has used the return up.
      if (hasCode(error, 'incorrect_code'))
        form.setFieldError('code', <Localized text={() => errorText(error)} />);
      else {
        deleteAttempt();
        setOutcome({ error });
      }
    },
  );
  if (outcome)
    return outcome.error === undefined ? <Confirmed /> : <ConfirmationFailed error={outcome.error} />;
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="1.125rem">
        <FormHeading title={t.confirmTitle} text={t.confirmIntro} />
        <TextInput
          label={t.code}
          autoComplete="one-time-code"
          inputMode="numeric"
          required
          autoFocus
          {...form.getInputProps('code')}
        />
        <SubmitButton isBusy={isBusy}>{t.confirm}</SubmitButton>
      </Stack>
    </form>
  );
}

const goBack = () => void loadPage(takeReturnPath());

const Confirmed = () => (
  <div role="status">
    <Stack gap="1.125rem">
      <FormHeading title={t.confirmed} text={t.confirmedText} />
      <SubmitButton isBusy={false} onClick={goBack}>
        {t.goBack}
      </SubmitButton>
    </Stack>
  </div>
);

const ConfirmationFailed = ({ error }: { error: unknown }) => (
  <div role="alert">
    <Stack gap="1.125rem">
      <FormHeading title={t.failed} text={errorText(error)} />
      <SubmitButton isBusy={false} onClick={goBack}>
        {t.goBack}
      </SubmitButton>
    </Stack>
  </div>
);
