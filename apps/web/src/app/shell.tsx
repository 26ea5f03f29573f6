import { ActionIcon, AppShell, Group, Skeleton, Stack } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { lazy, Suspense, startTransition, useEffect, useEffectEvent, useState } from 'react';
import { Link, NavigationType, Outlet, useLocation, useNavigation, useNavigationType } from 'react-router';
import { LanguageSwitch } from '../components/language-switch.tsx';
import { LoadFailure } from '../components/load-failure.tsx';
import { Logo } from '../components/logo.tsx';
import { ThemeToggle } from '../components/theme-toggle.tsx';
import {
  useApplyPreferences,
  useUpdateLocale,
  useUpdatePreferences,
} from '../features/accounts/accounts.preferences.queries.ts';
import { useMe } from '../features/accounts/accounts.users.queries.ts';
import { AuditedContext } from '../platform/audited.ts';
import { t } from './app.texts.ts';
import { AUDITED } from './features.ts';
import { LiveUpdates } from './live-updates.tsx';
import { MenuList } from './menu-list.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { Overlays } from './overlays.tsx';
import { RouteAnnouncer } from './route-announcer.tsx';
import classes from './shell.module.css';

const DrawerMenu = lazy(() => import('./drawer-menu.tsx'));
const UserMenu = lazy(() => import('./user-menu.tsx'));
const ChangePassword = lazy(() => import('./change-password.tsx'));

/** Layout of every page of the back-office. */
export function Shell() {
  const me = useMe();
  const user = me.data?.body;
  const preferences = useApplyPreferences(user?.locale);
  const updateLocale = useUpdateLocale();
  const updatePreferences = useUpdatePreferences();
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const isLoading = useNavigation().state !== 'idle';
  useScrollToTop();

  return (
    <AppShell
      header={{ height: '3.5rem' }}
      navbar={{ width: '16.25rem', breakpoint: 'md', collapsed: { mobile: true } }}
      data-density={preferences?.density}
    >
      <a href="#content" className={classes.skip}>
        {t.skip}
      </a>
      <AppShell.Header px="md">
        <Group h="100%" wrap="nowrap">
          <ActionIcon
            hiddenFrom="md"
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t.openMenu}
            aria-haspopup="dialog"
            onClick={() => startTransition(() => setDrawerOpen(true))}
          >
            <IconMenu2 size={20} aria-hidden />
          </ActionIcon>
          <Link to="/dashboard" className={classes.home} aria-label={t.home}>
            <Logo size={28} />
          </Link>
          {user && <Overlays user={user} areShortcutsOn={preferences?.shortcuts ?? false} />}
          <Group gap={6} wrap="nowrap" ms="auto">
            <LanguageSwitch onChange={(locale) => updateLocale(locale)} />
            <ThemeToggle onChange={(theme) => updatePreferences({ theme })} />
            <Suspense fallback={<Skeleton circle width={34} height={34} />}>
              {user && <UserMenu user={user} />}
            </Suspense>
          </Group>
        </Group>
        {isLoading && <div className={classes.progress} />}
      </AppShell.Header>
      <AppShell.Navbar visibleFrom="md" aria-label={t.mainMenu} px="sm" py="md">
        {user ? <MenuList user={user} /> : <MenuSkeleton />}
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} className={classes.main ?? ''}>
        <OfflineNotice />
        {user && (
          <Suspense>
            {user.must_change_password ? (
              <ChangePassword />
            ) : (
              <AuditedContext value={AUDITED}>
                <Outlet />
              </AuditedContext>
            )}
          </Suspense>
        )}
        {!user && me.isError && <LoadFailure error={me.error} onRetry={() => void me.refetch()} />}
        {!user && !me.isError && <PageSkeleton />}
      </AppShell.Main>
      <Suspense>
        {user && isDrawerOpen && <DrawerMenu user={user} onClose={() => setDrawerOpen(false)} />}
      </Suspense>
      {user?.is_superuser && <LiveUpdates />}
      <RouteAnnouncer />
    </AppShell>
  );
}

/** Scrolls to the top of a new page. For back and forward, the browser restores the position. */
function useScrollToTop(): void {
  const { pathname } = useLocation();
  const type = useNavigationType();
  const scroll = useEffectEvent(() => {
    if (type !== NavigationType.Pop) window.scrollTo(0, 0);
  });
  useEffect(() => scroll(), [pathname]);
}

const MenuSkeleton = () => (
  <Stack gap={4} aria-hidden>
    {Array.from({ length: 8 }, (_, index) => (
      <Skeleton key={index} height={36} />
    ))}
  </Stack>
);

const PageSkeleton = () => (
  <div role="status" aria-label={t.loading}>
    <Skeleton height={32} width={220} mb="lg" />
    <Skeleton height={240} radius="lg" />
  </div>
);
