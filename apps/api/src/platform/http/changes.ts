import type { FastifyRequest } from 'fastify';
import type { Db } from '../db/client.ts';

/**
 * Changes of one kind of row, each in a transaction. The response is read in the same transaction: if it was read after
 * COMMIT and that failed, a retry with the same `Idempotency-Key` would repeat the change.
 * @param workOf the dependencies of a change, and who makes it
 * @param read returns the row as the API presents it
 */
export function createChanges<Work extends { db: Db }, Body>(
  db: Db,
  workOf: (request: FastifyRequest) => Work,
  read: (work: Work, id: string) => Promise<Body>,
) {
  const inTransaction = <Result>(request: FastifyRequest, work: (work: Work) => Promise<Result>) =>
    db.transaction((tx) => work({ ...workOf(request), db: tx }));
  /** Makes a change and returns the row whose id it returns. */
  const change = (request: FastifyRequest, work: (work: Work) => Promise<string>) =>
    inTransaction(request, async (each) => ({
      status: 200 as const,
      body: await read(each, await work(each)),
    }));
  /** Changes a row and returns it. */
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
