import type { CsvColumn } from '../../platform/http/csv.ts';
import type { ExportedItem } from './items.queries.ts';

/** Columns of the export. */
export const ITEM_COLUMNS: readonly CsvColumn<ExportedItem>[] = [
  { header: { fr: 'Identifiant', en: 'Identifier' }, value: ({ id }) => id },
  { header: { fr: 'Titre', en: 'Title' }, value: ({ title }) => title },
  { header: { fr: 'Description', en: 'Description' }, value: ({ description }) => description ?? '' },
  {
    header: { fr: 'Adresse e-mail du propriétaire', en: 'Owner’s e-mail address' },
    value: ({ email }) => email,
  },
  {
    header: { fr: 'Date de création', en: 'Created' },
    value: ({ created_at }, moment) => moment(created_at),
  },
];
