import type { Theme } from './color-scheme.ts';
import type { Locale } from './i18n.ts';

/** A choice made before sign-in, which then becomes the choice of the account. */
interface Chosen {
  locale?: Locale;
  theme?: Theme;
}

const KEY = 'chosen';

export function rememberChoice(choice: Chosen): void {
  sessionStorage.setItem(KEY, JSON.stringify({ ...peek(), ...choice }));
}

export function takeChoices(): Chosen {
  const chosen = peek();
  sessionStorage.removeItem(KEY);
  return chosen;
}

function peek(): Chosen {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Chosen;
  } catch {
    return {};
  }
}
