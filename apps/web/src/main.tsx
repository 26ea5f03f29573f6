import '@fontsource-variable/inter/wght.css';
import './app/global.css';
import { decide } from './app/entry.ts';
import { reloadOnceAfterDeploy } from './app/reload.ts';
import { followOtherTabs, isSignedIn, rememberReturnPath } from './platform/session.ts';

const APPS = {
  public: () => import('./app/public.tsx'),
  'back-office': () => import('./app/back-office.tsx'),
};

/**
 * Two applications share this page: the small public one, which people wait for before they can sign in,
 * and the back-office. A full page load lies between them, so that nothing of a session outlives it.
 */
async function start(): Promise<void> {
  const { pathname, search } = window.location;
  const { app, redirect } = decide(pathname, isSignedIn());
  if (redirect === '/login' && pathname !== '/') rememberReturnPath(pathname + search);
  if (redirect) window.history.replaceState(null, '', redirect);
  const { render } = await APPS[app]();
  const root = document.getElementById('root');
  if (root) render(root);
}

reloadOnceAfterDeploy();
followOtherTabs();
void start();
