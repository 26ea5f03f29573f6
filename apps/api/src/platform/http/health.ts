import type { FastifyInstance } from 'fastify';
import type { Probe } from '../db/client.ts';
import { pendingMigrations } from '../db/migrate.ts';

interface HealthDeps {
  probe: Probe;
  isQueueRunning: () => boolean;
}

/** `/health/live`: the process responds. `/health/ready`: it can work; a 503 names what is missing. */
export async function healthRoutes(app: FastifyInstance, { probe, isQueueRunning }: HealthDeps) {
  app.get('/health/live', async () => ({ status: 'ok' }));

  app.get('/health/ready', async (_request, reply) => {
    const pending = await probe(pendingMigrations).catch(() => undefined);
    const database = pending !== undefined;
    const checks = { database, migrations: pending === 0, queue: database && isQueueRunning() };
    const ready = Object.values(checks).every(Boolean);
    void reply.status(ready ? 200 : 503).header('cache-control', 'no-store');
    return { status: ready ? 'ok' : 'unavailable', checks };
  });
}
