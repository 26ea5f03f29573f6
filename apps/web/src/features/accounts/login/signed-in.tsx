import { nameAndAddressOf } from '@agora/contract/features/accounts/accounts.names.rules';
import { Button, Skeleton, Stack } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { SubmitButton } from '../../../components/submit-button.tsx';
import { ApiError } from '../../../platform/api-error.ts';
import { deleteAllDrafts } from '../../../platform/drafts.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { deleteToken } from '../../../platform/session.ts';
import { useBusy } from '../../../platform/use-busy.ts';
import { endCurrentSession } from '../accounts.sessions.queries.ts';
import { useOptionalMe } from '../accounts.users.queries.ts';
import { t } from './accounts.recovery.texts.ts';
import { FormHeading } from './form-heading.tsx';

/** Asks before using a link, which may be for another account, in a browser that has a session. */
export function SignedIn({ onSignedOut }: { onSignedOut: () => void }) {
  usePageTitle(t.signedInTitle);
  const { data, error, isPending } = useOptionalMe();
  const hasSessionEnded = error instanceof ApiError && (error.status === 401 || error.status === 403);
  const proceed = useEffectEvent(() => {
    deleteToken();
    onSignedOut();
  });
  useEffect(() => {
    if (hasSessionEnded) proceed();
  }, [hasSessionEnded]);
  const [isBusy, signOut] = useBusy(async () => {
    deleteAllDrafts();
    await endCurrentSession();
    onSignedOut();
  });

  if (isPending || hasSessionEnded) return <Skeleton height={220} />;
  return (
    <div>
      <Stack gap="1.125rem">
        <FormHeading
          title={t.signedInTitle}
          text={[data && t.signedInAs(nameAndAddressOf(data.body)), t.signedInText].filter(Boolean).join(' ')}
        />
        <SubmitButton isBusy={isBusy} onClick={() => void signOut()}>
          {t.signOutAndContinue}
        </SubmitButton>
        <Button href="/dashboard" variant="default" component="a">
          {t.toDashboard}
        </Button>
      </Stack>
    </div>
  );
}
