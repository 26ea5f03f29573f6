import type { contract } from '@agora/contract';
import { accountsFeature } from './features/accounts/accounts.feature.ts';
import { alertsFeature } from './features/alerts/alerts.routes.ts';
import { approvalsFeature } from './features/approvals/approvals.routes.ts';
import { auditFeature } from './features/audit/audit.routes.ts';
import { broadcastsFeature } from './features/broadcasts/broadcasts.feature.ts';
import { dailyMessagesFeature } from './features/daily-messages/daily-messages.feature.ts';
import { dashboardFeature } from './features/dashboard/dashboard.feature.ts';
import { dataExportsFeature } from './features/data-exports/data-exports.routes.ts';
import { devicesFeature } from './features/devices/devices.feature.ts';
import { itemsFeature } from './features/items/items.routes.ts';
import { mediaFeature } from './features/media/media.routes.ts';
import { messagesFeature } from './features/messages/messages.feature.ts';
import { newsFeature } from './features/news/news.feature.ts';
import { presenceFeature } from './features/presence/presence.routes.ts';
import { ratingsFeature } from './features/ratings/ratings.feature.ts';
import { savedViewsFeature } from './features/saved-views/saved-views.routes.ts';
import { searchFeature } from './features/search/search.routes.ts';
import { systemFeature } from './features/system/system.feature.ts';
import type { RouteDeps } from './platform/deps.ts';
import type { Feature } from './platform/feature.ts';
import type { Implementation } from './platform/http/router.ts';

/** All features. Housekeeping runs in this order. */
const LISTED = [
  accountsFeature,
  itemsFeature,
  dailyMessagesFeature,
  newsFeature,
  mediaFeature,
  messagesFeature,
  ratingsFeature,
  devicesFeature,
  broadcastsFeature,
  alertsFeature,
  approvalsFeature,
  auditFeature,
  dashboardFeature,
  dataExportsFeature,
  savedViewsFeature,
  searchFeature,
  presenceFeature,
  systemFeature,
] as const;

export const FEATURES: readonly Feature[] = LISTED;

type Merged<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

type Routes = {
  [Part in keyof typeof contract]: (deps: RouteDeps) => Implementation<(typeof contract)[Part]>;
};

/** Implementations of all parts of the contract. A missing part does not compile. */
export const routes: Routes = merge();

/** @throws {Error} if two features implement the same part */
function merge(): Merged<(typeof LISTED)[number]['routes']> {
  const parts = LISTED.flatMap(({ routes }) => Object.entries(routes));
  const twice = parts.find(([part], index) => parts.findIndex(([other]) => other === part) !== index);
  if (twice) throw new Error(`Two features implement ${twice[0]}`);
  return Object.fromEntries(parts) as Merged<(typeof LISTED)[number]['routes']>;
}
