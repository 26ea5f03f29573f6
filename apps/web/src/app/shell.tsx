import { isTeam } from '@agora/contract/shared/permissions';
import { ActionIcon, AppShell, Button, Group, Skeleton, Stack } from '@mantine/core';
import { IconHelp, IconMenu2 } from '@tabler/icons-react';
import { Suspense, useCallback, useEffect, useEffectEvent, useState } from 'react';
import { Link, NavigationType, Outlet, useLocation, useNavigation, useNavigationType } from 'react-router';
import { LanguageSwitch } from '../components/language-switch.tsx';
import { LoadFailure } from '../components/load-failure.tsx';
import { Logo } from '../components/logo.tsx';
import { ThemeToggle } from '../components/theme-toggle.tsx';
import {
  useApplyPreferences,
  useUpdateLocale,
  useUpdateTheme,
} from '../features/accounts/accounts.preferences.queries.ts';
import { useMe } from '../features/accounts/accounts.users.queries.ts';
import { AuditedContext } from '../platform/audited.ts';
import { PageAccessContext } from '../platform/page-access.ts';
import { PageTabsContext } from '../platform/page-tabs.ts';
import { enterSession } from '../platform/session.ts';
import { ChangePassword } from './change-password.tsx';
import { DrawerMenu } from './drawer-menu.tsx';
import { AUDITED } from './features.ts';
import { LiveUpdates } from './live-updates.tsx';
import { logOut } from './log-out.ts';
import { tabsOf } from './menu.ts';
import { MenuList } from './menu-list.tsx';
import { NotFound } from './not-found.tsx';
import { type Overlay, Overlays } from './overlays.tsx';
import { PageNotices } from './page-notices.tsx';
import { PageTabs } from './page-tabs.tsx';
import { RouteAnnouncer } from './route-announcer.tsx';
import { mayOpen } from './routes.ts';
import { SecondFactorNotice } from './second-factor-notice.tsx';
import { SetUpSecondFactor } from './set-up-second-factor.tsx';
import classes from './shell.module.css';
import { t } from './shell.texts.ts';
import { UserMenu } from './user-menu.tsx';

/** Layout of every page of the back-office, and of the 404 screen of a signed-in user. */
export function Shell(props: LayoutProps) {
  const user = useMe().data?.body;
  const mayOpenPage = useCallback((address: string) => user !== undefined && mayOpen(user, address), [user]);
  return (
    <PageAccessContext value={mayOpenPage}>
      <Layout {...props} />
    </PageAccessContext>
  );
}

interface LayoutProps {
  isNotFound?: boolean;
}

function Layout({ isNotFound = false }: LayoutProps) {
  const me = useMe();
  const user = me.data?.body;
  const preferences = useApplyPreferences(user?.locale);
  const updateLocale = useUpdateLocale();
  const updateTheme = useUpdateTheme();
  const [isShut, setShut] = useState(false);
  // Until the recovery codes are kept, although the account is complete by then.
  if (user?.must_set_up_second_factor && !isShut) setShut(true);
  /** The user, once every page is open to them. */
  const insider = isShut ? undefined : user;
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [overlay, setOverlay] = useState<Overlay>();
  const { pathname } = useLocation();
  const tabs = user ? tabsOf(user, pathname) : [];
  const isLoading = useNavigation().state !== 'idle';
  useScrollToTop();
  useEffect(enterSession, []);

  return (
    <AppShell
      header={{ height: '3.5rem' }}
      navbar={{ width: '16.25rem', breakpoint: 'md', collapsed: { mobile: true } }}
      data-density={preferences?.density}
    >
      <a href="#content" className={classes.skip}>
        {t.skip}
      </a>
      <AppShell.Header px={{ base: 'xs', sm: 'md' }}>
        <Group h="100%" wrap="nowrap" gap={6}>
          {!isShut && (
            <ActionIcon
              hiddenFrom="md"
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t.openMenu}
              title={t.openMenu}
              aria-haspopup="dialog"
              onClick={() => setDrawerOpen(true)}
            >
              <IconMenu2 size={20} aria-hidden />
            </ActionIcon>
          )}
          <Link to="/dashboard" className={classes.home} aria-label={t.home}>
            <Logo size={28} />
          </Link>
          {insider && (
            <Overlays
              user={insider}
              areShortcutsOn={preferences?.shortcuts ?? false}
              opened={overlay}
              onOpen={setOverlay}
            />
          )}
          <Group gap={2} wrap="nowrap" ms="auto">
            <LanguageSwitch onChange={(locale) => updateLocale(locale)} />
            {!isShut && (
              <ActionIcon
                visibleFrom="sm"
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={t.help}
                title={t.help}
                onClick={() => setOverlay('help')}
              >
                <IconHelp size={20} stroke={1.6} aria-hidden />
              </ActionIcon>
            )}
            <ThemeToggle onChange={updateTheme} />
            {isShut ? (
              <Button variant="subtle" color="gray" onClick={() => void logOut()}>
                {t.logOut}
              </Button>
            ) : user ? (
              <UserMenu user={user} onHelp={() => setOverlay('help')} />
            ) : (
              <UserMenuSkeleton />
            )}
          </Group>
        </Group>
        {isLoading && <div className={classes.progress} />}
      </AppShell.Header>
      <AppShell.Navbar visibleFrom="md" aria-label={t.mainMenu} px="sm" py="md">
        {insider ? <MenuList user={insider} /> : !isShut && <MenuSkeleton />}
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} className={classes.main ?? ''}>
        <PageNotices />
        {insider?.second_factor_due_at && <SecondFactorNotice due={insider.second_factor_due_at} />}
        {user && (
          <Suspense>
            {user.must_change_password ? (
              <ChangePassword />
            ) : isShut ? (
              <SetUpSecondFactor onDone={() => setShut(false)} />
            ) : (
              <AuditedContext value={AUDITED}>
                <PageTabsContext value={tabs.length > 0 && <PageTabs tabs={tabs} />}>
                  {isNotFound ? <NotFound onSearch={() => setOverlay('palette')} /> : <Outlet />}
                </PageTabsContext>
              </AuditedContext>
            )}
          </Suspense>
        )}
        {!user && me.isError && <LoadFailure error={me.error} onRetry={() => void me.refetch()} />}
        {!user && !me.isError && <PageSkeleton />}
      </AppShell.Main>
      {insider && isDrawerOpen && <DrawerMenu user={insider} onClose={() => setDrawerOpen(false)} />}
      {insider && isTeam(insider) && <LiveUpdates />}
      <RouteAnnouncer />
    </AppShell>
  );
}

/**
 * Scrolls to the top of a new page, unless the URL has a hash, whose target scrolls into view itself. For back and
 * forward, the browser restores the position.
 */
function useScrollToTop(): void {
  const { pathname, hash } = useLocation();
  const type = useNavigationType();
  const scroll = useEffectEvent(() => {
    if (type !== NavigationType.Pop && !hash) window.scrollTo(0, 0);
  });
  useEffect(() => scroll(), [pathname]);
}

/** As wide as the bell and the account button with a typical name. */
const UserMenuSkeleton = () => <Skeleton radius="xl" h={36} w={{ base: 78, sm: 182 }} />;

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
    <Skeleton height={240} />
  </div>
);
