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

/** The media query for the colour scheme of the system, created once for all pages. */
const system = window.matchMedia('(prefers-color-scheme: dark)');

it('applies a chosen theme at once and stores it in this browser', () => {
  setTheme('dark');
  expectColours('dark');
  expect(localStorage.getItem('theme')).toBe('dark');
  setTheme('light');
  expectColours('light');
  expect(localStorage.getItem('theme')).toBe('light');
});

it('applies the theme of the account only if this browser has not stored one', () => {
  localStorage.removeItem('theme');
  setThemeIfUnset('dark');
  expectColours('dark');
  expect(localStorage.getItem('theme')).toBe('dark');
  setThemeIfUnset('light');
  expectColours('dark');
});

it.each(['system', 'light'] as const)('keeps the stored theme %s of this browser', (own) => {
  setTheme(own);
  setThemeIfUnset('dark');
  expect(localStorage.getItem('theme')).toBe(own);
});

it('ignores an unknown stored theme', () => {
  localStorage.setItem('theme', 'purple');
  setThemeIfUnset('dark');
  expect(localStorage.getItem('theme')).toBe('dark');
});

it('uses the light scheme if the system does', () => {
  expect(system.matches).toBe(false);
  setTheme('system');
  expect(getScheme()).toBe('light');
  expectColours('light');
});

it('follows the theme of another tab, but ignores unknown values', () => {
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

it('changes the theme in a browser without storage, too', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError');
  });
  setTheme('dark');
  expectColours('dark');
});

it('returns the choices made before sign-in, once', () => {
  storeGuestChoice({ theme: 'dark' });
  storeGuestChoice({ locale: 'en' });
  storeGuestChoice({ theme: 'light' });
  expect(takeGuestChoices()).toEqual({ theme: 'light', locale: 'en' });
  expect(takeGuestChoices()).toEqual({});
  sessionStorage.setItem('chosen', '{"theme":');
  expect(takeGuestChoices()).toEqual({});
});
