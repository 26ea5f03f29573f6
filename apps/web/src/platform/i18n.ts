import { spaceFrench } from '@agora/contract/shared/french-spaces';
import type { Locale } from '@agora/contract/shared/locale';
import { LOCALES } from '@agora/contract/shared/locales';
import { useSyncExternalStore } from 'react';

export type { Locale };

/** Storage key of the chosen language. */
const STORAGE_KEY = 'locale';

const isLocale = (value: unknown): value is Locale => LOCALES.some((locale) => locale === value);

const initial = document.documentElement.lang;
let current: Locale = isLocale(initial) ? initial : 'fr';
/** Incremented when the language or the time zone of the texts changes. */
let revision = 0;
const listeners = new Set<() => void>();

export const getLocale = (): Locale => current;

/** Re-renders all components that show localized text. */
export function rerenderTexts(): void {
  revision += 1;
  for (const listener of listeners) listener();
}

/** Changes the language of the page and stores it in this browser. */
export function setLocale(locale: Locale): void {
  if (locale === current) return;
  current = locale;
  document.documentElement.lang = locale;
  try {
    localStorage.setItem(STORAGE_KEY, locale);
  } catch {
    // Without storage, the choice lasts until the page is closed.
  }
  rerenderTexts();
}

window.addEventListener('storage', ({ key, newValue }) => {
  if (key === STORAGE_KEY && isLocale(newValue)) setLocale(newValue);
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Language of the page. The component re-renders when the language or the time zone changes. */
export function useLocale(): Locale {
  useSyncExternalStore(subscribe, () => revision);
  return current;
}

type Text = string | ((...values: never[]) => string);

/**
 * Texts of one feature; a text missing in one language is a compile error. Read them while rendering:
 * `t.title` returns the text in the current language.
 */
export function defineTexts<Texts extends Record<string, Text>>(texts: {
  en: Texts;
  fr: { [Key in keyof Texts]: Widened<Texts[Key]> };
}): { readonly [Key in keyof Texts]: Widened<Texts[Key]> } {
  const catalogue: Record<Locale, Record<string, Text>> = {
    en: texts.en,
    fr: mapValues<Text, Text>(texts.fr, withFrenchSpaces),
  };
  const readers = mapValues(texts.en, (_text: Text, key) => ({
    enumerable: true,
    get: () => catalogue[current][key],
  }));
  return Object.defineProperties({}, readers) as { readonly [Key in keyof Texts]: Widened<Texts[Key]> };
}

/** Merges text objects. Each text still resolves in the current language. */
export const mergeTexts = (texts: readonly object[]): object =>
  Object.defineProperties({}, Object.assign({}, ...texts.map(Object.getOwnPropertyDescriptors)));

type Widened<Value> = Value extends string ? string : Value;

const mapValues = <Value, Result>(
  record: Record<string, Value>,
  transform: (value: Value, key: string) => Result,
) => Object.fromEntries(Object.entries(record).map(([key, value]) => [key, transform(value, key)]));

const withFrenchSpaces = (text: Text): Text =>
  typeof text === 'string' ? spaceFrench(text) : (...values) => spaceFrench(text(...values));

/** Caches a value for each language, such as a formatter. */
export const perLocale = <Value>(create: (locale: Locale) => Value) => {
  const cache = new Map<Locale, Value>();
  return () => {
    const value = cache.get(current) ?? create(current);
    cache.set(current, value);
    return value;
  };
};

/** Regional tags. The community writes English dates with the day first. */
const TAGS = { fr: 'fr-FR', en: 'en-GB' } as const;
export const localeTag = (locale = current) => TAGS[locale];

const numbers = perLocale((locale) => new Intl.NumberFormat(TAGS[locale]));
const rules = perLocale((locale) => new Intl.PluralRules(TAGS[locale]));

const lists = perLocale((locale) => new Intl.ListFormat(TAGS[locale], { type: 'disjunction' }));

const sums = perLocale((locale) => new Intl.ListFormat(TAGS[locale], { type: 'conjunction' }));

/** Joins parts of a whole: “read articles, write articles and answer ratings”. */
export const joinAll = (parts: readonly string[]): string => sums().format(parts);

/** Joins names: “Ada, Grace or Joan”. */
export const joinNames = (names: readonly string[]): string => lists().format(names);

export const formatNumber = (value: number): string => numbers().format(value);

const averages = perLocale(
  (locale) => new Intl.NumberFormat(TAGS[locale], { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);

/** `4,3` */
export const formatAverage = (value: number): string => averages().format(value);

const means = perLocale((locale) => new Intl.NumberFormat(TAGS[locale], { maximumFractionDigits: 1 }));

/** `87,5`; `87` for whole numbers, such as those of an axis. */
export const formatMean = (value: number): string => means().format(value);

const percents = perLocale((locale) => new Intl.NumberFormat(TAGS[locale], { style: 'percent' }));

/**
 * `41 %` for 41 of 100; `0 %` for a total of 0; `99 %` for 357 of 358: `100 %` means that nothing remains.
 */
export function formatShare(part: number, whole: number): string {
  const share = part / (whole || 1);
  return percents().format(share < 1 ? Math.min(share, 0.99) : share);
}

interface Forms {
  one: string;
  other: string;
  /** French: from one million on, `1 000 000 de membres`. */
  many?: string;
}

/** `3 membres`: the formatted number and the matching form of the noun. */
export function plural(count: number, forms: Forms): string {
  const form = forms[rules().select(count) as keyof Forms] ?? forms.other;
  return `${formatNumber(count)}\u00a0${form}`;
}
