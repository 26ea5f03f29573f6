import { queryInt, text } from './fields.ts';
import { SKIP_MAX } from './pagination.ts';

/** Maximum number of rows of an export by their ids: those of the longest page, as an address has no room for more. */
export const EXPORT_IDS_MAX = 100;

/** Ids, separated by commas. */
const IDS =
  /^[\dA-Fa-f]{8}(?:-[\dA-Fa-f]{4}){3}-[\dA-Fa-f]{12}(?:,[\dA-Fa-f]{8}(?:-[\dA-Fa-f]{4}){3}-[\dA-Fa-f]{12})*$/;

/** Query fields of an export of selected rows. */
export const selectedRows = {
  ids: text({ max: 37 * EXPORT_IDS_MAX - 1, pattern: IDS })
    .optional()
    .meta({ description: 'Only these rows of the list: their ids, separated by commas.' }),
  expected_count: queryInt({ min: 0, max: SKIP_MAX }).optional().meta({
    description: 'Number of rows that the caller expects: a different number rejects the call.',
  }),
};
