import { lazyPage, type PageModule } from './localized.tsx';

type Load = () => Promise<PageModule>;

/** The pages of the menu: their modules can be loaded before they are opened. */
const MENU_PAGES = {
  '/dashboard': () => import('../features/dashboard/dashboard.page.tsx'),
  '/daily-message': () => import('../features/daily-messages/daily-messages.page.tsx'),
  '/broadcast': () => import('../features/broadcasts/broadcasts.page.tsx'),
  '/news': () => import('../features/news/news.page.tsx'),
  '/messages': () => import('../features/messages/messages.page.tsx'),
  '/members': () => import('../features/users/members.page.tsx'),
  '/admin': () => import('../features/users/admin.page.tsx'),
  '/settings': () => import('./settings.page.tsx'),
} satisfies Record<string, Load>;

/** Loads a page that somebody is about to open; failing is left to the opening. */
export function preload(path: string): void {
  (MENU_PAGES as Record<string, Load>)[path]?.().catch(() => undefined);
}

export const Dashboard = lazyPage(MENU_PAGES['/dashboard']);
export const DailyMessage = lazyPage(MENU_PAGES['/daily-message']);
export const Broadcast = lazyPage(MENU_PAGES['/broadcast']);
export const News = lazyPage(MENU_PAGES['/news']);
export const Messages = lazyPage(MENU_PAGES['/messages']);
export const Members = lazyPage(MENU_PAGES['/members']);
export const Admin = lazyPage(MENU_PAGES['/admin']);
export const Settings = lazyPage(MENU_PAGES['/settings']);
export const Items = lazyPage(() => import('../features/items/items.page.tsx'));
export const AuditLogs = lazyPage(() => import('../features/audit-logs/audit-logs.page.tsx'));
export const Rates = lazyPage(() => import('../features/ratings/rates.page.tsx'));
export const DailyMessageOne = lazyPage(() => import('../features/daily-messages/message.page.tsx'));
export const NewDailyMessage = lazyPage(() => import('../features/daily-messages/message-new.page.tsx'));
export const User = lazyPage(() => import('../features/users/user.page.tsx'));
export const NewUser = lazyPage(() => import('../features/users/user-new.page.tsx'));
export const Article = lazyPage(() => import('../features/news/article.page.tsx'));
export const NewArticle = lazyPage(() => import('../features/news/news-new.page.tsx'));
export const BroadcastOne = lazyPage(() => import('../features/broadcasts/broadcast.page.tsx'));
export const NewBroadcast = lazyPage(() => import('../features/broadcasts/broadcast-new.page.tsx'));
