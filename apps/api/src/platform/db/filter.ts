import type { SQL } from 'drizzle-orm';

/** Condition for an optional filter value. */
export const when = <Value>(
  value: Value | undefined,
  condition: (value: Value) => SQL | undefined,
): SQL | undefined => (value === undefined ? undefined : condition(value));
