import type { Theme } from './color-scheme.ts';
import type { Locale } from './i18n.ts';

/** Choices made before sign-in, which are then saved to the account. */
interface StoredChoices {
  locale?: Locale;
  theme?: Theme;
}

const KEY = 'chosen';

export function storeGuestChoice(choice: StoredChoices): void {
  sessionStorage.setItem(KEY, JSON.stringify({ ...readChoices(), ...choice }));
}

export function takeGuestChoices(): StoredChoices {
  const chosen = readChoices();
  sessionStorage.removeItem(KEY);
  return chosen;
}

function readChoices(): StoredChoices {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as StoredChoices;
  } catch {
    return {};
  }
}
