import { expect, it } from 'vitest';
import { setLocale } from '../platform/i18n.ts';
import { menuPathOf, tabsOf } from './menu.ts';

const superuser = { is_superuser: true };

it.each([
  ['/messages', '/messages', ['Conversations', 'Ratings']],
  ['/rates', '/messages', ['Conversations', 'Ratings']],
  ['/messages/3f0c6a52-7d5b-4d0a-9a54-111111111111', '/messages', ['Conversations', 'Ratings']],
  ['/admin', '/admin', ['Accounts', 'Audit log']],
  ['/audit-log', '/admin', ['Accounts', 'Audit log']],
  ['/members', '/members', ['Members', 'Items']],
  ['/items', '/members', ['Members', 'Items']],
  ['/news', '/news', []],
  ['/members/new', '/members/new', []],
])('knows the menu page and the tabs of %s', (path, menuPath, names) => {
  setLocale('en');
  expect(menuPathOf(path)).toBe(menuPath);
  expect(tabsOf(superuser, path).map(({ label, tabLabel = label }) => tabLabel())).toEqual(names);
});

it('gives ordinary users no tabs of pages that they cannot open', () => {
  expect(tabsOf({ is_superuser: false }, '/items')).toEqual([]);
});
