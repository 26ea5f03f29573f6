import type { CsvColumn } from '../../platform/http/csv.ts';
import type { ExportedDailyMessage } from './daily-messages.queries.ts';

/** Columns of imports and exports, with the same names in every language. */
export const IMPORT_COLUMNS = [
  'day',
  'fr_title',
  'fr_body',
  'fr_author',
  'en_title',
  'en_body',
  'en_author',
  'link',
  'status',
  'missing_locale',
] as const;
export type ImportColumn = (typeof IMPORT_COLUMNS)[number];

const VALUES: Record<ImportColumn, (row: ExportedDailyMessage) => string | null | undefined> = {
  day: ({ day }) => day,
  fr_title: ({ translations }) => translations.fr?.title,
  fr_body: ({ translations }) => translations.fr?.body,
  fr_author: ({ translations }) => translations.fr?.author,
  en_title: ({ translations }) => translations.en?.title,
  en_body: ({ translations }) => translations.en?.body,
  en_author: ({ translations }) => translations.en?.author,
  link: ({ link }) => link,
  status: ({ status }) => status,
  missing_locale: ({ missing_locale }) => missing_locale,
};

export const DAILY_MESSAGE_COLUMNS: readonly CsvColumn<ExportedDailyMessage>[] = IMPORT_COLUMNS.map(
  (name) => ({
    header: { fr: name, en: name },
    value: (row) => VALUES[name](row) ?? '',
  }),
);
