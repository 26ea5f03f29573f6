import type { PageRoute } from '../../platform/feature.ts';
import { Page as LoginPage } from './login/login.page.tsx';

const loadUser = () => import('./users/user.page.tsx');
const loadNewUser = () => import('./users/user-new.page.tsx');

export const accountsRoutes: readonly PageRoute[] = [
  // With the entry: no other page waits for as little.
  { path: '/login', access: 'guest', load: async () => ({ Page: LoginPage }) },
  { path: '/signup', access: 'guest', load: () => import('./login/signup.page.tsx') },
  { path: '/recover-password', access: 'guest', load: () => import('./login/recover-password.page.tsx') },
  { path: '/reset-password', access: 'public', load: () => import('./login/reset-password.page.tsx') },
  {
    path: '/confirm-email-change',
    access: 'public',
    load: () => import('./login/confirm-email-change.page.tsx'),
  },
  { path: '/undo-email-change', access: 'public', load: () => import('./login/undo-email-change.page.tsx') },
  { path: '/data-export', access: 'public', load: () => import('./login/data-export.page.tsx') },
  { path: '/login/provider', access: 'public', load: () => import('./login/provider.page.tsx') },
  { path: '/unsubscribe', access: 'public', load: () => import('./login/unsubscribe.page.tsx') },
  {
    path: '/members',
    access: { can: 'members.read' },
    load: () => import('./users/members.page.tsx'),
    prefetch: async (params) => (await import('./accounts.users.list.ts')).prefetchMembers(params),
  },
  { path: '/members/new', access: { can: 'members.write' }, load: loadNewUser },
  { path: '/members/:userId', access: { can: 'members.read' }, load: loadUser },
  {
    path: '/admin',
    access: { can: 'team.read' },
    load: () => import('./users/admin.page.tsx'),
    prefetch: async (params) => (await import('./accounts.users.list.ts')).prefetchAdmins(params),
  },
  { path: '/admin/new', access: { can: 'team.administer' }, load: loadNewUser },
  { path: '/admin/:userId', access: { can: 'team.read' }, load: loadUser },
  { path: '/roles', access: { can: 'team.read' }, load: () => import('./roles/roles.page.tsx') },
  {
    path: '/api-keys',
    access: { can: 'team.administer' },
    load: () => import('./api-keys/api-keys.page.tsx'),
  },
  { path: '/settings', access: 'user', load: () => import('./my-account/settings.page.tsx') },
];
