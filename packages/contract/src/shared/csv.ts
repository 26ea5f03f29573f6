import { z } from 'zod';
import { c } from './define.ts';

/**
 * A streamed CSV table (RFC 4180): UTF-8 with a byte order mark, which Excel requires; separated by
 * semicolons in French and commas in English; cells that a spreadsheet would evaluate start with `'`.
 */
export const Csv = c.otherResponse({
  contentType: 'text/csv; charset=utf-8',
  body: z.unknown().meta({ type: 'string' }),
});
