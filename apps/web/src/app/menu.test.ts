import { BUILT_IN_ROLES, type Permission } from '@agora/contract/shared/permissions';
import { expect, it } from 'vitest';
import { setLocale } from '../platform/i18n.ts';
import { menuOf, menuPathOf, tabsOf } from './menu.ts';

const superuser = { is_superuser: true, role_id: null, permissions: [] };
const member = { ...superuser, is_superuser: false };
const colleague = (...permissions: Permission[]) => ({ ...member, role_id: 'role', permissions });

it.each([
  ['/messages', '/messages', ['Conversations', 'Ratings']],
  ['/rates', '/messages', ['Conversations', 'Ratings']],
  ['/messages/3f0c6a52-7d5b-4d0a-9a54-111111111111', '/messages', ['Conversations', 'Ratings']],
  ['/admin', '/admin', ['Accounts', 'Roles', 'API keys', 'Audit log']],
  ['/audit-log', '/admin', ['Accounts', 'Roles', 'API keys', 'Audit log']],
  ['/members', '/members', ['Members', 'Items', 'Data protection']],
  ['/items', '/members', ['Members', 'Items', 'Data protection']],
  ['/news', '/news', []],
  ['/members/new', '/members/new', []],
])('knows the menu page and the tabs of %s', (path, menuPath, names) => {
  setLocale('en');
  expect(menuPathOf(path)).toBe(menuPath);
  expect(tabsOf(superuser, path).map(({ label, tabLabel = label }) => tabLabel())).toEqual(names);
});

it('gives ordinary users no tabs of pages that they cannot open', () => {
  expect(tabsOf(member, '/items')).toEqual([]);
});

it('shows no tab of the items to those who only have their own', () => {
  setLocale('en');
  const tabs = tabsOf(colleague('members.read', 'members.export', 'members.administer'), '/members');
  expect(tabs.map(({ path }) => path)).not.toContain('/items');
});

it.each([
  ['a member', member, ['/dashboard']],
  ['somebody whose role allows nothing', colleague(), ['/dashboard', '/settings']],
  [
    'a moderator',
    colleague(...BUILT_IN_ROLES.moderator),
    ['/dashboard', '/messages', '/members', '/settings'],
  ],
  [
    'an editor',
    colleague(...BUILT_IN_ROLES.editor),
    ['/dashboard', '/daily-message', '/broadcast', '/news', '/approvals', '/settings'],
  ],
  [
    'somebody who may only open tabs',
    colleague('ratings.read', 'audit_log.read'),
    ['/dashboard', '/rates', '/audit-log', '/settings'],
  ],
  [
    'somebody who may read the items, but not the members',
    colleague('items.read'),
    ['/dashboard', '/items', '/settings'],
  ],
])('gives %s a menu of the pages that they may open', (_who, user, paths) => {
  expect(menuOf(user).map(({ path }) => path)).toEqual(paths);
});
