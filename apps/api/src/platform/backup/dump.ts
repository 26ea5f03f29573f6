import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { StartError } from '../errors.ts';
import { openClient } from './connection.ts';
import type { Transform } from './encryption.ts';

const run = promisify(execFile);

/** Number of the last characters of a program's messages that are shown. */
const LAST_WORDS = 500;

/** Major version of a PostgreSQL program on the path; 0 without it. */
async function versionOf(program: 'pg_dump' | 'pg_restore'): Promise<number> {
  const { stdout } = await run(program, ['--version']).catch(() => ({ stdout: '' }));
  return Number(/\) (\d+)/.exec(stdout)?.[1] ?? 0);
}

async function serverVersion(url: string): Promise<number> {
  const client = await openClient(url);
  try {
    const { rows } = await client.query("select current_setting('server_version_num')::int / 10000 as major");
    return rows[0].major;
  } finally {
    await client.end();
  }
}

/** True if the machine has a pg_dump that reads this server: not an older one. */
export const canDump = async (url: string): Promise<boolean> =>
  (await versionOf('pg_dump')) >= (await serverVersion(url));

/** The dump of a database in pg_dump's custom format. */
export const dumpDatabase = (url: string): Readable => Readable.from(readDump(url));

async function* readDump(url: string): AsyncGenerator<Uint8Array> {
  const { child, ended } = start('pg_dump', url, ['--format=custom']);
  try {
    if (child.stdout) yield* child.stdout as AsyncIterable<Uint8Array>;
    await ended;
  } finally {
    child.kill();
  }
}

/** Restores such a dump into an empty database, all or nothing; tables belong to the role of the URL. */
export async function restoreDump(url: string, dump: Readable, decrypt: Transform): Promise<void> {
  if ((await versionOf('pg_restore')) === 0)
    throw new StartError(
      'The backup was made by pg_dump: install pg_restore of the same or a newer version.',
    );
  const { child, ended } = start('pg_restore', url, [
    '--exit-on-error',
    '--single-transaction',
    '--no-owner',
    '--no-privileges',
  ]);
  const reading = child.stdin ? pipeline(dump, decrypt, child.stdin) : Promise.resolve();
  // A program that ended early closes its input: its own message tells more.
  reading.catch((error: NodeJS.ErrnoException) => error.code !== 'EPIPE' && child.kill());
  const [restored, read] = await Promise.allSettled([ended, reading]);
  if (read.status === 'rejected' && read.reason.code !== 'EPIPE') throw read.reason;
  if (restored.status === 'rejected') throw restored.reason;
  const client = await openClient(url);
  await client.query('analyze');
  await client.end();
}

/** Starts a program; the password is in its environment, since everybody on the machine sees its arguments. */
function start(program: string, url: string, args: string[]): { child: ChildProcess; ended: Promise<void> } {
  const address = new URL(url);
  const PGPASSWORD = decodeURIComponent(address.password);
  address.password = '';
  const authority = process.env['NODE_EXTRA_CA_CERTS'];
  const child = spawn(program, [...args, '--no-password', `--dbname=${address.href}`], {
    env: {
      PATH: process.env['PATH'] ?? '',
      ...(process.env['HOME'] && { HOME: process.env['HOME'] }),
      ...(PGPASSWORD && { PGPASSWORD }),
      ...(authority && { PGSSLROOTCERT: authority }),
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let words = '';
  child.stderr.on('data', (chunk) => {
    words = (words + String(chunk)).slice(-LAST_WORDS);
  });
  const wait = async () => {
    const [code] = await once(child, 'close');
    if (code !== 0) throw new StartError(`${program} failed: ${words.trim()}`);
  };
  const ended = wait();
  ended.catch(() => {});
  return { child, ended };
}
