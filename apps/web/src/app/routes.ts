import { isAllowed, type Rights } from '@agora/contract/shared/permissions';
import { matchRoutes } from 'react-router';
import type { PageRoute } from '../platform/feature.ts';

/** Found by file name: importing the features would load the whole back-office for sign-in. */
const files = import.meta.glob<Record<string, readonly PageRoute[]>>('../features/*/*.routes.ts', {
  eager: true,
});

const routes = Object.values(files).flatMap((file) => Object.values(file).flat());

export const routesFor = (isFor: (access: PageRoute['access']) => boolean): PageRoute[] =>
  routes.filter(({ access }) => isFor(access));

const routeOf = (path: string) => matchRoutes(routes, path)?.[0]?.route;

/** True if somebody who is signed in may open the page of an address. */
export function mayOpen(user: Rights, address: string): boolean {
  const access = routeOf(address)?.access ?? 'guest';
  return access !== 'guest' && isAllowed(user, access);
}

/** True for two paths of one page, such as those of the inbox and of a conversation in it. */
export const isSamePage = (one: string, other: string): boolean =>
  one === other || (routeOf(one) !== undefined && routeOf(one) === routeOf(other));

/** Loads a page that the user is about to open. A failure shows when the page is opened. */
export function preload(path: string): void {
  routeOf(path)
    ?.load()
    .catch(() => undefined);
}
