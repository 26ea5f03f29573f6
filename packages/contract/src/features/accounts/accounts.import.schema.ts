import { z } from 'zod';
import { bool } from '../../shared/fields.ts';
import { Locale } from '../../shared/locale.ts';
import { TableProblem, tableImport, tableReport } from '../../shared/table-import.ts';
import { USER_COLUMNS, USER_IMPORT_MAX, USER_IMPORT_SHOWN } from './accounts.import.rules.ts';

/** A code point takes at most four bytes in UTF-8, and one in a table of addresses. */
export const USER_IMPORT_BYTES_MAX = 2 * USER_IMPORT_MAX;

/**
 * A table with one member per row: `email` and, if known, `full_name` or `first_name` and `last_name`, and `language`.
 * Without a language, a member has that of the product.
 */
export const UserImport = z
  .object({
    ...tableImport(USER_COLUMNS, USER_IMPORT_MAX),
    invite: bool().default(false).meta({
      description:
        'Mails each member a link to choose a password. Otherwise they choose one through the recovery of passwords.',
    }),
  })
  .meta({ id: 'UserImport' });
export type UserImport = z.infer<typeof UserImport>;

export const UserImportReport = z
  .object({
    ...tableReport,
    errors: z.array(
      TableProblem.extend({
        first_line: z.number().int().optional().meta({
          description: 'With `repeated_email`: the line of the first row with this address.',
        }),
      }),
    ),
    importable: z.number().int().min(0).meta({ description: 'Number of rows without errors.' }),
    rows: z
      .array(
        z.object({
          line: z.number().int(),
          email: z.string(),
          full_name: z.string().nullable(),
          locale: Locale,
        }),
      )
      .meta({ description: `The first ${USER_IMPORT_SHOWN} rows without errors.` }),
  })
  .meta({ id: 'UserImportReport' });
export type UserImportReport = z.infer<typeof UserImportReport>;
