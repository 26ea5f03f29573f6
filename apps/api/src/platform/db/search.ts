import { type SQL, sql } from 'drizzle-orm';

/** Condition for an optional filter value. */
export const when = <Value>(
  value: Value | undefined,
  condition: (value: Value) => SQL | undefined,
): SQL | undefined => (value === undefined ? undefined : condition(value));

/** LIKE pattern for texts that contain this one, ignoring accents and letter case. */
export const containing = (search: string) =>
  sql`'%' || regexp_replace(lower(f_unaccent(${search})), '([%_\\\\])', '\\\\\\1', 'g') || '%'`;
