import { useState } from 'react';
import { Panel } from '../components/panel.tsx';
import { useRefreshUsers } from '../features/accounts/accounts.users.queries.ts';
import { t } from '../features/accounts/my-account/accounts.second-factor.texts.ts';
import { RecoveryCodes } from '../features/accounts/my-account/recovery-codes.tsx';
import { SecondFactorSetup } from '../features/accounts/my-account/second-factor-setup.tsx';
import { usePageTitle } from '../platform/page-title.ts';

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
        <SecondFactorSetup onDone={setCodes} />
      )}
    </Panel>
  );
}
