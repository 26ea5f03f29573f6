import { Stack } from '@mantine/core';
import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { SubmitButton } from '../../../components/submit-button.tsx';
import { confirmationRule, newPasswordRule } from '../../../platform/account-rules.ts';
import { hasCode } from '../../../platform/api-error.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { isSignedIn } from '../../../platform/session.ts';
import { toastAccountSuccess, toastError } from '../../../platform/toast.ts';
import { useForm } from '../../../platform/use-form.ts';
import { useSubmit } from '../../../platform/use-submit.tsx';
import { useResetPassword } from '../accounts.login.queries.ts';
import { t } from './accounts.recovery.texts.ts';
import { BadLink } from './bad-link.tsx';
import { FormHeading } from './form-heading.tsx';
import { NewPassword } from './new-password.tsx';
import { SignedIn } from './signed-in.tsx';
import { useLinkToken } from './use-link-token.ts';

export function Page() {
  const token = useLinkToken();
  const [hasSession, setSession] = useState(isSignedIn);
  if (!hasSession) return <ResetForm token={token} />;
  return token ? <SignedIn onSignedOut={() => setSession(false)} /> : <Navigate to="/dashboard" replace />;
}

function ResetForm({ token }: { token: string | undefined }) {
  usePageTitle(t.resetTitle);
  const navigate = useNavigate();
  const { mutateAsync: reset } = useResetPassword();
  const [isLinkBad, setLinkBad] = useState(false);
  const form = useForm({
    initialValues: { new_password: '', confirm_password: '' },
    validate: {
      new_password: newPasswordRule,
      confirm_password: (value, { new_password }) => confirmationRule(value, new_password),
    },
  });
  const { isBusy, onSubmit } = useSubmit(
    form,
    async ({ new_password }) => {
      await reset({ body: { token: token ?? '', new_password } });
      toastAccountSuccess(t.resetDone);
      await navigate('/login', { replace: true });
    },
    (error) => (hasCode(error, 'invalid_token') ? setLinkBad(true) : toastError(error)),
  );

  if (!token) return <BadLink reason={t.linkMissing} />;
  if (isLinkBad) return <BadLink reason={t.linkBad} />;
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="1.125rem">
        <FormHeading title={t.resetTitle} text={t.resetIntro} />
        <NewPassword
          label={t.newPassword}
          autoFocus
          {...form.getInputProps('new_password')}
          confirmation={form.getInputProps('confirm_password')}
        />
        <SubmitButton isBusy={isBusy}>{t.reset}</SubmitButton>
      </Stack>
    </form>
  );
}
