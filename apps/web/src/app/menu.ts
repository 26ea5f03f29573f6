import { isAllowed, type Rights } from '@agora/contract/shared/permissions';
import type { Destination, Entry, Feature, MenuEntry } from '../platform/feature.ts';
import { featureList } from './features.ts';
import { isSamePage } from './routes.ts';

const ALL: readonly Destination[] = featureList.flatMap(({ destinations = [] }: Feature) => destinations);

export const destinationsOf = (user: Rights): Destination[] =>
  ALL.filter(({ access }) => isAllowed(user, access));

export const commandsOf = (user: Rights): Entry[] =>
  featureList.flatMap(({ commands }) => commands ?? []).filter(({ access }) => isAllowed(user, access));

/** Path of the menu page that a page belongs to as a tab, or its own. */
export function menuPathOf(pathname: string): string {
  const page = ALL.find(({ path }) => isSamePage(path, pathname));
  return page?.tabOf ?? page?.path ?? pathname;
}

const isTabOf = (
  menuPath: string,
  { tabOf, access, tabAccess = access }: Destination,
  user: Rights,
): boolean => tabOf === menuPath && isAllowed(user, tabAccess);

/** A menu page and the pages that are tabs in its head, for each of them; empty if it has none. */
export function tabsOf(user: Rights, pathname: string): Destination[] {
  const menuPath = menuPathOf(pathname);
  const destinations = destinationsOf(user);
  const page = destinations.find(({ path }) => path === menuPath);
  const others = destinations.filter((destination) => isTabOf(menuPath, destination, user));
  return page && others.length > 0 ? [page, ...others] : [];
}

/**
 * Menu of a user; members only have the dashboard. Whoever may not open a page of the menu, but one of its tabs, has
 * that one.
 */
export function menuOf(user: Rights): (Destination & MenuEntry)[] {
  const destinations = destinationsOf(user);
  return ALL.flatMap(({ path, menu }) => {
    if (!menu || (menu.access && !isAllowed(user, menu.access))) return [];
    const page =
      destinations.find((destination) => destination.path === path) ??
      destinations.find((destination) => isTabOf(path, destination, user));
    return page ? [{ ...page, ...(page.path === path && menu) }] : [];
  });
}
