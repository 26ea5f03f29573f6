import type { Socket } from 'node:net';
import { Client } from 'pg';
import type { Config } from '../settings.ts';

/** The role that owns the tables reads everything, and creates them. */
export const ownerUrl = (config: Config, url: string): string => config.MIGRATION_DATABASE_URL ?? url;

/** Opens a connection without the time limits of the service. */
export async function openClient(url: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: 'agora backup',
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  });
  // Queries that run or follow fail.
  client.on('error', () => {});
  await client.connect();
  await client.query(`set statement_timeout = 0; set idle_in_transaction_session_timeout = 0;
    set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC'`);
  return client;
}

/** Closes it at once, even during a copy that nobody reads. */
export function cut(client: Client): void {
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}

/** Key of the advisory lock of backups. */
const LOCK = 4_201_970;

/**
 * Runs `work` unless a backup is being made: the queue starts a job again that takes longer than its lease.
 * @param work receives a function that throws if the lock is lost, with its connection
 * @returns undefined if one is
 */
export async function withBackupLock<Result>(
  url: string,
  work: (requireLock: () => Promise<unknown>) => Promise<Result>,
): Promise<Result | undefined> {
  const client = await openClient(url);
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as is_ours', [LOCK]);
    return rows[0].is_ours ? await work(() => client.query('select')) : undefined;
  } finally {
    await client.end();
  }
}
