/** Value for columns that an import ignores. */
export const COLUMN_IGNORED = '-';

/** Heading of the reasons in a table of rejected rows; ignored by imports. */
export const COLUMN_REASON = { en: 'problem', fr: 'problème' } as const;

/** Columns of an imported table, with their name per language. Imports take both. */
export type TableColumns<Column extends string> = Readonly<
  Record<Column, Readonly<Record<'en' | 'fr', string>>>
>;
