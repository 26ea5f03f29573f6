import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pageLoad } from './page-load.ts';
import {
  endSession,
  getToken,
  isSignedIn,
  loadPage,
  onSessionEnd,
  rememberReturnPath,
  storeToken,
  syncWithOtherTabs,
  takeReturnPath,
} from './session.ts';
import { signOut } from './sign-out.ts';

const HERE = window.location.origin;

it.each([
  ['/items?search=blue', `${HERE}/items?search=blue`],
  ['/news/1#part', `${HERE}/news/1#part`],
  ['//evil.example', '/dashboard'],
  ['//evil.example/dashboard?a=b', '/dashboard'],
  ['/\\evil.example', '/dashboard'],
  ['https://evil.example', '/dashboard'],
  ['javascript:alert(1)', '/dashboard'],
  ['/.//evil.example', `${HERE}//evil.example`],
])('returns after sign-in to %s by %s, and never to another site', (path, target) => {
  rememberReturnPath(path);
  expect(takeReturnPath()).toBe(target);
  expect(new URL(target, HERE).origin).toBe(HERE);
});

it('returns to a remembered page once', () => {
  rememberReturnPath('/items');
  takeReturnPath();
  expect(takeReturnPath()).toBe('/dashboard');
});

it('loads the sign-in page once when a session ends', () => {
  storeToken('token');
  const ends: boolean[] = [];
  const stop = onSessionEnd(({ returnsAfterSignIn }) => ends.push(returnsAfterSignIn));
  window.history.replaceState(null, '', '/items?page=2');
  endSession({ returnsAfterSignIn: true });
  endSession({ returnsAfterSignIn: true });
  stop();
  expect(ends).toEqual([true]);
  expect(getToken()).toBeNull();
  expect(pageLoad.replace).toHaveBeenCalledExactlyOnceWith('/login');
  expect(takeReturnPath()).toBe(`${HERE}/items?page=2`);
});

it('does not return to a page after logging out', () => {
  storeToken('token');
  rememberReturnPath('/items');
  signOut();
  expect(pageLoad.replace).toHaveBeenCalledExactlyOnceWith('/login');
  expect(takeReturnPath()).toBe('/dashboard');
});

it('stays busy until another page is loaded', async () => {
  const end = vi.fn<() => void>();
  void loadPage('/dashboard').then(end);
  await Promise.resolve();
  expect(pageLoad.replace).toHaveBeenCalledExactlyOnceWith('/dashboard');
  expect(end).not.toHaveBeenCalled();
});

/** Listeners that a test adds to the window, which outlives the test. */
const added: [string, EventListenerOrEventListenerObject][] = [];

function follow(): void {
  const { addEventListener } = window;
  vi.spyOn(window, 'addEventListener').mockImplementation(
    (name: string, listener: EventListenerOrEventListenerObject) => {
      added.push([name, listener]);
      addEventListener.call(window, name, listener);
    },
  );
  syncWithOtherTabs();
}

afterEach(() => {
  for (const [name, listener] of added.splice(0)) window.removeEventListener(name, listener);
});

const changeElsewhere = (key: string | null, newValue: string | null) => {
  if (key === null) localStorage.clear();
  else if (newValue === null) localStorage.removeItem(key);
  else localStorage.setItem(key, newValue);
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
};
const comeBack = (persisted: boolean) =>
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

beforeEach(() => sessionStorage.clear());

it.each<[how: string, key: string | null, newValue: string | null]>([
  ['signs out', 'access_token', null],
  ['empties the token', 'access_token', ''],
  ['clears the storage', null, null],
])('signs out when another tab %s, and does not return to the page', (_, key, newValue) => {
  storeToken('token');
  const ends: boolean[] = [];
  const stop = onSessionEnd(({ returnsAfterSignIn }) => ends.push(returnsAfterSignIn));
  follow();
  changeElsewhere(key, newValue);
  stop();
  expect(ends).toEqual([false]);
  expect(pageLoad.replace).toHaveBeenCalledExactlyOnceWith('/login');
  expect(sessionStorage.getItem('return_to')).toBeNull();
});

it('reloads when another account signs in in another tab, and keeps the drafts of the previous one', () => {
  storeToken('token');
  const ends: boolean[] = [];
  const stop = onSessionEnd(({ returnsAfterSignIn }) => ends.push(returnsAfterSignIn));
  follow();
  changeElsewhere('access_token', 'of another account');
  stop();
  expect(ends).toEqual([true]);
  expect(pageLoad.reload).toHaveBeenCalledOnce();
  expect(getToken()).toBe('of another account');
});

it('stays on a public page when another tab clears the storage', () => {
  follow();
  changeElsewhere(null, null);
  expect(pageLoad.replace).not.toHaveBeenCalled();
});

it('treats an empty token as none', () => {
  storeToken('');
  expect(getToken()).toBeNull();
  expect(isSignedIn()).toBe(false);
});

it('ignores other changes of another tab', () => {
  follow();
  changeElsewhere('theme', 'dark');
  changeElsewhere('draft:ada:items/new', null);
  expect(pageLoad.reload).not.toHaveBeenCalled();
  expect(pageLoad.replace).not.toHaveBeenCalled();
});

it.each([
  { before: 'token', after: null, persisted: true, reloads: 1 },
  { before: null, after: 'token', persisted: true, reloads: 1 },
  { before: 'token', after: 'token', persisted: true, reloads: 0 },
  { before: 'token', after: null, persisted: false, reloads: 0 },
])(
  'reloads a page that the back button restores if the session has changed: %j',
  ({ before, after, persisted, reloads }) => {
    if (before) storeToken(before);
    follow();
    if (after) storeToken(after);
    else localStorage.removeItem('access_token');
    comeBack(persisted);
    expect(pageLoad.reload).toHaveBeenCalledTimes(reloads);
  },
);
