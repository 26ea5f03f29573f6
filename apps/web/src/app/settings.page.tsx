import { PageHeader } from '../components/page-header.tsx';
import { PreferencesPanel } from '../features/preferences/preferences-panel.tsx';
import { SessionsPanel } from '../features/sessions/sessions-panel.tsx';
import { DeleteMePanel } from '../features/users/delete-me-panel.tsx';
import { PasswordPanel } from '../features/users/password-panel.tsx';
import { ProfilePanel } from '../features/users/profile-panel.tsx';
import { t } from './app.texts.ts';

export function Page() {
  return (
    <>
      <PageHeader title={t.settings} />
      <ProfilePanel />
      <PasswordPanel />
      <PreferencesPanel />
      <SessionsPanel />
      <DeleteMePanel />
    </>
  );
}
