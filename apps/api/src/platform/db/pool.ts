import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';
import { asUnavailable, DatabaseUnavailable, isConflict, wasNotExecuted } from './errors.ts';
import { Gate, type Pass, type PoolUse } from './gate.ts';
import { traced, tracedTransaction } from './traced.ts';

type Statement = Parameters<postgres.Sql['unsafe']>;
type Work = (tx: postgres.TransactionSql) => Promise<unknown>;

/** Maximum retries after a conflict. */
const RETRIES = 3;

/** Milliseconds between checks for statements that wait for an unreachable server. */
const PROBE_INTERVAL_MS = 250;

interface Limits {
  max: number;
  /** Maximum wait for a connection, and for a response before the server is probed, in milliseconds. */
  timeoutMs: number;
  isReachable: () => Promise<boolean>;
}

export interface Pool {
  /** The part of a client that Drizzle uses. */
  sql: postgres.Sql;
  use(): PoolUse;
  close(): Promise<void>;
}

/**
 * A driver client with bounded waits, for a connection as well as for an unreachable server. Statements
 * without effect, after a conflict or before they reached the server, are retried.
 */
export function boundedPool(open: () => postgres.Sql, { max, timeoutMs, isReachable }: Limits): Pool {
  let client = open();
  let isUnreachable = false;
  let probing: Promise<void> | undefined;
  let lastProbeAt = 0;
  /** True if a statement was answered since the last probe began: a better sign of life than a new connection. */
  let hasAnswered = false;
  const gate = new Gate(max, timeoutMs);

  /** Aborts all running statements and their connections if the server fails the probe and answers no other statement. */
  async function probe() {
    const wasUnreachable = isUnreachable;
    hasAnswered = false;
    isUnreachable = !(await isReachable()) && !hasAnswered;
    lastProbeAt = performance.now();
    if (!isUnreachable || wasUnreachable) return;
    const lost = client;
    client = open();
    await lost.end({ timeout: 0 });
  }
  /** Concurrent checks share one probe. */
  const probeOnce = () => {
    probing ??= probe().finally(() => {
      probing = undefined;
    });
    return probing;
  };
  const watchdog = setInterval(() => {
    const now = performance.now();
    if (now - Math.max(gate.eldest?.since ?? now, lastProbeAt) > timeoutMs) void probeOnce();
  }, PROBE_INTERVAL_MS).unref();

  type Query<Result> = () => PromiseLike<Result>;

  /** Adds as little overhead as possible in the normal case: every request passes through here. */
  function run<Result>(query: Query<Result>): Promise<Result> {
    const pass = isUnreachable ? undefined : gate.enter();
    return pass ? runWith(pass, query) : runQueued(query);
  }
  const runWith = <Result>(pass: Pass, query: Query<Result>) =>
    query().then(
      (result) => {
        hasAnswered = true;
        gate.leave(pass);
        return result;
      },
      (error: unknown) => retry(query, error, pass.since + timeoutMs).finally(() => gate.leave(pass)),
    ) as Promise<Result>;
  /** Retries statements that failed without effect, within the deadline and the retry limit. */
  async function retry<Result>(query: Query<Result>, failure: unknown, deadline: number): Promise<Result> {
    let error = failure;
    for (let attempt = 1; ; attempt += 1) {
      const isWorthIt = wasNotExecuted(error)
        ? !isUnreachable && performance.now() < deadline
        : isConflict(error) && attempt <= RETRIES;
      if (!isWorthIt) throw asUnavailable(error);
      await sleep(Math.random() * 30 * Math.min(attempt, 5));
      try {
        return await query();
      } catch (another) {
        error = another;
      }
    }
  }
  async function runQueued<Result>(query: Query<Result>): Promise<Result> {
    if (isUnreachable) await probeOnce();
    if (isUnreachable) throw new DatabaseUnavailable('The database does not respond');
    return runWith(gate.enter() ?? (await gate.wait()), query);
  }

  const facade = {
    get options() {
      return client.options;
    },
    unsafe: (...statement: Statement) => {
      // As in the driver, a synchronous call of `values()` selects rows as lists: the query is sent a moment
      // later.
      let asArrays = false;
      let sent: ReturnType<postgres.Sql['unsafe']> | undefined;
      const rows = traced(statement[0], () =>
        run<unknown>(() => {
          sent = client.unsafe(...statement);
          return asArrays ? sent.values() : sent;
        }),
      );
      const values = () => {
        asArrays = true;
        void sent?.values();
        return rows;
      };
      return Object.assign(rows, { values });
    },
    begin: (work: Work) => run(() => client.begin((tx) => work(tracedTransaction(tx)))),
  };
  return {
    sql: facade as unknown as postgres.Sql,
    use: () => gate.use,
    close: async () => {
      clearInterval(watchdog);
      await client.end({ timeout: 5 });
    },
  };
}
