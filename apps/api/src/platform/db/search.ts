import { type SQL, sql } from 'drizzle-orm';

/** A condition of a filter, where the filter says something. */
export const when = <Value>(
  value: Value | undefined,
  condition: (value: Value) => SQL | undefined,
): SQL | undefined => (value === undefined ? undefined : condition(value));

/** A LIKE pattern for any text that contains this one, whatever its accents and letter case. */
export const containing = (search: string) =>
  sql`'%' || regexp_replace(lower(f_unaccent(${search})), '([%_\\\\])', '\\\\\\1', 'g') || '%'`;
