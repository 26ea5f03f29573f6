import type { Preferences } from '@agora/contract/features/accounts/accounts.preferences.contract';
import type { UserMe } from '@agora/contract/features/accounts/accounts.users.schema';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { type RenderResult, render, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import type { ReactNode } from 'react';
import { createBrowserRouter, createMemoryRouter, RouterProvider } from 'react-router';
import { expect, vi } from 'vitest';
import { App } from '../src/app/app.tsx';
import { createRouter, type Router } from '../src/app/router.tsx';
import { mayOpen } from '../src/app/routes.ts';
import { theme } from '../src/app/theme.ts';
import { ME_KEY } from '../src/platform/client.ts';
import { type Locale, setLocale } from '../src/platform/i18n.ts';
import { PageAccessContext } from '../src/platform/page-access.ts';
import { queryClient } from '../src/platform/query-client.ts';
import { storeToken } from '../src/platform/session.ts';
import { aSuperuser, somePreferences } from './accounts.ts';
import { addressOf, answer, contract, refuse, server } from './api.ts';
import { someCounts } from './messages.ts';

/** A user who waits until what they click is enabled: a click on a disabled button does nothing, without an error. */
function setupUser(): UserEvent {
  const user = userEvent.setup();
  const click: UserEvent['click'] = async (element) => {
    await waitFor(() => expect(element).toBeEnabled());
    await user.click(element);
  };
  return { ...user, click };
}

interface OpenOptions {
  /** The signed-in user; none if absent. */
  as?: UserMe;
  /** Language of the page, and of the account. */
  locale?: Locale;
  preferences?: Partial<Preferences>;
}

let router: Router | undefined;

/** Disposes of the last page's router, which would outlive the test. */
export function closePage(): void {
  router?.dispose();
  router = undefined;
}

/** Sends live events to the open pages. */
let eventStream: ReadableStreamDefaultController<string> | undefined;
export const sendEvent = (event: string, data: object = {}): void =>
  eventStream?.enqueue(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);

function answerEvents(): void {
  const stream = () =>
    new ReadableStream<string>({
      start: (controller) => {
        eventStream = controller;
      },
    }).pipeThrough(new TextEncoderStream());
  server.use(
    http.get(
      addressOf('/api/v1/events'),
      () => new HttpResponse(stream(), { headers: { 'content-type': 'text/event-stream' } }),
    ),
  );
}

/** Mocks what every page of the back-office reads, unless the test mocks it. */
function answerLayout(user: UserMe, preferences: Partial<Preferences> = {}): void {
  const own = server.listHandlers();
  answer(contract.users.readUserMe, { status: 200, body: user });
  answer(contract.preferences.readPreferences, { status: 200, body: somePreferences(preferences) });
  answer(contract.approvals.readApprovals, { status: 200, body: { data: [], count: 0 } });
  answer(contract.alerts.readAlerts, { status: 200, body: { data: [], count: 0, unread: 0 } });
  answer(contract.savedViews.readSavedViews, { status: 200, body: { data: [], count: 0 } });
  answer(contract.roles.readRoles, { status: 200, body: { data: [], count: 0 } });
  answer(contract.users.readTeam, { status: 200, body: { data: [], count: 0 } });
  answer(contract.segments.readSegments, { status: 200, body: { data: [], count: 0 } });
  answer(contract.presence.updatePresence, { status: 200, body: { data: [] } });
  answer(contract.messages.countMessages, { status: 200, body: someCounts() });
  refuse(contract.appDailyMessages.readAppDailyMessage, 'no_message');
  answer(contract.appNews.readAppNewsList, { status: 200, body: { data: [], count: 0 } });
  answerEvents();
  server.use(...own);
}

/** Opens an address of the application, as a browser does. Mock the routes that the page reads first. */
export async function openPage(
  path: string,
  { as, locale = 'en', preferences }: OpenOptions = {},
): Promise<RenderResult & { user: UserEvent; router: Router }> {
  if (as) {
    storeToken('token');
    answerLayout({ ...as, locale }, preferences);
  }
  setLocale(locale);
  const { pathname, searchParams } = new URL(path, window.location.origin);
  const token = searchParams.get('token');
  const returned = pathname === '/login/provider' && new URL(path, window.location.origin).search;
  // `public/boot.js` hides the token of a link in a mail, and the code of a provider, in the same way.
  const hidden = token ? { token } : returned ? { returned } : null;
  window.history.replaceState(hidden, '', hidden ? pathname : path);
  const opened = createRouter();
  router = opened;
  await vi.waitUntil(() => opened.state.initialized, { timeout: 10_000 });
  return { user: setupUser(), router: opened, ...render(<App router={opened} />) };
}

interface PartOptions {
  /** The signed-in user; a superuser if absent. */
  as?: UserMe;
  locale?: Locale;
  /** Address of the document, for a component that reads it; without one, the address is in memory only. */
  path?: string;
}

/** Renders a component as on a page of the application; mocks the preferences unless the test does. */
export function renderPart(
  part: ReactNode,
  { as = aSuperuser(), locale = 'en', path }: PartOptions = {},
): RenderResult & { user: UserEvent } {
  setLocale(locale);
  const own = server.listHandlers();
  answer(contract.preferences.readPreferences, { status: 200, body: somePreferences() });
  server.use(...own);
  queryClient.setQueryData(ME_KEY, { status: 200, body: as, headers: new Headers() });
  if (path !== undefined) window.history.replaceState(null, '', path);
  const create = path === undefined ? createMemoryRouter : createBrowserRouter;
  const testRouter = create([{ path: '*', element: part }]);
  router = testRouter;
  return {
    user: setupUser(),
    ...render(
      <MantineProvider theme={theme} env="test">
        <QueryClientProvider client={queryClient}>
          <PageAccessContext value={(address) => mayOpen(as, address)}>
            <RouterProvider router={testRouter} />
          </PageAccessContext>
        </QueryClientProvider>
      </MantineProvider>,
    ),
  };
}
