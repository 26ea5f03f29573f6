import { matchRoutes } from 'react-router';
import type { PageRoute } from '../platform/feature.ts';
import { featureList } from './features.ts';

const routes = featureList.flatMap((feature) => feature.routes);

export const routesFor = (access: PageRoute['access']): PageRoute[] =>
  routes.filter((route) => route.access === access);

/** Loads a page that somebody is about to open; failing is left to the opening. */
export function preload(path: string): void {
  const opened = matchRoutes(routes, path)?.[0]?.route;
  opened?.load().catch(() => undefined);
}
