import type { Destination, Entry, MenuEntry } from '../platform/feature.ts';
import { featureList } from './features.ts';

interface Viewer {
  is_superuser: boolean;
}

const isFor = (user: Viewer, access: 'user' | 'superuser') => user.is_superuser || access === 'user';

export const destinationsOf = (user: Viewer): Destination[] =>
  featureList.flatMap(({ destinations }) => destinations ?? []).filter(({ access }) => isFor(user, access));

export const commandsOf = (user: Viewer): Entry[] =>
  featureList.flatMap(({ commands }) => commands ?? []).filter(({ access }) => isFor(user, access));

/** Menu of a user; ordinary users only have the dashboard. */
export const menuOf = (user: Viewer): (Destination & MenuEntry)[] =>
  destinationsOf(user).flatMap((destination) =>
    destination.menu && isFor(user, destination.menu.access) ? [{ ...destination, ...destination.menu }] : [],
  );
