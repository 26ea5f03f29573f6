import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endWithTest } from '../child-processes.ts';
import { freePort } from '../ports.ts';

export const hasPooler = async (): Promise<boolean> =>
  promisify(execFile)('pgbouncer', ['--version']).then(
    () => true,
    () => false,
  );

/**
 * Starts PgBouncer in transaction mode, with few connections, in front of a database.
 * @param connectQuery statement that prepares its connections
 */
export async function startPooler(database: string, connectQuery?: string) {
  const { hostname, port, username, password, pathname } = new URL(database);
  const dir = await mkdtemp(join(tmpdir(), 'agora-pgbouncer-'));
  await chmod(dir, 0o755);
  const listening = await freePort();
  const query = connectQuery ? ` connect_query='${connectQuery.replaceAll("'", "''")}'` : '';
  await writeFile(join(dir, 'users'), `"${username}" "${password}"\n`);
  await writeFile(
    join(dir, 'ini'),
    `[databases]
* = host=${hostname} port=${port}${query}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listening}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${dir}/users
pool_mode = transaction
default_pool_size = 4
server_login_retry = 1
`,
  );
  const account = process.getuid?.() === 0 ? ['--user=nobody'] : [];
  const child = spawn('pgbouncer', [...account, join(dir, 'ini')], { stdio: ['ignore', 'ignore', 'pipe'] });
  endWithTest(child);
  const exit = once(child, 'exit');
  await once(child.stderr, 'data');
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${listening}${pathname}`,
    stop: async () => {
      child.kill('SIGTERM');
      await exit;
      await rm(dir, { recursive: true, force: true });
    },
  };
}
