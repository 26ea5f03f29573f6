import type { Destination, Entry, Feature, MenuEntry } from '../platform/feature.ts';
import { featureList } from './features.ts';
import { isSamePage } from './routes.ts';

interface Viewer {
  is_superuser: boolean;
}

const ALL: readonly Destination[] = featureList.flatMap(({ destinations = [] }: Feature) => destinations);

const isFor = (user: Viewer, access: 'user' | 'superuser') => user.is_superuser || access === 'user';

export const destinationsOf = (user: Viewer): Destination[] =>
  ALL.filter(({ access }) => isFor(user, access));

export const commandsOf = (user: Viewer): Entry[] =>
  featureList.flatMap(({ commands }) => commands ?? []).filter(({ access }) => isFor(user, access));

/** Path of the menu page that a page belongs to as a tab, or its own. */
export function menuPathOf(pathname: string): string {
  const page = ALL.find(({ path }) => isSamePage(path, pathname));
  return page?.tabOf ?? page?.path ?? pathname;
}

/** A menu page and the pages that are tabs in its head, for each of them; empty if it has none. */
export function tabsOf(user: Viewer, pathname: string): Destination[] {
  const menuPath = menuPathOf(pathname);
  const destinations = destinationsOf(user);
  const page = destinations.find(({ path }) => path === menuPath);
  const others = destinations.filter(({ tabOf }) => tabOf === menuPath);
  return page && others.length > 0 ? [page, ...others] : [];
}

/** Menu of a user; ordinary users only have the dashboard. */
export const menuOf = (user: Viewer): (Destination & MenuEntry)[] =>
  destinationsOf(user).flatMap((destination) =>
    destination.menu && isFor(user, destination.menu.access) ? [{ ...destination, ...destination.menu }] : [],
  );
