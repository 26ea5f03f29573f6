import { SimpleGrid } from '@mantine/core';
import { PageHeader } from '../../../components/page-header.tsx';
import { MyDataPanel } from '../../data-exports/my-data-panel.tsx';
import { t } from './accounts.preferences.texts.ts';
import { DeleteMePanel } from './delete-me-panel.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { AlertsPanel, PreferencesPanel } from './preferences-panel.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

export function Page() {
  return (
    <>
      <PageHeader title={t.myAccount} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} verticalSpacing={0}>
        <div>
          <ProfilePanel />
          <PasswordPanel />
          <SecondFactorPanel />
          <PasskeysPanel />
          <SessionsPanel />
        </div>
        <div>
          <PreferencesPanel />
          <AlertsPanel />
          <MyDataPanel />
          <DeleteMePanel />
        </div>
      </SimpleGrid>
    </>
  );
}
