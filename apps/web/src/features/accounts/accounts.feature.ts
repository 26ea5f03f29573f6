import { IconSettings, IconShieldLock, IconUser, IconUserPlus, IconUsers } from '@tabler/icons-react';
import type { Feature } from '../../platform/feature.ts';
import { t } from './accounts.feature.texts.ts';

export const accounts = {
  destinations: [
    {
      path: '/members',
      label: () => t.members,
      icon: IconUsers,
      access: 'superuser',
      key: 'm',
      help: async () => (await import('./accounts.help.texts.ts')).t.members,
      menu: { access: 'superuser' },
    },
    {
      path: '/admin',
      label: () => t.admin,
      icon: IconShieldLock,
      access: 'superuser',
      key: 'a',
      help: async () => (await import('./accounts.help.texts.ts')).t.admin,
      menu: { access: 'superuser' },
    },
    {
      path: '/settings',
      label: () => t.settings,
      icon: IconSettings,
      access: 'user',
      key: 's',
      help: async () => (await import('./accounts.help.texts.ts')).t.settings,
      menu: { access: 'superuser' },
    },
  ],
  commands: [
    { path: '/members/new', label: () => t.newMember, icon: IconUserPlus, access: 'superuser' },
    { path: '/admin/new', label: () => t.newAdmin, icon: IconUserPlus, access: 'superuser' },
  ],
  found: {
    member: {
      label: () => t.members,
      icon: IconUser,
      path: ({ id }) => `/members/${id}`,
      list: '/members?search=',
    },
    administrator: {
      label: () => t.admin,
      icon: IconShieldLock,
      path: ({ id }) => `/admin/${id}`,
      list: '/admin?search=',
    },
  },
  live: { user: () => [['users'], ['devices'], ['dashboard']] },
  audit: {
    user: {
      page: '/members',
      words: () => import('./accounts.audit.texts.ts'),
      parts: {
        is_active: ['deactivated_until', 'deactivation_reason'],
        password: ['must_change_password', 'invitation_expires_at', 'pending_email'],
        email: ['pending_email'],
      },
    },
  },
  errors: () => import('./accounts.errors.texts.ts'),
} satisfies Feature;
