/** The features. `index.ts` adds the routes of `audit`, whose schemas need the entities of all others. */
export { accountsFeature } from './features/accounts/accounts.feature.ts';
export { alertsFeature } from './features/alerts/alerts.contract.ts';
export { auditFeature } from './features/audit/audit.feature.ts';
export { broadcastsFeature } from './features/broadcasts/broadcasts.feature.ts';
export { dailyMessagesFeature } from './features/daily-messages/daily-messages.feature.ts';
export { dashboardFeature } from './features/dashboard/dashboard.feature.ts';
export { dataExportsFeature } from './features/data-exports/data-exports.contract.ts';
export { devicesFeature } from './features/devices/devices.feature.ts';
export { itemsFeature } from './features/items/items.contract.ts';
export { mediaFeature } from './features/media/media.contract.ts';
export { messagesFeature } from './features/messages/messages.feature.ts';
export { newsFeature } from './features/news/news.feature.ts';
export { presenceFeature } from './features/presence/presence.contract.ts';
export { ratingsFeature } from './features/ratings/ratings.feature.ts';
export { savedViewsFeature } from './features/saved-views/saved-views.contract.ts';
export { searchFeature } from './features/search/search.contract.ts';
export { systemFeature } from './features/system/system.feature.ts';
