const TOKEN_KEY = 'access_token';
const RETURN_KEY = 'return_to';

export const getToken = (): string | null => localStorage.getItem(TOKEN_KEY);

export const isSignedIn = (): boolean => getToken() !== null;

export const storeToken = (token: string): void => localStorage.setItem(TOKEN_KEY, token);

interface SessionEnd {
  /** Whether signing in again leads back to the page of now. */
  comeBack: boolean;
}

/** Called before the page is left because the session ended. */
const listeners = new Set<(end: SessionEnd) => void>();
export function onSessionEnd(listener: (end: SessionEnd) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Ends the session of this browser. */
export function endSession({ comeBack }: SessionEnd): void {
  const { pathname, search } = window.location;
  if (comeBack) rememberReturnPath(pathname + search);
  else sessionStorage.removeItem(RETURN_KEY);
  leaveForLogin({ comeBack });
}

/** A full redirect, so that nothing of the session stays in memory. */
function leaveForLogin(end: SessionEnd): void {
  for (const listener of listeners) listener(end);
  localStorage.removeItem(TOKEN_KEY);
  window.location.replace('/login');
}

export const rememberReturnPath = (path: string): void => sessionStorage.setItem(RETURN_KEY, path);

/** Where to go after signing in: back to where the session ended, once, or to the dashboard; never to another site. */
export function takeReturnPath(): string {
  const path = sessionStorage.getItem(RETURN_KEY);
  sessionStorage.removeItem(RETURN_KEY);
  const { origin } = window.location;
  const url = path === null ? null : URL.parse(path, origin);
  return url?.origin === origin ? url.href : '/dashboard';
}

/** Loads another page in place of this one. Never resolves, so that whoever waits stays busy until then. */
export function leaveFor(path: string): Promise<never> {
  window.location.replace(path);
  return new Promise(() => {});
}

/** Signing out in one tab signs out the others; a page that the back button brings back, too. */
export function followOtherTabs(): void {
  const opened = isSignedIn();
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && opened !== isSignedIn()) window.location.reload();
  });
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === TOKEN_KEY && newValue === null) leaveForLogin({ comeBack: false });
  });
}
