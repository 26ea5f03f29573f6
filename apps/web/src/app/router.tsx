import { type ComponentType, createElement } from 'react';
import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject, replace } from 'react-router';
import { prefetchPreferences } from '../features/accounts/accounts.preferences.queries.ts';
import { readMe } from '../features/accounts/accounts.users.queries.ts';
import type { PageRoute } from '../platform/feature.ts';
import { useLocale } from '../platform/i18n.ts';
import { isSignedIn, rememberReturnPath } from '../platform/session.ts';
import { RouteError } from './error-page.tsx';
import { NotFoundPage } from './not-found.page.tsx';
import { PublicLayout } from './public-layout.tsx';
import { routesFor } from './routes.ts';

/** A component that is rendered again when the language changes. */
const localized = (Component: ComponentType) =>
  function Localized() {
    useLocale();
    return createElement(Component);
  };

/** A page whose module is loaded before it is shown, and with it the rows of a list. */
const page = (route: PageRoute): RouteObject => ({
  path: route.path,
  ...(route.prefetch && {
    loader: ({ request }: LoaderFunctionArgs) => {
      void prefetch(route, new URL(request.url).searchParams).catch(() => undefined);
      return null;
    },
    // Further changes of the address are the page's.
    shouldRevalidate: () => false,
  }),
  lazy: async () => {
    // Without a module the page is being loaded again (reload.ts).
    const { Page } = (await route.load()) ?? (await new Promise<never>(() => {}));
    return { Component: localized(Page) };
  },
});

/** Asks only for what the page would: a call that the API refuses ends the session. */
async function prefetch({ access, prefetch }: PageRoute, params: URLSearchParams): Promise<void> {
  if (!isSignedIn()) return;
  if (access === 'user' || (await readMe()).is_superuser) await prefetch?.(params);
}

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
  void readMe().catch(() => undefined);
  prefetchPreferences();
  return null;
}

const pagesFor = (access: PageRoute['access']) => routesFor(access).map(page);

const PUBLIC_PAGES: RouteObject[] = [
  { loader: openDashboardIfSignedIn, children: pagesFor('guest') },
  ...pagesFor('public'),
];

const SIGNED_IN_PAGES: RouteObject[] = [
  ...pagesFor('user'),
  {
    lazy: async () => ({ Component: (await import('./superusers-only.tsx')).SuperusersOnly }),
    children: pagesFor('superuser'),
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
        Component: localized(PublicLayout),
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
