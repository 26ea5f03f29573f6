import type postgres from 'postgres';
import { activeSpan } from '../tracing.ts';

type Statement = Parameters<postgres.Sql['unsafe']>;

/** Reports a statement as a span of the active trace: its text, which contains no values, from the call on. */
export function traced<Query extends PromiseLike<unknown>>(text: string, send: () => Query): Query {
  const span = activeSpan()?.startChild({
    kind: 'client',
    name: /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement',
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
  });
  const query = send();
  if (span)
    query.then(
      () => span.end(),
      (error: { code?: string; name?: string }) => span.end({ error: error.code ?? error.name }),
    );
  return query;
}

/** Reports the statements of a transaction: the part of its client that Drizzle uses. */
export function tracedTransaction(tx: postgres.TransactionSql): postgres.TransactionSql {
  if (!activeSpan()) return tx;
  const facade = {
    unsafe: (...statement: Statement) => traced(statement[0], () => tx.unsafe(...statement)),
    savepoint: (work: (inner: postgres.TransactionSql) => unknown) =>
      tx.savepoint((inner) => work(tracedTransaction(inner))),
  };
  return facade as unknown as postgres.TransactionSql;
}
