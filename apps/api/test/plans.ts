import { type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../src/platform/db/client.ts';

interface Plan {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

/** Total of rows read by all steps of a plan. */
const rowsIn = ({ Plans = [], ...plan }: Plan): number =>
  (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'] +
  Plans.reduce((sum, inner) => sum + rowsIn(inner), 0);

/** Runs a query. @returns the total of rows that all steps of its plan read */
export async function rowsReadBy(db: Db, query: SQLWrapper): Promise<number> {
  const [row] = await db.execute(sql`explain (analyze, format json) ${query}`);
  const [{ Plan: plan }] = (row as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN'];
  return rowsIn(plan);
}
