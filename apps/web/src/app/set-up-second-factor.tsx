import { Stack } from '@mantine/core';
import { useState } from 'react';
import { Panel } from '../components/panel.tsx';
import { useRefreshUsers } from '../features/accounts/accounts.users.queries.ts';
import { t as passkeys } from '../features/accounts/my-account/accounts.passkeys.texts.ts';
import { t } from '../features/accounts/my-account/accounts.second-factor.texts.ts';
import { AddPasskey } from '../features/accounts/my-account/add-passkey.tsx';
import { RecoveryCodes } from '../features/accounts/my-account/recovery-codes.tsx';
import { SecondFactorSetup } from '../features/accounts/my-account/second-factor-setup.tsx';
import { usePageTitle } from '../platform/page-title.ts';
import { hasPasskeys } from '../platform/passkeys.ts';

/** Replaces every page once a required second factor is overdue. */
export function SetUpSecondFactor({ onDone }: { onDone: () => void }) {
  usePageTitle(t.dueTitle);
  const refresh = useRefreshUsers();
  const [codes, setCodes] = useState<string[]>();
  return (
    <Panel title={t.dueTitle} text={t.dueText} level={1}>
      {codes ? (
        <RecoveryCodes codes={codes} onKept={() => void refresh().then(onDone)} />
      ) : (
        <Stack align="flex-start">
          <SecondFactorSetup onDone={setCodes} />
          {hasPasskeys() && (
            <>
              <p>{passkeys.instead}</p>
              <AddPasskey onAdded={() => void refresh().then(onDone)} />
            </>
          )}
        </Stack>
      )}
    </Panel>
  );
}
