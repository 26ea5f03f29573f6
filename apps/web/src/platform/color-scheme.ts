import { useSyncExternalStore } from 'react';

export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];
export type Scheme = 'light' | 'dark';

/** Key defined by the specification. */
const STORAGE_KEY = 'theme';

const isTheme = (value: unknown): value is Theme => THEMES.some((theme) => theme === value);
const system = window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();
let current: Theme = read() ?? 'light';

function read(): Theme | undefined {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return isTheme(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Applies a theme unless this browser has stored one. */
export function setThemeIfUnset(theme: Theme): void {
  if (read() === undefined) setTheme(theme);
}

const getTheme = (): Theme => current;

/** Returns the scheme that the current theme resolves to. */
export const getScheme = (): Scheme => (current === 'system' ? (system.matches ? 'dark' : 'light') : current);

/** Sets the class and Mantine's attribute, as public/boot.js does before the first paint. */
function apply(): void {
  const root = document.documentElement;
  const scheme = getScheme();
  root.classList.remove('light', 'dark');
  root.classList.add(scheme);
  root.dataset['mantineColorScheme'] = scheme;
  for (const listener of listeners) listener();
}

/** Changes the theme of the page and stores it in this browser. */
export function setTheme(theme: Theme): void {
  current = theme;
  try {
    localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    // Without storage, the choice lasts until the page is closed.
  }
  apply();
}

system.addEventListener('change', apply);
window.addEventListener('storage', ({ key, newValue }) => {
  if (key !== STORAGE_KEY || !isTheme(newValue)) return;
  current = newValue;
  apply();
});

function subscribeToTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useTheme = (): Theme => useSyncExternalStore(subscribeToTheme, getTheme);

export const useScheme = (): Scheme => useSyncExternalStore(subscribeToTheme, getScheme);
