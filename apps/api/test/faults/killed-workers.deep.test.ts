import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import { afterEach, expect, it } from 'vitest';
import { endWithTest } from '../child-processes.ts';
import { eventually, TestService } from '../harness.ts';
import { usePushes } from './pushes.ts';

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname;
const BATCH = 500;
const pushes = usePushes(() => TestService.start());
const { read, until, send, requireExact } = pushes;

const workers: ChildProcess[] = [];
async function startWorker(): Promise<ChildProcess> {
  const env = {
    ...process.env,
    NODE_ENV: '',
    DATABASE_URL: pushes.t.url,
    SEED_DEMO: 'false',
    LOG_LEVEL: 'error',
    PUSH_QUIET_HOURS: '00:00-00:00',
    PUSH_MESSAGES_PER_SECOND: '1000',
  };
  const worker = spawn(process.execPath, [MAIN, 'worker'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  endWithTest(worker);
  workers.push(worker);
  await once(worker.stdout, 'data');
  return worker;
}
async function kill(worker: ChildProcess) {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const exit = once(worker, 'exit');
  worker.kill('SIGKILL');
  await exit;
}
afterEach(async () => {
  for (const worker of workers) await kill(worker);
});

/** Terminates all database connections, like a restart. */
const terminateConnections = () =>
  pushes.t.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);

/** Expires the leases of killed workers. */
const expireLeases = (id: string) =>
  pushes.t.db.execute(sql`update broadcast_deliveries set not_before = now()
    where broadcast_id = ${id} and status = 'sending'`);

it('reaches each device when a worker is killed, another loses its connections and a third takes over', async () => {
  const [first] = await Promise.all([startWorker(), startWorker()]);
  const { id, tokens } = await send(4_000);
  await eventually(async () => (await read(id)).sent >= 1_000 || undefined);
  await kill(first);
  await terminateConnections();
  await startWorker();
  const open = async () => {
    const [row] = await pushes.t.db.execute<{ pending: number }>(sql`
      select count(*) filter (where status = 'pending')::int as pending from broadcast_deliveries
      where broadcast_id = ${id}`);
    return row?.pending;
  };
  await eventually(async () => (await open()) === 0 || undefined);
  await new Promise((wait) => setTimeout(wait, 1_000));
  await expireLeases(id);
  await until(id, 'sent');
  await requireExact(id, { sent: 4_000 });
  const [received] = await pushes.t.db.execute<{ all: number; different: number }>(sql`
    select count(*)::int as all, count(distinct token)::int as different
    from local_pushes where collapse_id = ${id}`);
  expect(received?.different).toBe(tokens.length);
  expect(received?.all).toBeLessThanOrEqual(tokens.length + BATCH);
});
