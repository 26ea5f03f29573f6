import { z } from 'zod';
import { queryInt, uuid } from './fields.ts';
import { LIMIT_MAX } from './limits.ts';

export const LIMIT_DEFAULT = 100;
export const SKIP_MAX = 2 ** 31 - 1;

/** Parameters of a page. A `limit` of 0 returns no rows, only the count. */
export const Page = z.object({
  skip: queryInt({ min: 0, max: SKIP_MAX }).default(0),
  limit: queryInt({ min: 0, max: LIMIT_MAX }).default(LIMIT_DEFAULT),
});
export type Page = z.infer<typeof Page>;

/** The same for lists of up to a million rows; `after` is an id of this type. */
export const longPageOf = <Id extends z.ZodType>(id: Id) =>
  Page.extend({
    after: id.optional().meta({
      description:
        'Id of the last row before this page; `skip` then counts from there. No row is missed or repeated when others ' +
        'are added or deleted between two pages, and the last page takes no longer than the first.',
    }),
    count_up_to: queryInt({ min: 1, max: SKIP_MAX - 1 })
      .optional()
      .meta({
        description:
          'Largest number to count exactly, since counting many rows takes long. If there are more, `count` is this ' +
          'number plus one.',
      }),
  });

export const LongPage = longPageOf(uuid());
export type LongPage = z.infer<typeof LongPage>;

/** A page of a list, and the total number of rows that match its filter. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ data: z.array(row), count: z.number().int().min(0) });
