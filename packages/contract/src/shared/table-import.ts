import { z } from 'zod';
import { bool, text } from './fields.ts';
import { COLUMN_IGNORED, type TableColumns } from './table-import.rules.ts';

/**
 * Fields of the import of a table with one thing per row, separated by commas, semicolons or tabs. The first line names
 * the columns, in either language or by other names that `columns` explains.
 * @param max maximum size of the table, in code points
 */
export const tableImport = <Column extends string>(columns: TableColumns<Column>, max: number) => ({
  csv: text({ min: 1, max }),
  columns: z
    .record(z.string(), z.enum([...(Object.keys(columns) as Column[]), COLUMN_IGNORED]))
    .default({})
    .meta({ description: 'Maps headings to columns; `-` ignores a heading.' }),
  dry_run: bool().default(true).meta({ description: 'Only reports what would happen.' }),
  partial: bool()
    .default(false)
    .meta({ description: 'Inserts the rows without errors and rejects the others.' }),
});

/** Error of a row, or of the whole table (line 1). */
export const TableProblem = z.object({
  line: z
    .number()
    .int()
    .meta({ description: 'Line at which the row starts; the first line of the table is 1.' }),
  field: z.string().meta({ description: 'The column; empty for the whole row.' }),
  type: z.string().meta({ description: 'Stable slug of the rule, as in a 422, or the code of a refusal.' }),
  msg: z.string(),
});
export type TableProblem = z.infer<typeof TableProblem>;

/** Fields of the report. A single error rejects the whole import or, in a partial one, only its row. */
export const tableReport = {
  count: z.number().int().min(0).meta({ description: 'Number of rows in the table.' }),
  created: z.number().int().min(0),
  headings: z.array(z.string()).meta({ description: 'The first line of the table.' }),
  matched_columns: z
    .array(z.string().nullable())
    .meta({ description: 'The column that each heading names, `-` for none; null if it is unknown.' }),
  samples: z.array(z.array(z.string())).meta({ description: 'The first two rows.' }),
  rejected: z
    .array(z.object({ line: z.number().int(), cells: z.array(z.string()) }))
    .meta({ description: 'Rows with errors, as sent.' }),
  errors: z.array(TableProblem),
};
