import type { AuditEntity, AuditLog } from '@agora/contract/features/audit/audit.contract';
import type { Searched } from '@agora/contract/features/search/search.contract';
import type { Locale } from '@agora/contract/shared/locale';
import type { Icon } from '@tabler/icons-react';
import type { QueryKey } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';

interface PageModule {
  Page: ComponentType;
}

/** A page of a feature (`<feature>.routes.ts`). */
export interface PageRoute {
  path: string;
  /** `guest` pages redirect signed-in users to the dashboard; `public` ones are of links in mails. */
  access: 'guest' | 'public' | 'user' | 'superuser';
  load: () => Promise<PageModule>;
  /** Starts the first query of a page, if its address is enough, while the page's module loads. */
  prefetch?: (params: URLSearchParams) => Promise<void>;
}

export interface Entry {
  label: () => string;
  icon: Icon;
  path: string;
  access: 'user' | 'superuser';
}

/** A menu entry, in the order of the features. */
export interface MenuEntry {
  access: 'user' | 'superuser';
  /** Renders the count beside the label. */
  Badge?: ComponentType<{ children: (count: number, label: string) => ReactNode }>;
}

/** A page listed in the palette. */
export interface Destination extends Entry {
  /** Key pressed after `g` to get there. */
  key: string;
  /** Its purpose, in a few sentences (`<feature>.help.texts.ts`). */
  help: () => string;
  menu?: MenuEntry;
}

/** Rows that the palette finds: their group, and the page of one. */
export interface Findable {
  label: () => string;
  icon: Icon;
  path: (row: { id: string; title: string }) => string;
  /** Address of the list, up to the text that it searches for. */
  list: string;
}

/** Query keys that an event about a row invalidates. */
export type StaleKeys = (id: string | null | undefined) => readonly QueryKey[];

/** Texts for an entity (after a verb, plural), its fields, and the values of enumerated fields. */
type AuditWords = { readonly the: string; readonly many: string } & Readonly<Record<string, string>>;

/** A moment after the entry. */
export const LATER = Symbol('later');

type AuditedValue = string | boolean | null | typeof LATER;

/** What a change is called in the product, in place of naming its fields. */
export interface NamedChange extends Readonly<Record<Locale, string>> {
  /** `updated` if absent. */
  action?: AuditLog['action'];
  /** Any if absent. */
  field?: string;
  /** Former and new value of the field: any if absent. */
  from?: AuditedValue;
  to?: AuditedValue;
  /** Only of one's own account, which the text then names itself. */
  isOwn?: true;
}

export interface AuditedEntity {
  /** Path of the page of a row, without its id. */
  page?: string;
  words: AuditWords;
  /** The first that fits counts. */
  changes?: readonly NamedChange[];
  /** Fields that change along with another, whose change says theirs: by that one. */
  parts?: Readonly<Record<string, readonly string[]>>;
  /** Turns the label of a row in the audit log into what people read, if it is not that already. */
  labelOf?: (label: string) => string;
}

/** Registration of a feature: `<feature>.feature.ts`. */
export interface Feature {
  destinations?: readonly Destination[];
  /** Actions of the palette: pages on which they start. */
  commands?: readonly Entry[];
  /** Rows of this feature in the palette. */
  found?: Readonly<Partial<Record<Searched, Findable>>>;
  /** Query keys to invalidate when a row of an entity changes, or on the event of that name. */
  live?: Readonly<Record<string, StaleKeys>>;
  /** Entities of this feature in the audit log. */
  audit?: Readonly<Partial<Record<AuditEntity, AuditedEntity>>>;
}
