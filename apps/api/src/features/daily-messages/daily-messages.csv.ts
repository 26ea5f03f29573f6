import {
  DAILY_COLUMNS,
  type DailyColumn,
} from '@agora/contract/features/daily-messages/daily-messages.rules';
import { folded } from '@agora/contract/shared/folded';
import type { Locale } from '@agora/contract/shared/locale';
import { type CsvColumn, dayOf } from '../../platform/http/csv.ts';
import type { ExportedDailyMessage } from './daily-messages.queries.ts';

/** Words for stored values: English tables hold the values themselves. */
const FRENCH = { draft: 'brouillon', ready: 'prêt', fallback: 'autre langue', hide: 'masquer' } as const;

const wordOf = (value: keyof typeof FRENCH, locale: Locale) => (locale === 'fr' ? FRENCH[value] : value);

const VALUES: Record<DailyColumn, (row: ExportedDailyMessage, locale: Locale) => string | null | undefined> =
  {
    day: ({ day }, locale) => day && dayOf(day, locale),
    fr_title: ({ translations }) => translations.fr?.title,
    fr_body: ({ translations }) => translations.fr?.body,
    fr_author: ({ translations }) => translations.fr?.author,
    en_title: ({ translations }) => translations.en?.title,
    en_body: ({ translations }) => translations.en?.body,
    en_author: ({ translations }) => translations.en?.author,
    link: ({ link }) => link,
    status: ({ status }, locale) => wordOf(status, locale),
    missing_locale: ({ missing_locale }, locale) => wordOf(missing_locale, locale),
  };

const COLUMNS = Object.keys(DAILY_COLUMNS) as DailyColumn[];

/** Columns of the export. */
export const dailyMessageColumns = (locale: Locale): readonly CsvColumn<ExportedDailyMessage>[] =>
  COLUMNS.map((column) => ({
    header: DAILY_COLUMNS[column],
    value: (row) => VALUES[column](row, locale) ?? '',
  }));

/** Common headings in addition to those of the export. Without a language in it, a heading implies its own. */
const OTHER_HEADINGS = new Map<string, DailyColumn>([
  ['date', 'day'],
  ['date jour', 'day'],
  ['date day', 'day'],
  ['titre', 'fr_title'],
  ['texte', 'fr_body'],
  ['auteur', 'fr_author'],
  ['title', 'en_title'],
  ['body', 'en_body'],
  ['text', 'en_body'],
  ['author', 'en_author'],
  ['etat', 'status'],
]);

/** The sorted words of a heading, without accents, capitals and punctuation; "en français" and "French" become "fr". */
const wordsOf = (heading: string): string =>
  folded(heading)
    .replace(/\b(?:en|in) (?=francais|anglais|french|english)/, '')
    .replace(/francais|french/, 'fr')
    .replace(/anglais|english/, 'en')
    .split(/[^a-z\d]+/)
    .filter(Boolean)
    .toSorted()
    .join(' ');

/** The column with this name in either language, as in exports or in common spellings. */
export function findColumn(heading: string): DailyColumn | undefined {
  const words = wordsOf(heading);
  return COLUMNS.find((column) =>
    Object.values(DAILY_COLUMNS[column]).some((name) => wordsOf(name) === words),
  );
}

/** The probable column of a heading, for tables that lack the column's own name. */
export function guessColumn(heading: string, defaultLocale: Locale): DailyColumn | undefined {
  const words = wordsOf(heading);
  // The same word in both languages.
  return words === 'message' ? `${defaultLocale}_body` : OTHER_HEADINGS.get(words);
}

/** The value for a word of either language; any other word as it is. */
export function valueOf(word: string): string {
  const known = Object.entries(FRENCH).find(([, french]) => folded(french) === folded(word));
  return known?.[0] ?? word.toLowerCase();
}
