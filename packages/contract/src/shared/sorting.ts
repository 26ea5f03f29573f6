import { z } from 'zod';

/**
 * Sort order of a list: one of its keys, prefixed with `-` for descending order. Rows without a value come
 * last either way, and ties are broken by id.
 */
export const sortBy = <const Key extends string>(...keys: readonly Key[]) =>
  z.enum(keys.flatMap((key) => [key, `-${key}` as const]));
