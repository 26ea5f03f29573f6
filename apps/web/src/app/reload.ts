import { createPath, type Location } from 'react-router';

const RELOADED_KEY = 'reloaded_at';
/** Milliseconds within which a second failure does not reload again. */
const ONCE_IN = 60_000;

/**
 * Reloads once if a module is missing, as after a deploy. If that does not help, or if offline, the error
 * reaches the error page.
 * @param pending target of the current navigation; the address bar still has the previous page
 */
export function reloadOnceAfterDeploy(pending: () => Location | undefined): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(RELOADED_KEY) ?? 0);
    if (!navigator.onLine || Date.now() - last < ONCE_IN) return;
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
    event.preventDefault();
    const next = pending();
    if (next) window.location.assign(createPath(next));
    else window.location.reload();
  });
}
