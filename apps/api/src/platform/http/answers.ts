/** Answers with a page of a list, and the number of its rows. */
export async function page<Row, Shown>(
  rows: PromiseLike<Row[]>,
  count: PromiseLike<number>,
  show: (row: Row) => Shown,
): Promise<{ status: 200; body: { data: Shown[]; count: number } }> {
  const [data, total] = await Promise.all([rows, count]);
  return { status: 200, body: { data: data.map(show), count: total } };
}

/** Answers with a text, which clients do not show. */
export const done = (message: string) => ({ status: 200 as const, body: { message } });
