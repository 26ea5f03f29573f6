import type { AuditEntity } from '@agora/contract/features/audit/audit.contract';
import type { Searched } from '@agora/contract/features/search/search.contract';
import { accounts } from '../features/accounts/accounts.feature.ts';
import { alerts } from '../features/alerts/alerts.feature.ts';
import { approvals } from '../features/approvals/approvals.feature.ts';
import { audit } from '../features/audit/audit.feature.ts';
import { broadcasts } from '../features/broadcasts/broadcasts.feature.ts';
import { dailyMessages } from '../features/daily-messages/daily-messages.feature.ts';
import { dashboard } from '../features/dashboard/dashboard.feature.ts';
import { dataExports } from '../features/data-exports/data-exports.feature.ts';
import { items } from '../features/items/items.feature.ts';
import { messages } from '../features/messages/messages.feature.ts';
import { news } from '../features/news/news.feature.ts';
import { presence } from '../features/presence/presence.feature.ts';
import { ratings } from '../features/ratings/ratings.feature.ts';
import { savedViews } from '../features/saved-views/saved-views.feature.ts';
import type { AuditedEntity, Feature, Findable, StaleKeys } from '../platform/feature.ts';

/** The features, in the order in which menu and palette show them. */
const FEATURES = {
  dashboard,
  dailyMessages,
  broadcasts,
  news,
  approvals,
  messages,
  accounts,
  items,
  dataExports,
  ratings,
  audit,
  presence,
  alerts,
  savedViews,
};

export const featureList: readonly Feature[] = Object.values(FEATURES);

type Features = typeof FEATURES;
type PartOf<Name extends string> = {
  [One in keyof Features]: Features[One] extends Record<Name, infer Part> ? Part : never;
}[keyof Features];
type Merged<Part> = (Part extends unknown ? (part: Part) => void : never) extends (all: infer All) => void
  ? All
  : never;

const merge = <Name extends 'live' | 'audit' | 'found'>(name: Name): Merged<PartOf<Name>> =>
  Object.assign({}, ...featureList.map((feature) => feature[name]));

// Does not compile if an audited or searched entity of the contract is missing from all features.
export const LIVE: Readonly<Record<AuditEntity, StaleKeys>> = merge('live');
export const AUDITED: Readonly<Record<AuditEntity, AuditedEntity>> = merge('audit');
export const FOUND: Readonly<Record<Searched, Findable>> = merge('found');
