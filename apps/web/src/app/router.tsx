import { type Access, isAllowed } from '@agora/contract/shared/permissions';
import { type ComponentType, createElement } from 'react';
import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject, replace } from 'react-router';
import { readMe } from '../features/accounts/accounts.users.queries.ts';
import type { PageRoute } from '../platform/feature.ts';
import { useLocale } from '../platform/i18n.ts';
import { consumeReturnTarget, isSignedIn, rememberReturnPath } from '../platform/session.ts';
import { AllowedOnly } from './allowed-only.tsx';
import { RouteError } from './error-page.tsx';
import { NotFound } from './not-found.tsx';
import { PublicLayout } from './public-layout.tsx';
import { loadOrReload } from './reload.ts';
import { routesFor } from './routes.ts';

/** Re-renders a component when the language changes. */
const localized = (Component: ComponentType) =>
  function Localized() {
    useLocale();
    return createElement(Component);
  };

/** A page whose module loads before it is shown, while the rows of its list are prefetched. */
const page = (route: PageRoute): RouteObject => ({
  path: route.path,
  ...(route.prefetch && {
    loader: ({ request }: LoaderFunctionArgs) => {
      void prefetch(route, new URL(request.url).searchParams).catch(() => undefined);
      return null;
    },
    // The page handles later changes of its search parameters.
    shouldRevalidate: () => false,
  }),
  lazy: async () => ({ Component: localized((await loadOrReload(route.load)).Page) }),
});

/** Prefetches only what the user may read: a refused request ends the session. */
async function prefetch({ access, prefetch }: PageRoute, params: URLSearchParams): Promise<void> {
  if (!isSignedIn()) return;
  if (access === 'user' || (access !== 'guest' && isAllowed(await readMe(), access)))
    await prefetch?.(params);
}

const openDashboardIfSignedIn = (): Response | null => (isSignedIn() ? replace('/dashboard') : null);

/** Redirects a path that starts with `//`, which would be parsed as another host in a request URL. */
const redirectDoubleSlash = (): Response | null =>
  window.location.pathname.startsWith('//') ? replace('/') : null;

function requireSession({ request }: LoaderFunctionArgs): Response | null {
  if (isSignedIn()) return null;
  const { pathname, search } = new URL(request.url);
  rememberReturnPath(pathname + search);
  return replace('/login');
}

/** Replaces a remembered page that the account may not open: a previous user of the browser may have requested it. */
const openDashboardIfRefused =
  (access: Access) =>
  async ({ request }: LoaderFunctionArgs): Promise<Response | null> => {
    if (!consumeReturnTarget(request.url)) return null;
    // If it cannot be loaded, the layout shows the error.
    const me = await readMe().catch(() => undefined);
    return me && !isAllowed(me, access) ? replace('/dashboard') : null;
  };

const pagesFor = (access: PageRoute['access']) => routesFor((other) => other === access).map(page);

const PUBLIC_PAGES: RouteObject[] = [
  { loader: openDashboardIfSignedIn, children: pagesFor('guest') },
  ...pagesFor('public'),
];

/** A page of those who have access to it. */
const guardedPage = (route: PageRoute, access: Access): RouteObject => ({
  loader: openDashboardIfRefused(access),
  shouldRevalidate: () => false,
  element: createElement(AllowedOnly, { access }),
  children: [page(route)],
});

const SIGNED_IN_PAGES: RouteObject[] = routesFor((access) => access !== 'guest' && access !== 'public').map(
  (route) =>
    route.access === 'guest' || route.access === 'user' ? page(route) : guardedPage(route, route.access),
);

const SignedOutNotFound = () => createElement('main', null, createElement(NotFound));

/** Signed-in users keep their menu and search. */
async function loadNotFound(): Promise<{ Component: ComponentType }> {
  if (!isSignedIn()) return { Component: localized(SignedOutNotFound) };
  const { Shell } = await loadOrReload(() => import('./shell.tsx'));
  return { Component: localized(() => createElement(Shell, { isNotFound: true })) };
}

const ROUTES: RouteObject[] = [
  {
    ErrorBoundary: RouteError,
    children: [
      { index: true, loader: () => replace(isSignedIn() ? '/dashboard' : '/login') },
      {
        Component: localized(PublicLayout),
        children: [{ ErrorBoundary: RouteError, children: PUBLIC_PAGES }],
      },
      {
        loader: requireSession,
        // The token may have been removed since the last navigation.
        shouldRevalidate: () => !isSignedIn(),
        lazy: async () => ({
          Component: localized((await loadOrReload(() => import('./shell.tsx'))).Shell),
        }),
        children: [{ ErrorBoundary: RouteError, children: SIGNED_IN_PAGES }],
      },
      { path: '*', loader: redirectDoubleSlash, lazy: loadNotFound },
    ],
  },
];

export type Router = ReturnType<typeof createBrowserRouter>;

/** Starts at the URL of the document. */
export const createRouter = (): Router => createBrowserRouter(ROUTES);
