import type { AuditEntity, AuditLog } from '@agora/contract/features/audit/audit.contract';
import type { Searched } from '@agora/contract/features/search/search.contract';
import type { Locale } from '@agora/contract/shared/locale';
import type { Access } from '@agora/contract/shared/permissions';
import type { Icon } from '@tabler/icons-react';
import type { QueryKey } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';

interface PageModule {
  Page: ComponentType;
}

/** A page of a feature (`<feature>.routes.ts`). */
export interface PageRoute {
  path: string;
  /**
   * `guest` pages redirect signed-in users to the dashboard; `public` pages are targets of links in mails.
   */
  access: 'guest' | Access;
  load: () => Promise<PageModule>;
  /** Starts the first query of the page while its module loads, if the address is sufficient. */
  prefetch?: (params: URLSearchParams) => Promise<void>;
}

export interface Entry {
  label: () => string;
  icon: Icon;
  path: string;
  access: Access;
}

/** A menu entry, in the order of the features. */
export interface MenuEntry {
  /** Who has the entry, if fewer than those who may open the page. */
  access?: Access;
  /** Renders the entry only where the team uses its page. */
  Gate?: ComponentType<{ children: ReactNode }>;
  /** Renders the count beside the label. */
  Badge?: ComponentType<{ children: (count: number, label: string) => ReactNode }>;
}

/** A page listed in the palette. */
export interface Destination extends Entry {
  /** Key pressed after `g` to get there. */
  key: string;
  /** Its purpose, in a few sentences. */
  help: () => string;
  menu?: MenuEntry;
  /** Path of the menu page in whose head this page is a tab. */
  tabOf?: string;
  /** Who has the tab, if fewer than those who may open the page. */
  tabAccess?: Access;
  /** Label as a tab, by default that of the page. */
  tabLabel?: () => string;
}

/** Rows that the command palette finds: their group and their pages. */
export interface Findable {
  label: () => string;
  icon: Icon;
  path: (row: { id: string; title: string }) => string;
  /** Address of the list, without the search text at its end. */
  list: string;
}

/** Query keys that an event about a row invalidates. */
export type StaleKeys = (id: string | null | undefined) => readonly QueryKey[];

/** Texts for an entity (after a verb, plural), its fields, and the values of enumerated fields. */
type AuditWords = { readonly the: string; readonly many: string } & Readonly<Record<string, string>>;

/** A time after that of the audit log entry. */
export const LATER = Symbol('later');

type AuditedValue = string | boolean | null | typeof LATER;

/** Description of a change, shown instead of the names of its fields. */
export interface NamedChange extends Readonly<Record<Locale, string>> {
  /** `updated` if absent. */
  action?: AuditLog['action'];
  /** Any field if absent. */
  field?: string;
  /** Old and new value of the field; any value if absent. */
  from?: AuditedValue;
  to?: AuditedValue;
  /** Applies only to changes of one's own account, which the text then mentions itself. */
  isOwn?: true;
}

export interface AuditedEntity {
  /** Path of the page of a row, without its id. */
  page?: string;
  words: AuditWords;
  /** The first match is used. */
  changes?: readonly NamedChange[];
  /** Fields that always change with another one and are not listed separately, by that other field. */
  parts?: Readonly<Record<string, readonly string[]>>;
  /** Formats the label of a row in the audit log; by default it is shown as it is. */
  labelOf?: (label: string) => string;
}

/** Registration of a feature: `<feature>.feature.ts`. */
export interface Feature {
  destinations?: readonly Destination[];
  /** Actions of the command palette: the pages on which they start. */
  commands?: readonly Entry[];
  /** Rows of this feature in the palette. */
  found?: Readonly<Partial<Record<Searched, Findable>>>;
  /** Query keys to invalidate when a row of an entity changes, or on the event of that name. */
  live?: Readonly<Record<string, StaleKeys>>;
  /** Entities of this feature in the audit log. */
  audit?: Readonly<Partial<Record<AuditEntity, AuditedEntity>>>;
}
