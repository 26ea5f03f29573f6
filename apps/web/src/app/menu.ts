import {
  IconBell,
  IconCalendarHeart,
  IconLayoutDashboard,
  IconMessages,
  IconNews,
  IconSettings,
  IconShieldLock,
  IconUsers,
} from '@tabler/icons-react';
import { t } from './app.texts.ts';

export interface MenuEntry {
  path: string;
  label: () => string;
  icon: typeof IconBell;
  /** Pressed after `g`. */
  key: string;
}

const DASHBOARD: MenuEntry = {
  path: '/dashboard',
  label: () => t.dashboard,
  icon: IconLayoutDashboard,
  key: 'd',
};

const SUPERUSER_MENU: readonly MenuEntry[] = [
  DASHBOARD,
  { path: '/daily-message', label: () => t.dailyMessage, icon: IconCalendarHeart, key: 'j' },
  { path: '/broadcast', label: () => t.broadcast, icon: IconBell, key: 'p' },
  { path: '/news', label: () => t.news, icon: IconNews, key: 'n' },
  { path: '/messages', label: () => t.messages, icon: IconMessages, key: 'i' },
  { path: '/members', label: () => t.members, icon: IconUsers, key: 'm' },
  { path: '/admin', label: () => t.admin, icon: IconShieldLock, key: 'a' },
  { path: '/settings', label: () => t.settings, icon: IconSettings, key: 's' },
];

/** The menu of somebody: ordinary users have the dashboard alone. */
export const menuOf = ({ is_superuser }: { is_superuser: boolean }): readonly MenuEntry[] =>
  is_superuser ? SUPERUSER_MENU : [DASHBOARD];
