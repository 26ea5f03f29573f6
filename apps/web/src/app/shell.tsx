import { ActionIcon, Skeleton } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Link, Outlet, useLocation } from 'react-router';
import { LanguageSwitch } from '../components/language-switch.tsx';
import { LoadFailure } from '../components/load-failure.tsx';
import { Logo } from '../components/logo.tsx';
import { ThemeToggle } from '../components/theme-toggle.tsx';
import {
  useApplyPreferences,
  useUpdateLocale,
  useUpdatePreferences,
} from '../features/preferences/preferences.queries.ts';
import { useMe } from '../features/users/users.queries.ts';
import { t } from './app.texts.ts';
import { ErrorPage } from './error-page.tsx';
import { MenuList } from './menu-list.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { Overlays } from './overlays.tsx';
import { RouteAnnouncer } from './route-announcer.tsx';
import classes from './shell.module.css';
import { UserMenu } from './user-menu.tsx';

const DrawerMenu = lazy(() => import('./drawer-menu.tsx'));
const LiveUpdates = lazy(() => import('./live-updates.tsx'));
const ChangePassword = lazy(() => import('./change-password.tsx'));

/** Around every page of the back-office. */
export function Shell({ isLoading }: { isLoading: boolean }) {
  const me = useMe();
  const user = me.data?.body;
  const preferences = useApplyPreferences(user?.locale);
  const updateLocale = useUpdateLocale();
  const updatePreferences = useUpdatePreferences();
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const { pathname } = useLocation();

  return (
    <div className={classes.shell} data-density={preferences?.density}>
      <a href="#content" className={classes.skip}>
        {t.skip}
      </a>
      <header className={classes.bar}>
        <ActionIcon
          className={classes.burger}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t.openMenu}
          aria-haspopup="dialog"
          onClick={() => setDrawerOpen(true)}
        >
          <IconMenu2 size={20} aria-hidden />
        </ActionIcon>
        <Link to="/dashboard" className={classes.home} aria-label={t.home}>
          <Logo size={28} />
        </Link>
        {user && <Overlays user={user} areShortcutsOn={preferences?.shortcuts ?? false} />}
        <div className={classes.tools}>
          <LanguageSwitch onChange={(locale) => void updateLocale(locale)} />
          <ThemeToggle onChange={(theme) => void updatePreferences({ theme })} />
          {user ? <UserMenu user={user} /> : <Skeleton circle width={34} height={34} />}
        </div>
        {isLoading && <div className={classes.progress} />}
      </header>
      <nav className={classes.sidebar} aria-label={t.mainMenu}>
        {user ? <MenuList user={user} /> : <MenuSkeleton />}
      </nav>
      <main id="content" tabIndex={-1} className={classes.main}>
        <OfflineNotice />
        {user && (
          <ErrorBoundary FallbackComponent={ErrorPage} resetKeys={[pathname]}>
            <Suspense>{user.must_change_password ? <ChangePassword /> : <Outlet />}</Suspense>
          </ErrorBoundary>
        )}
        {!user && me.isError && <LoadFailure error={me.error} onRetry={() => void me.refetch()} />}
        {!user && !me.isError && <PageSkeleton />}
      </main>
      {user && isDrawerOpen && (
        <Suspense>
          <DrawerMenu user={user} onClose={() => setDrawerOpen(false)} />
        </Suspense>
      )}
      <Suspense>{user?.is_superuser && <LiveUpdates />}</Suspense>
      <RouteAnnouncer />
    </div>
  );
}

const MenuSkeleton = () => (
  <div className={classes.menuSkeleton} aria-hidden>
    {Array.from({ length: 8 }, (_, index) => (
      <Skeleton key={index} height={36} radius="md" />
    ))}
  </div>
);

const PageSkeleton = () => (
  <div role="status" aria-label={t.loading}>
    <Skeleton height={32} width={220} mb="lg" />
    <Skeleton height={240} radius="lg" />
  </div>
);
