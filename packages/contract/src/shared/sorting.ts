import { z } from 'zod';

/**
 * How a list is ordered: one of its keys, with `-` in front for descending order. Rows without a value come
 * last either way, and ties are settled by id.
 */
export const sortBy = <const Key extends string>(...keys: readonly Key[]) =>
  z.enum(keys.flatMap((key) => [key, `-${key}` as const]));
