import type { FastifyInstance } from 'fastify';
import type { Probe } from '../db/client.ts';
import { pendingMigrations } from '../db/migrate.ts';

interface HealthDeps {
  probe: Probe;
  isQueueRunning: () => boolean;
}

/** Milliseconds for which the result of a database check is cached: each check opens a connection, and servers limit those. */
const REMEMBERED = 1_000;

/** `/health/live`: the process responds. `/health/ready`: it can work; a 503 names what is missing. */
export async function healthRoutes(app: FastifyInstance, { probe, isQueueRunning }: HealthDeps) {
  let last: { askedAt: number; pending: Promise<number | undefined> } | undefined;
  const countPending = () => {
    const now = performance.now();
    if (!last || now - last.askedAt >= REMEMBERED)
      last = { askedAt: now, pending: probe(pendingMigrations).catch(() => undefined) };
    return last.pending;
  };

  app.get('/health/live', async () => ({ status: 'ok' }));

  app.get('/health/ready', async (_request, reply) => {
    const pending = await countPending();
    const database = pending !== undefined;
    const checks = { database, migrations: pending === 0, queue: database && isQueueRunning() };
    const ready = Object.values(checks).every(Boolean);
    void reply.status(ready ? 200 : 503).header('cache-control', 'no-store');
    return { status: ready ? 'ok' : 'unavailable', checks };
  });
}
