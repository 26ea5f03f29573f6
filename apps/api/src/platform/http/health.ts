import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../db/client.ts';
import { pendingMigrations } from '../db/migrate.ts';

interface HealthDeps {
  db: Db;
  isQueueRunning: () => boolean;
}

/** Milliseconds after which a silent database counts as down. */
const PATIENCE = 1_500;

/** `/health/live`: the process answers. `/health/ready`: it can do its work; 503 names what it lacks. */
export async function healthRoutes(app: FastifyInstance, { db, isQueueRunning }: HealthDeps) {
  app.get('/health/live', async () => ({ status: 'ok' }));

  app.get('/health/ready', async (_request, reply) => {
    const database = await answersInTime(db.execute(sql`select 1`).then(() => true));
    const checks = {
      database,
      migrations: database && (await answersInTime(pendingMigrations(db).then((count) => count === 0))),
      queue: database && isQueueRunning(),
    };
    const ready = Object.values(checks).every(Boolean);
    void reply.status(ready ? 200 : 503).header('cache-control', 'no-store');
    return { status: ready ? 'ok' : 'unavailable', checks };
  });
}

const answersInTime = (answer: Promise<boolean>): Promise<boolean> =>
  Promise.race([
    answer.catch(() => false),
    new Promise<boolean>((resolve) => setTimeout(resolve, PATIENCE, false).unref()),
  ]);
