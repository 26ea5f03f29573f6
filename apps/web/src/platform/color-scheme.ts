import { useSyncExternalStore } from 'react';

export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];
export type Scheme = 'light' | 'dark';

/** The name that the specification gives it. */
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

/** Takes a theme where this browser has none of its own yet. */
export function suggestTheme(theme: Theme): void {
  if (read() === undefined) setTheme(theme);
}

export const getTheme = (): Theme => current;

/** What the theme comes to at the moment. */
export const getScheme = (): Scheme => (current === 'system' ? (system.matches ? 'dark' : 'light') : current);

/** As public/boot.js did it before the first paint: a class, and the attribute that Mantine's styles read. */
function apply(): void {
  const root = document.documentElement;
  const scheme = getScheme();
  root.classList.remove('light', 'dark');
  root.classList.add(scheme);
  root.dataset['mantineColorScheme'] = scheme;
  for (const listener of listeners) listener();
}

/** Changes the colours of the page, and of the next ones in this browser. */
export function setTheme(theme: Theme): void {
  current = theme;
  try {
    localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    // Without storage the choice holds for this page.
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
