import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '../../src/platform/db/embedded.ts';

const run = promisify(execFile);
const start = (dir: string) => startEmbeddedPostgres({ dir, durable: true });

/** Starts a primary and its standby, which has additional settings. */
export async function startPair(settings: readonly string[] = []) {
  const dir = await mkdtemp(join(tmpdir(), 'agora-faults-'));
  const [one, other] = [join(dir, 'primary'), join(dir, 'standby')];
  await (await start(one)).stop();
  await run('cp', ['-a', one, other]);
  const primary = await start(one);
  const { port, username, password } = new URL(primary.url);
  const source = `host=127.0.0.1 port=${port} user=${username} password=${password}`;
  await writeFile(
    join(other, 'cluster', 'postgresql.auto.conf'),
    [`primary_conninfo = '${source}'`, ...settings, ''].join('\n'),
  );
  await writeFile(join(other, 'cluster', 'standby.signal'), '');
  const standby = await start(other);
  return {
    primary,
    standby,
    remove: async () => {
      await standby.stop();
      await primary.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
