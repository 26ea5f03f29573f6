import type { AuditEntity } from '@agora/contract/features/audit/audit.contract';
import type { Icon } from '@tabler/icons-react';
import type { QueryKey } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';

interface PageModule {
  Page: ComponentType;
}

/** A page of a feature. `<noun>.routes.ts` lists them for the router, which every visit loads. */
export interface PageRoute {
  path: string;
  /** `guest` pages lead those who are signed in to the dashboard. */
  access: 'guest' | 'public' | 'user' | 'superuser';
  load: () => Promise<PageModule | undefined>;
  /** Starts the first query of a page whose address says what it is, while the page's module is loaded. */
  prefetch?: (params: URLSearchParams) => Promise<void>;
}

export interface Entry {
  label: () => string;
  icon: Icon;
  path: string;
  access: 'user' | 'superuser';
}

/** A place in the menu, where it stands in the order of the features. */
export interface MenuEntry {
  /** Pressed after `g`. */
  key: string;
  access: 'user' | 'superuser';
  /** Counts what stands beside the label. */
  Badge?: ComponentType<{ children: (count: number, label: string) => ReactNode }>;
}

/** A page that the palette leads to. */
export interface Destination extends Entry {
  menu?: MenuEntry;
}

interface Found {
  label: string;
  description: string;
  path: string;
}

/** Rows that the palette finds for superusers. */
interface Search {
  label: () => string;
  icon: Icon;
  queryKey: QueryKey;
  find: (search: string) => Promise<Found[]>;
}

/** Query keys that an event about a row makes stale. */
export type StaleKeys = (id: string | null | undefined) => readonly QueryKey[];

/** The names of an entity after a verb and of many, of its fields, and of the values of those that are a choice. */
export type AuditWords = { readonly the: string; readonly many: string } & Readonly<Record<string, string>>;

export interface AuditedEntity {
  /** Path of the page of a row, before its id. */
  page?: string;
  words: () => Promise<{ t: AuditWords }>;
}

/** The part of a feature that the shell shows: `<noun>.feature.ts`. */
export interface Feature {
  destinations?: readonly Destination[];
  /** Actions that the palette offers: pages on which they begin. */
  commands?: readonly Entry[];
  search?: Search;
  /** Query keys that go stale when a row of an entity changes, or when the event of that name is heard. */
  live?: Readonly<Record<string, StaleKeys>>;
  /** The entities that the audit log tells of. */
  audit?: Readonly<Partial<Record<AuditEntity, AuditedEntity>>>;
}
