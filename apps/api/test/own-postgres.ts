import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { asAccount, serverAccount } from '../src/platform/db/server-account.ts';
import { endWithTest } from './child-processes.ts';
import { eventually } from './harness.ts';
import { freePort } from './ports.ts';

const run = promisify(execFile);

/** Folder of the programs of the PostgreSQL to which the machine's pg_dump belongs; undefined without it. */
export async function installedPostgres(): Promise<string | undefined> {
  const { stdout } = await run('pg_dump', ['--version']).catch(() => ({ stdout: '' }));
  const major = /\) (\d+)/.exec(stdout)?.[1];
  for (const folder of [`/usr/lib/postgresql/${major}/bin`, '/usr/local/bin', '/usr/bin'])
    if (major && (await run(join(folder, 'postgres'), ['--version']).catch(() => undefined))) return folder;
  return undefined;
}

/** Starts a server of that PostgreSQL. @returns the URL of its database `postgres` */
export async function startInstalled(bin: string) {
  const dir = await mkdtemp(join(tmpdir(), 'agora-pg-'));
  const data = join(dir, 'data');
  const account = await serverAccount(dir, data, join(bin, 'postgres'));
  const password = join(dir, 'password');
  await writeFile(password, 'secret', { mode: 0o644 });
  const [initdb, initArgs, identity] = asAccount(account, join(bin, 'initdb'), [
    `--pgdata=${data}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    `--pwfile=${password}`,
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ]);
  await run(initdb, initArgs, { cwd: dir, ...identity });
  const port = await freePort();
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];
  const [file, args, who] = asAccount(account, join(bin, 'postgres'), [
    '-D',
    data,
    ...settings.flatMap((setting) => ['-c', setting]),
  ]);
  const child = spawn(file, args, { cwd: dir, stdio: 'ignore', ...who });
  endWithTest(child);
  const ready = () =>
    run(join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]).then(
      () => true,
      () => undefined,
    );
  await eventually(ready);
  return {
    url: `postgres://postgres:secret@127.0.0.1:${port}/postgres`,
    stop: async () => {
      const exit = once(child, 'exit');
      child.kill('SIGINT');
      await exit;
      await rm(dir, { recursive: true, force: true });
    },
  };
}
