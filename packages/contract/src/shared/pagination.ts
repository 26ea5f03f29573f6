import { z } from 'zod';
import { queryInt } from './fields.ts';

export const LIMIT_MAX = 1000;
export const LIMIT_DEFAULT = 100;
export const SKIP_MAX = 2 ** 31 - 1;

/** Which part of a list to answer. A `limit` of 0 answers no rows and the count. */
export const Page = z.object({
  skip: queryInt({ min: 0, max: SKIP_MAX }).default(0),
  limit: queryInt({ min: 0, max: LIMIT_MAX }).default(LIMIT_DEFAULT),
});
export type Page = z.infer<typeof Page>;

/** A part of a list, and how many rows the same filter finds in all. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ data: z.array(row), count: z.number().int().min(0) });
