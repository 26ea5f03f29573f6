import { type ComponentType, createElement } from 'react';
import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject, replace } from 'react-router';
import { prefetchPreferences } from '../features/accounts/accounts.preferences.queries.ts';
import { prefetchMe } from '../features/accounts/accounts.users.queries.ts';
import { useLocale } from '../platform/i18n.ts';
import { isSignedIn, rememberReturnPath } from '../platform/session.ts';
import { RouteError } from './error-page.tsx';
import { NotFoundPage } from './not-found.page.tsx';
import { type LoadPage, MENU_PAGES } from './page-modules.ts';

/** A component that is rendered again when the language changes. */
const localized = (Component: ComponentType) =>
  function Localized() {
    useLocale();
    return createElement(Component);
  };

/** A page whose module is loaded before it is shown. */
const page = (path: string, load: LoadPage): RouteObject => ({
  path,
  lazy: async () => {
    // Without a module the page is being loaded again (reload.ts).
    const { Page } = (await load()) ?? (await new Promise<never>(() => {}));
    return { Component: localized(Page) };
  },
});

/** Only of an address that is opened: the link of a mail may be meant for another account than this browser's. */
function openDashboardIfSignedIn({ request }: LoaderFunctionArgs): Response | null {
  const isOpened = new URL(request.url).pathname === window.location.pathname;
  return isOpened && isSignedIn() ? replace('/dashboard') : null;
}

/** A path that reads like another site is the root: the URL of the request would name that site. */
const leaveForeignAddress = (): Response | null =>
  window.location.pathname.startsWith('//') ? replace('/') : null;

/** Starts the reading of what every page needs, which goes on while their modules are loaded. */
function enterBackOffice({ request }: LoaderFunctionArgs): Response | null {
  if (!isSignedIn()) {
    const { pathname, search } = new URL(request.url);
    rememberReturnPath(pathname + search);
    return replace('/login');
  }
  prefetchMe();
  prefetchPreferences();
  return null;
}

const PUBLIC_PAGES: RouteObject[] = [
  {
    loader: openDashboardIfSignedIn,
    children: [
      page('login', () => import('../features/accounts/login/login.page.tsx')),
      page('signup', () => import('../features/accounts/login/signup.page.tsx')),
      page('recover-password', () => import('../features/accounts/login/recover-password.page.tsx')),
      page('reset-password', () => import('../features/accounts/login/reset-password.page.tsx')),
    ],
  },
  page('confirm-email-change', () => import('../features/accounts/login/confirm-email-change.page.tsx')),
  page('undo-email-change', () => import('../features/accounts/login/undo-email-change.page.tsx')),
];

const SUPERUSER_PAGES: RouteObject[] = [
  page('daily-message', MENU_PAGES['/daily-message']),
  page('daily-message/new', () => import('../features/daily-messages/editing/message-new.page.tsx')),
  page('daily-message/:messageId', () => import('../features/daily-messages/editing/message.page.tsx')),
  page('broadcast', MENU_PAGES['/broadcast']),
  page('broadcast/new', () => import('../features/broadcasts/compose/broadcast-new.page.tsx')),
  page('broadcast/:broadcastId', () => import('../features/broadcasts/broadcast.page.tsx')),
  page('news', MENU_PAGES['/news']),
  page('news/new', () => import('../features/news/editing/news-new.page.tsx')),
  page('news/:articleId', () => import('../features/news/editing/article.page.tsx')),
  page('messages/:messageId?', MENU_PAGES['/messages']),
  page('rates', () => import('../features/ratings/rates.page.tsx')),
  page('audit-log', () => import('../features/audit/audit-log.page.tsx')),
  page('members', MENU_PAGES['/members']),
  page('members/new', () => import('../features/accounts/users/user-new.page.tsx')),
  page('members/:userId', () => import('../features/accounts/users/user.page.tsx')),
  page('admin', MENU_PAGES['/admin']),
  page('admin/new', () => import('../features/accounts/users/user-new.page.tsx')),
  page('admin/:userId', () => import('../features/accounts/users/user.page.tsx')),
];

const SIGNED_IN_PAGES: RouteObject[] = [
  page('dashboard', MENU_PAGES['/dashboard']),
  page('settings', MENU_PAGES['/settings']),
  page('items', () => import('../features/items/items.page.tsx')),
  {
    lazy: async () => ({ Component: (await import('./superusers-only.tsx')).SuperusersOnly }),
    children: SUPERUSER_PAGES,
  },
];

/** Every page, by its path. */
export const router: ReturnType<typeof createBrowserRouter> = createBrowserRouter([
  {
    HydrateFallback: () => null,
    ErrorBoundary: RouteError,
    children: [
      { index: true, loader: () => replace(isSignedIn() ? '/dashboard' : '/login') },
      {
        lazy: async () => ({ Component: localized((await import('./public-layout.tsx')).PublicLayout) }),
        children: [{ ErrorBoundary: RouteError, children: PUBLIC_PAGES }],
      },
      {
        loader: enterBackOffice,
        shouldRevalidate: () => false,
        lazy: async () => ({ Component: localized((await import('./shell.tsx')).Shell) }),
        children: [{ ErrorBoundary: RouteError, children: SIGNED_IN_PAGES }],
      },
      { path: '*', loader: leaveForeignAddress, Component: localized(NotFoundPage) },
    ],
  },
]);
