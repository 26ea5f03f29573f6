import { IconSettings, IconShieldLock, IconUser, IconUserPlus, IconUsers } from '@tabler/icons-react';
import type { Feature } from '../../platform/feature.ts';
import { changes, t as words } from './accounts.audit.texts.ts';
import { t } from './accounts.feature.texts.ts';
import { t as help } from './accounts.help.texts.ts';

export const accounts = {
  destinations: [
    {
      path: '/members',
      label: () => t.members,
      icon: IconUsers,
      access: 'superuser',
      key: 'm',
      help: () => help.members,
      menu: { access: 'superuser' },
    },
    {
      path: '/admin',
      label: () => t.admin,
      icon: IconShieldLock,
      access: 'superuser',
      key: 'a',
      help: () => help.admin,
      menu: { access: 'superuser' },
    },
    {
      path: '/settings',
      label: () => t.settings,
      icon: IconSettings,
      access: 'user',
      key: 's',
      help: () => help.settings,
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
      words,
      changes,
      parts: {
        is_active: ['deactivated_until', 'deactivation_reason'],
        password: ['must_change_password', 'invitation_expires_at', 'pending_email'],
        email: ['pending_email'],
      },
    },
  },
} satisfies Feature;
