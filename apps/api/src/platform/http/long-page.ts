import { AppError } from '../errors.ts';

interface Parts<Row, Count, Id> {
  rows: PromiseLike<Row[]>;
  count: Promise<Count>;
  /** Resolves to true if the row that the page starts after exists. */
  has: (id: Id) => Promise<boolean>;
}

/**
 * Returns the rows and the count of a page.
 * @throws {AppError} `row_gone` if the row it starts after is gone: "no more rows" would be wrong
 */
export async function longPage<Row, Count, Id>(
  { after }: { after?: Id | undefined },
  parts: Parts<Row, Count, Id>,
) {
  const [rows, count] = await Promise.all([parts.rows, parts.count]);
  if (after !== undefined && rows.length === 0 && !(await parts.has(after))) throw new AppError('row_gone');
  return { rows, count };
}
