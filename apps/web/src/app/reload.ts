import { createPath, type Location } from 'react-router';
import { markModuleError } from '../platform/errors.ts';
import { pageLoad } from '../platform/page-load.ts';

const RELOADED_KEY = 'reloaded_at';
/** A second failure within this time does not reload again. */
const RELOAD_INTERVAL_MS = 60_000;

/** Messages of Chromium and Firefox, Safari, and Vite for a module that could not be loaded, unlike one that throws. */
const NOT_LOADED = /dynamically imported module|module script failed|preload CSS/;

/** Resolves to true if the page is being reloaded. */
let reloading: Promise<boolean> | undefined;

/**
 * Reloads once if a module is missing, as after a deploy. If that does not help, or while the service cannot be
 * reached, the error page is shown.
 * @param pending target of the current navigation; the address bar still has the previous page
 */
export function reloadOnceAfterDeploy(pending: () => Location | undefined): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    if (NOT_LOADED.test(payload.message)) markModuleError(payload);
    const isFirst = Date.now() - Number(sessionStorage.getItem(RELOADED_KEY)) > RELOAD_INTERVAL_MS;
    reloading = isFirst ? reload(pending()) : undefined;
  });
}

async function reload(next: Location | undefined): Promise<boolean> {
  // Otherwise the browser's error page would replace this page, and unsaved input with it.
  const response = await fetch('/boot.js', { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  if (!response?.ok) return false;
  sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
  if (next) pageLoad.open(createPath(next));
  else pageLoad.reload();
  return true;
}

/** Loads the module of a page. Never settles if the page is being reloaded, so that the previous page stays until then. */
export async function loadOrReload<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (await reloading) return new Promise(() => {});
    throw error;
  }
}
