import { matchRoutes } from 'react-router';
import { accountsRoutes } from '../features/accounts/accounts.routes.ts';
import { auditRoutes } from '../features/audit/audit.routes.ts';
import { broadcastsRoutes } from '../features/broadcasts/broadcasts.routes.ts';
import { dailyMessagesRoutes } from '../features/daily-messages/daily-messages.routes.ts';
import { dashboardRoutes } from '../features/dashboard/dashboard.routes.ts';
import { itemsRoutes } from '../features/items/items.routes.ts';
import { messagesRoutes } from '../features/messages/messages.routes.ts';
import { newsRoutes } from '../features/news/news.routes.ts';
import { ratingsRoutes } from '../features/ratings/ratings.routes.ts';
import type { PageRoute } from '../platform/feature.ts';
import type { FEATURES } from './features.ts';

/** Pages of every feature. Apart from `FEATURES`: sign-in does not load the shell's menu, icons and texts. */
const ROUTES: Record<keyof typeof FEATURES, readonly PageRoute[]> = {
  dashboard: dashboardRoutes,
  dailyMessages: dailyMessagesRoutes,
  broadcasts: broadcastsRoutes,
  news: newsRoutes,
  messages: messagesRoutes,
  accounts: accountsRoutes,
  items: itemsRoutes,
  ratings: ratingsRoutes,
  audit: auditRoutes,
};

const routes = Object.values(ROUTES).flat();

export const routesFor = (access: PageRoute['access']): PageRoute[] =>
  routes.filter((route) => route.access === access);

/** Loads a page ahead of navigation; errors surface on navigation. */
export function preload(path: string): void {
  const opened = matchRoutes(routes, path)?.[0]?.route;
  opened?.load().catch(() => undefined);
}
