import { matchRoutes } from 'react-router';
import type { PageRoute } from '../platform/feature.ts';

/** By their names: the rest of a feature is for the back-office, and sign-in does not load it. */
const files = import.meta.glob<Record<string, readonly PageRoute[]>>('../features/*/*.routes.ts', {
  eager: true,
});

const routes = Object.values(files).flatMap((file) => Object.values(file).flat());

export const routesFor = (access: PageRoute['access']): PageRoute[] =>
  routes.filter((route) => route.access === access);

/** Loads a page that somebody is about to open; failing is left to the opening. */
export function preload(path: string): void {
  const opened = matchRoutes(routes, path)?.[0]?.route;
  opened?.load().catch(() => undefined);
}
