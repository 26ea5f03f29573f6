/** The features. `index.ts` adds the routes of `audit`, whose schemas need the entities of all others. */
export { accountsFeature } from './features/accounts/accounts.feature.ts';
export { alertsFeature } from './features/alerts/alerts.feature.ts';
export { auditFeature } from './features/audit/audit.feature.ts';
export { broadcastsFeature } from './features/broadcasts/broadcasts.feature.ts';
export { dailyMessagesFeature } from './features/daily-messages/daily-messages.feature.ts';
export { dashboardFeature } from './features/dashboard/dashboard.feature.ts';
export { devicesFeature } from './features/devices/devices.feature.ts';
export { itemsFeature } from './features/items/items.feature.ts';
export { mediaFeature } from './features/media/media.feature.ts';
export { messagesFeature } from './features/messages/messages.feature.ts';
export { newsFeature } from './features/news/news.feature.ts';
export { presenceFeature } from './features/presence/presence.feature.ts';
export { ratingsFeature } from './features/ratings/ratings.feature.ts';
export { searchFeature } from './features/search/search.feature.ts';
export { systemFeature } from './features/system/system.feature.ts';
