import type { ComponentType } from 'react';

interface PageModule {
  Page: ComponentType;
}

export type LoadPage = () => Promise<PageModule | undefined>;

/** The pages of the menu: their modules can be loaded before they are opened. */
export const MENU_PAGES = {
  '/dashboard': () => import('../features/dashboard/dashboard.page.tsx'),
  '/daily-message': () => import('../features/daily-messages/daily-messages.page.tsx'),
  '/broadcast': () => import('../features/broadcasts/broadcasts.page.tsx'),
  '/news': () => import('../features/news/news.page.tsx'),
  '/messages': () => import('../features/messages/messages.page.tsx'),
  '/members': () => import('../features/accounts/users/members.page.tsx'),
  '/admin': () => import('../features/accounts/users/admin.page.tsx'),
  '/settings': () => import('../features/accounts/my-account/settings.page.tsx'),
} satisfies Record<string, LoadPage>;

/** Loads a page that somebody is about to open; failing is left to the opening. */
export function preload(path: string): void {
  (MENU_PAGES as Record<string, LoadPage>)[path]?.().catch(() => undefined);
}
