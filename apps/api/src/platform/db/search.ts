import { sql } from 'drizzle-orm';

/** A LIKE pattern for any text that contains this one, whatever its accents and letter case. */
export const containing = (search: string) =>
  sql`'%' || regexp_replace(lower(f_unaccent(${search})), '([%_\\\\])', '\\\\\\1', 'g') || '%'`;
