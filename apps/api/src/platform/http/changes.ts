import type { FastifyRequest } from 'fastify';
import type { Db } from '../db/client.ts';

/**
 * Changes of one kind of row, each in a transaction. The answer is read in it, too: were it read after COMMIT and that
 * failed, a retry under the same `Idempotency-Key` would make the change again.
 * @param workOf the dependencies of a change, and who makes it
 * @param read the row as the API answers it
 */
export function createChanges<Work extends { db: Db }, Body>(
  db: Db,
  workOf: (request: FastifyRequest) => Work,
  read: (work: Work, id: string) => Promise<Body>,
) {
  const inTransaction = <Result>(request: FastifyRequest, work: (work: Work) => Promise<Result>) =>
    db.transaction((tx) => work({ ...workOf(request), db: tx }));
  /** Makes a change and answers the row whose id it returns. */
  const change = (request: FastifyRequest, work: (work: Work) => Promise<string>) =>
    inTransaction(request, async (each) => ({
      status: 200 as const,
      body: await read(each, await work(each)),
    }));
  /** Changes a row and answers it. */
  const changeOne = (
    request: FastifyRequest,
    id: string,
    work: (work: Work, id: string) => Promise<unknown>,
  ) =>
    change(request, async (each) => {
      await work(each, id);
      return id;
    });
  return { inTransaction, change, changeOne };
}
