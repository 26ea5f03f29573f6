import { afterEach, expect, it, vi } from 'vitest';
import { keepTyping, takeTyped } from './type-ahead.ts';

/** Presses a key. @returns true if the page got it */
const press = (key: string, init: KeyboardEventInit = {}) =>
  window.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true, ...init }));

afterEach(() => void takeTyped());

it('keeps what is typed while a field is loading, so that it is neither lost nor a shortcut', () => {
  keepTyping();
  for (const key of ['g', 'm', 'Backspace', 'r', 'Shift', '@'])
    press(key, { altKey: key === '@', ctrlKey: key === '@' });
  expect(takeTyped()).toBe('gr@');
});

it('leaves shortcuts of the browser, and keys that move the focus, to the page', () => {
  keepTyping();
  expect(press('r', { ctrlKey: true })).toBe(true);
  expect(press('r', { metaKey: true })).toBe(true);
  expect(press('Tab')).toBe(true);
  expect(press('Enter')).toBe(false);
  expect(takeTyped()).toBe('');
});

it('gives the keys back to the page once the field has taken the text', () => {
  keepTyping();
  press('a');
  keepTyping();
  press('b');
  expect(takeTyped()).toBe('ab');
  expect(press('c')).toBe(true);
  expect(takeTyped()).toBe('');
});

it('gives the keys back after ten seconds, even if no field has taken the text', () => {
  vi.useFakeTimers();
  keepTyping();
  vi.advanceTimersByTime(9_999);
  expect(press('a')).toBe(false);
  vi.advanceTimersByTime(1);
  expect(press('b')).toBe(true);
});
