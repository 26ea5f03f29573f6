import { AppError } from '../errors.ts';

interface Parts<Row, Id> {
  rows: Promise<Row[]>;
  count: Promise<number>;
  /** Whether there is a row that a page can begin behind. */
  has: (id: Id) => Promise<boolean>;
}

/**
 * The rows and the count of a page.
 * @throws {AppError} `row_gone` when it begins behind a row that is not there: "no more rows" would be untrue
 */
export async function longPage<Row, Id>({ after }: { after?: Id | undefined }, parts: Parts<Row, Id>) {
  const [rows, count] = await Promise.all([parts.rows, parts.count]);
  if (after !== undefined && rows.length === 0 && !(await parts.has(after))) throw new AppError('row_gone');
  return { rows, count };
}
