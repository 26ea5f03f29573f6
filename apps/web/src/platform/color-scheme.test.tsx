import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPart } from '../../test/render.tsx';
import { getScheme, setTheme, setThemeIfUnset, useScheme, useTheme } from './color-scheme.ts';
import { storeGuestChoice, takeGuestChoices } from './guest-choices.ts';

const root = document.documentElement;
const expectColours = (scheme: string) => {
  expect(root).toHaveClass(scheme, { exact: true });
  expect(root).toHaveAttribute('data-mantine-color-scheme', scheme);
};

/** What the browser asked for the colours of the system, once for all pages. */
const system = window.matchMedia('(prefers-color-scheme: dark)');

it('applies chosen colours at once and keeps them in this browser', () => {
  setTheme('dark');
  expectColours('dark');
  expect(localStorage.getItem('theme')).toBe('dark');
  setTheme('light');
  expectColours('light');
  expect(localStorage.getItem('theme')).toBe('light');
});

it('takes the colours of the account only in a browser that has none of its own', () => {
  localStorage.removeItem('theme');
  setThemeIfUnset('dark');
  expectColours('dark');
  expect(localStorage.getItem('theme')).toBe('dark');
  setThemeIfUnset('light');
  expectColours('dark');
});

it.each(['system', 'light'] as const)('leaves the own choice %s alone', (own) => {
  setTheme(own);
  setThemeIfUnset('dark');
  expect(localStorage.getItem('theme')).toBe(own);
});

it('ignores stored colours that it does not know', () => {
  localStorage.setItem('theme', 'purple');
  setThemeIfUnset('dark');
  expect(localStorage.getItem('theme')).toBe('dark');
});

it('is as light as the system where the system is light', () => {
  expect(system.matches).toBe(false);
  setTheme('system');
  expect(getScheme()).toBe('light');
  expectColours('light');
});

it('follows the choice of another tab, but none that it does not know', () => {
  function Shown() {
    return `${useTheme()} as ${useScheme()}`;
  }
  renderPart(<Shown />);
  const changeElsewhere = (key: string, newValue: string | null) =>
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue })));
  changeElsewhere('theme', 'dark');
  expect(screen.getByText('dark as dark')).toBeVisible();
  expectColours('dark');
  changeElsewhere('theme', 'purple');
  changeElsewhere('theme', null);
  changeElsewhere('locale', 'light');
  expectColours('dark');
});

it('changes the colours in a browser without storage, too', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError');
  });
  setTheme('dark');
  expectColours('dark');
});

it('remembers what was chosen before signing in, once', () => {
  storeGuestChoice({ theme: 'dark' });
  storeGuestChoice({ locale: 'en' });
  storeGuestChoice({ theme: 'light' });
  expect(takeGuestChoices()).toEqual({ theme: 'light', locale: 'en' });
  expect(takeGuestChoices()).toEqual({});
  sessionStorage.setItem('chosen', '{"theme":');
  expect(takeGuestChoices()).toEqual({});
});
