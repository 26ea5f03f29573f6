import { createPath, type Location } from 'react-router';

const RELOADED_KEY = 'reloaded_at';
/** Milliseconds in which a second failure is no longer blamed on a deploy. */
const ONCE_IN = 60_000;

/**
 * A page that was opened before a deploy asks for modules that are gone: it is loaded again, once. When that
 * does not help, or there is no network to load it by, the error goes on to the error page.
 * @param pending where somebody is on the way to: the address of the page is still the former one
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
