import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';
import { asUnavailable, DatabaseUnavailable, isConflict, wasNotDone } from './errors.ts';
import { Gate, type Pass } from './gate.ts';

type Statement = Parameters<postgres.Sql['unsafe']>;
type Work = (tx: postgres.TransactionSql) => Promise<unknown>;

/** How often work that lost a conflict is tried again. */
const RETRIES = 3;

/** Milliseconds between looks whether statements wait for a server that is no longer there. */
const LOOK_EVERY = 250;

interface Limits {
  max: number;
  /** Milliseconds to wait for a connection, and without an answer before the server is asked for a sign of life. */
  patience: number;
  isReachable: () => Promise<boolean>;
}

export interface Pool {
  /** As much of a client as Drizzle uses. */
  sql: postgres.Sql;
  close(): Promise<void>;
}

/**
 * A client of the driver that waits without end for nothing: neither for a connection, nor for a server that
 * went away. What left nothing behind, since it lost a conflict or never reached the server, is repeated.
 */
export function boundedPool(open: () => postgres.Sql, { max, patience, isReachable }: Limits): Pool {
  let client = open();
  let isAway = false;
  let asking: Promise<void> | undefined;
  let heardAt = 0;
  const gate = new Gate(max, patience);

  /** Gives up every statement under way, and their connections, once the server gives no sign of life. */
  async function listen() {
    const wasAway = isAway;
    isAway = !(await isReachable());
    heardAt = performance.now();
    if (!isAway || wasAway) return;
    const lost = client;
    client = open();
    await lost.end({ timeout: 0 });
  }
  /** Those who wonder at the same time share one question. */
  const listenOnce = () => {
    asking ??= listen().finally(() => {
      asking = undefined;
    });
    return asking;
  };
  const looking = setInterval(() => {
    const now = performance.now();
    if (now - Math.max(gate.eldest?.since ?? now, heardAt) > patience) void listenOnce();
  }, LOOK_EVERY).unref();

  type Query<Result> = () => PromiseLike<Result>;

  /** With as little as possible between caller and driver while all is well: this is part of every request. */
  function ask<Result>(query: Query<Result>): Promise<Result> {
    const pass = isAway ? undefined : gate.enter();
    return pass ? inside(pass, query) : inLine(query);
  }
  const inside = <Result>(pass: Pass, query: Query<Result>) =>
    query().then(
      (result) => {
        gate.leave(pass);
        return result;
      },
      (error: unknown) => repeated(query, error, pass.since + patience).finally(() => gate.leave(pass)),
    ) as Promise<Result>;
  /** Does again what failed without having done anything, for as long and as often as there is a point in it. */
  async function repeated<Result>(query: Query<Result>, failure: unknown, deadline: number): Promise<Result> {
    let error = failure;
    for (let attempt = 1; ; attempt += 1) {
      const isWorthIt = wasNotDone(error)
        ? !isAway && performance.now() < deadline
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
  async function inLine<Result>(query: Query<Result>): Promise<Result> {
    if (isAway) await listenOnce();
    if (isAway) throw new DatabaseUnavailable('The database gives no sign of life');
    return inside(gate.enter() ?? (await gate.wait()), query);
  }

  const facade = {
    get options() {
      return client.options;
    },
    unsafe: (...statement: Statement) => {
      // As with the driver, whoever calls `values()` at once gets rows as lists: it sends a moment later.
      let asLists = false;
      let sent: ReturnType<postgres.Sql['unsafe']> | undefined;
      const rows = ask<unknown>(() => {
        sent = client.unsafe(...statement);
        return asLists ? sent.values() : sent;
      });
      const values = () => {
        asLists = true;
        void sent?.values();
        return rows;
      };
      return Object.assign(rows, { values });
    },
    begin: (work: Work) => ask(() => client.begin(work)),
  };
  return {
    sql: facade as unknown as postgres.Sql,
    close: async () => {
      clearInterval(looking);
      await client.end({ timeout: 5 });
    },
  };
}
