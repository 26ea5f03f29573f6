import './environment.ts';
import '@testing-library/jest-dom/vitest';
// Rendered before any test: what is first rendered within `act` under fake timers stays empty.
import '../src/platform/toaster.tsx';
import { cleanup, configure } from '@testing-library/react';
import { toast as sonner } from 'sonner';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { featureErrorTexts } from '../src/app/error-texts.ts';
import { addApiErrorTexts } from '../src/platform/api-error-texts.ts';
import { setTheme } from '../src/platform/color-scheme.ts';
import { setLocale } from '../src/platform/i18n.ts';
import { pageLoad } from '../src/platform/page-load.ts';
import { queryClient } from '../src/platform/query-client.ts';
import { noteProblem, server, takeProblems } from './api.ts';
import { closePage } from './render.tsx';

/** Maximum number of characters of the page's text in the message of a failed test. */
const PAGE_TEXT_MAX = 2_000;

addApiErrorTexts(featureErrorTexts);

configure({
  asyncUtilTimeout: 20_000,
  // Reads the text of the page only when a query gives up, not at each attempt.
  getElementError: (message) =>
    Object.defineProperty(new Error(), 'message', {
      configurable: true,
      get: () => {
        const page = document.body.cloneNode(true) as HTMLElement;
        for (const style of page.querySelectorAll('style')) style.remove();
        return `${message?.split('\n')[0]}\nThe page says: ${page.textContent.slice(0, PAGE_TEXT_MAX)}`;
      },
    }),
});

beforeAll(() => setLocale('en'));
beforeAll(() =>
  server.listen({
    onUnhandledFrame: ({ frame, defaults }) => {
      noteProblem(`Unanswered: ${(frame.data as { request?: Request }).request?.url}`);
      defaults.error();
    },
  }),
);
afterAll(() => server.close());

beforeEach(() => {
  for (const method of ['replace', 'open', 'reload'] as const)
    vi.spyOn(pageLoad, method).mockImplementation(() => undefined);
  for (const level of ['error', 'warn'] as const)
    vi.spyOn(console, level).mockImplementation((...words) =>
      noteProblem(`console: ${words.map(String).join(' ')}`),
    );
});

afterEach(async () => {
  vi.useRealTimers();
  cleanup();
  closePage();
  queryClient.clear();
  sonner.dismiss();
  await vi.waitFor(() => expect(document.querySelector('[data-sonner-toast]')).toBeNull(), 5_000);
  localStorage.clear();
  sessionStorage.clear();
  setLocale('en');
  setTheme('light');
  localStorage.clear();
  vi.restoreAllMocks();
  server.resetHandlers();
  expect(takeProblems(), 'problems of the page').toEqual([]);
});
