import { IconSettings, IconShieldLock, IconUser, IconUserPlus, IconUsers } from '@tabler/icons-react';
import type { Feature } from '../../platform/feature.ts';
import { t } from './accounts.feature.texts.ts';
import { accountsRoutes } from './accounts.routes.ts';
import { findUsers } from './accounts.users.queries.ts';

/** Maximum number of accounts in the palette. */
const FOUND_MAX = 6;

export const accounts = {
  routes: accountsRoutes,
  destinations: [
    {
      path: '/members',
      label: () => t.members,
      icon: IconUsers,
      access: 'superuser',
      key: 'm',
      menu: { access: 'superuser' },
    },
    {
      path: '/admin',
      label: () => t.admin,
      icon: IconShieldLock,
      access: 'superuser',
      key: 'a',
      menu: { access: 'superuser' },
    },
    {
      path: '/settings',
      label: () => t.settings,
      icon: IconSettings,
      access: 'user',
      key: 's',
      menu: { access: 'superuser' },
    },
  ],
  commands: [
    { path: '/members/new', label: () => t.newMember, icon: IconUserPlus, access: 'superuser' },
    { path: '/admin/new', label: () => t.newAdmin, icon: IconUserPlus, access: 'superuser' },
  ],
  search: {
    label: () => t.accounts,
    icon: IconUser,
    queryKey: ['users', 'found'],
    find: async (search: string) =>
      (await findUsers({ search, limit: FOUND_MAX })).map(({ id, full_name, email, is_superuser }) => ({
        label: full_name ?? email,
        description: email,
        path: `/${is_superuser ? 'admin' : 'members'}/${id}`,
      })),
  },
  live: { user: () => [['users'], ['devices'], ['dashboard']] },
  audit: { user: { page: '/members', words: () => import('./accounts.audit.texts.ts') } },
} satisfies Feature;
