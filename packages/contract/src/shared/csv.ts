import { z } from 'zod';
import { c } from './define.ts';

/**
 * A table as text (RFC 4180), streamed: UTF-8 with a byte order mark, as Excel wants it; separated by
 * semicolons in French and commas in English; cells that a spreadsheet would compute start with `'`.
 */
export const Csv = c.otherResponse({
  contentType: 'text/csv; charset=utf-8',
  body: z.unknown().meta({ type: 'string' }),
});
