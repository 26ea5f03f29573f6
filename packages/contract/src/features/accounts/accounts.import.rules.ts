/** Maximum rows of an imported table. */
export const USER_IMPORT_ROWS = 50_000;

/** Maximum size of an imported table, in code points. */
export const USER_IMPORT_MAX = 5_000_000;

/** Rows without errors that a report shows. */
export const USER_IMPORT_SHOWN = 100;

/** Columns of an imported table, with their name per language. Imports take both. */
export const USER_COLUMNS = {
  email: { en: 'email', fr: 'email' },
  full_name: { en: 'full_name', fr: 'nom_complet' },
  first_name: { en: 'first_name', fr: 'prénom' },
  last_name: { en: 'last_name', fr: 'nom' },
  locale: { en: 'language', fr: 'langue' },
} as const;
export type UserColumn = keyof typeof USER_COLUMNS;
