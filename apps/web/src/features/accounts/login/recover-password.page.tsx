import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { SubmitButton } from '../../../components/submit-button.tsx';
import { emailRule } from '../../../platform/account-rules.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { useForm } from '../../../platform/use-form.ts';
import { useSubmit } from '../../../platform/use-submit.tsx';
import { useRecoverPassword } from '../accounts.login.queries.ts';
import { t } from './accounts.recovery.texts.ts';
import { FormHeading } from './form-heading.tsx';

export function Page() {
  usePageTitle(t.recoverTitle);
  /** The address typed on the sign-in page. */
  const { email } = (useLocation().state ?? { email: '' }) as { email: string };
  const [sentTo, setSentTo] = useState<string>();
  const { mutateAsync: recover } = useRecoverPassword();
  const form = useForm({
    initialValues: { email },
    validate: { email: emailRule },
  });
  const { isBusy, onSubmit } = useSubmit(form, async ({ email }) => {
    await recover({ params: { email: email.trim() } });
    setSentTo(email.trim());
  });

  if (sentTo)
    return (
      <div role="status">
        <Stack gap="1.125rem">
          <FormHeading title={t.recoverSent} text={t.recoverSentText(sentTo)} />
          <Button type="button" variant="default" size="md" onClick={() => setSentTo(undefined)}>
            {t.recoverAgain}
          </Button>
          <Text c="dimmed" ta="center">
            <Link to="/login">{t.backToLogin}</Link>
          </Text>
        </Stack>
      </div>
    );
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="1.125rem">
        <FormHeading title={t.recoverTitle} text={t.recoverIntro} />
        <TextInput
          label={t.email}
          type="email"
          autoComplete="username"
          required
          autoFocus
          {...form.getInputProps('email')}
        />
        <SubmitButton isBusy={isBusy}>{t.recover}</SubmitButton>
        <Text c="dimmed" ta="center">
          <Link to="/login">{t.backToLogin}</Link>
        </Text>
      </Stack>
    </form>
  );
}
