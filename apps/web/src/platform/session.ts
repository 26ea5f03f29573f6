const TOKEN_KEY = 'access_token';
const RETURN_KEY = 'return_to';

export const getToken = (): string | null => localStorage.getItem(TOKEN_KEY);

export const isSignedIn = (): boolean => getToken() !== null;

export const storeToken = (token: string): void => localStorage.setItem(TOKEN_KEY, token);

/** Called before the page is left because the session ended, to keep what was typed. */
const savers = new Set<() => void>();
export function onSessionEnd(save: () => void): () => void {
  savers.add(save);
  return () => savers.delete(save);
}

/**
 * Ends the session of this browser, with a full redirect so that nothing of it stays in memory.
 * @param options.comeBack whether signing in again leads back to the page of now
 */
export function endSession({ comeBack }: { comeBack: boolean }): void {
  for (const save of savers) save();
  localStorage.removeItem(TOKEN_KEY);
  const { pathname, search } = window.location;
  if (comeBack) rememberReturnPath(pathname + search);
  else sessionStorage.removeItem(RETURN_KEY);
  window.location.replace('/login');
}

export const rememberReturnPath = (path: string): void => sessionStorage.setItem(RETURN_KEY, path);

/** Where to go after signing in: back to where the session ended, once, or to the dashboard. */
export function takeReturnPath(): string {
  const path = sessionStorage.getItem(RETURN_KEY);
  sessionStorage.removeItem(RETURN_KEY);
  return path?.startsWith('/') && !path.startsWith('//') ? path : '/dashboard';
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
    if (key === TOKEN_KEY && newValue === null) window.location.replace('/login');
  });
}
