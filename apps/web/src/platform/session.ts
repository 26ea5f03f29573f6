import { pageLoad } from './page-load.ts';

const TOKEN_KEY = 'access_token';
const RETURN_KEY = 'return_to';
const RETURNED_KEY = 'returned_to';

/** An empty token, which clearing the storage may leave behind, counts as none. */
export const getToken = (): string | null => localStorage.getItem(TOKEN_KEY) || null;

export const isSignedIn = (): boolean => getToken() !== null;

/** Ends the session of this browser without leaving the page. */
export const deleteToken = (): void => localStorage.removeItem(TOKEN_KEY);

export const storeToken = (token: string): void => localStorage.setItem(TOKEN_KEY, token);

interface SessionEnd {
  /** True if the next sign-in returns to the current page. */
  returnsAfterSignIn: boolean;
}

/** Listeners that are called before the page is left because the session ended. */
const listeners = new Set<(end: SessionEnd) => void>();
export function onSessionEnd(listener: (end: SessionEnd) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True while a page of the back-office is shown, which is left even if the token is already gone. */
let isInside = false;

/**
 * Called by the layout of the back-office.
 * @returns function to call when it unmounts
 */
export function enterSession(): () => void {
  isInside = true;
  return () => {
    isInside = false;
  };
}

/** Ends the session of this browser, once: a second page load would abort the first. */
export function endSession({ returnsAfterSignIn }: SessionEnd): void {
  if (!isSignedIn() && !isInside) return;
  const { pathname, search } = window.location;
  if (returnsAfterSignIn) rememberReturnPath(pathname + search);
  else sessionStorage.removeItem(RETURN_KEY);
  openSignIn({ returnsAfterSignIn });
}

/** Loads a new document, so that no data of the session stays in memory. */
function openSignIn(end: SessionEnd): void {
  for (const listener of listeners) listener(end);
  deleteToken();
  isInside = false;
  pageLoad.replace('/login');
}

export const rememberReturnPath = (path: string): void => sessionStorage.setItem(RETURN_KEY, path);

/**
 * Path to open after sign-in: once, the page where the session ended; otherwise the dashboard. Never another
 * site.
 */
export function takeReturnPath(): string {
  const path = sessionStorage.getItem(RETURN_KEY);
  sessionStorage.removeItem(RETURN_KEY);
  const { origin } = window.location;
  const url = path === null ? null : URL.parse(path, origin);
  if (url?.origin !== origin) return '/dashboard';
  sessionStorage.setItem(RETURNED_KEY, url.href);
  return url.href;
}

/** Returns true, once, for the page that sign-in returned to. */
export function consumeReturnTarget(href: string): boolean {
  const isMatch = sessionStorage.getItem(RETURNED_KEY) === href;
  sessionStorage.removeItem(RETURNED_KEY);
  return isMatch;
}

/**
 * Replaces the document by another page. Never resolves, so that the caller stays busy until it is loaded.
 */
export function loadPage(path: string): Promise<never> {
  pageLoad.replace(path);
  return new Promise(() => {});
}

/**
 * Signs out when another tab does. Reloads when another tab signs in, and when the back button restores a
 * page of another session from the cache.
 */
export function syncWithOtherTabs(): void {
  const wasSignedIn = isSignedIn();
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && wasSignedIn !== isSignedIn()) pageLoad.reload();
  });
  window.addEventListener('storage', ({ key, newValue }) => {
    // The key is null if the whole storage was cleared.
    const concernsToken = key === TOKEN_KEY || (key === null && wasSignedIn);
    if (!concernsToken) return;
    if (!newValue) openSignIn({ returnsAfterSignIn: false });
    else {
      for (const listener of listeners) listener({ returnsAfterSignIn: true });
      pageLoad.reload();
    }
  });
}
