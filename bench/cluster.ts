import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { freePort } from '../apps/api/test/ports.ts';

const run = promisify(execFile);

/** The settings that operators copy. */
const SETTINGS = fileURLToPath(new URL('../docker/failover/', import.meta.url));

/** Debian's packages, by a file of each. */
const PACKAGES: Record<string, string> = {
  '/usr/bin/etcd': 'etcd-server',
  '/usr/bin/patroni': 'patroni',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/sbin/pgbouncer': 'pgbouncer',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
};

/** PostgreSQL refuses to run as root. */
const AS_POSTGRES = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'];

interface Node {
  name: string;
  port: number;
  rest: number;
  patroni: ChildProcess | undefined;
}

type Ports = Record<'etcd' | 'peers' | 'primary' | 'standby' | 'pooler', number>;

interface Member {
  name: string;
  role: string;
  state: string;
}

/** A primary and a synchronous standby by Patroni and etcd, behind HAProxy and PgBouncer: all on this machine. */
export class Cluster {
  readonly #dir: string;
  readonly #children: ChildProcess[] = [];
  readonly #nodes: Node[] = [];
  readonly #ports: Ports;

  private constructor(dir: string, ports: Ports) {
    this.#dir = dir;
    this.#ports = ports;
  }

  static async start(): Promise<Cluster> {
    const missing = Object.entries(PACKAGES).filter(([file]) => !existsSync(file));
    if (missing.length > 0)
      throw new Error(`Install these first: apt-get install ${missing.map(([, name]) => name).join(' ')}`);
    const dir = await mkdtemp(join(tmpdir(), 'agora-failover-'));
    await chmod(dir, 0o755);
    const cluster = new Cluster(dir, {
      etcd: await freePort(),
      peers: await freePort(),
      primary: await freePort(),
      standby: await freePort(),
      pooler: await freePort(),
    });
    try {
      await cluster.#startAll();
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  async #startAll() {
    const { etcd, peers } = this.#ports;
    const addresses = [
      `--listen-client-urls=http://127.0.0.1:${etcd}`,
      `--advertise-client-urls=http://127.0.0.1:${etcd}`,
      `--listen-peer-urls=http://127.0.0.1:${peers}`,
      `--initial-advertise-peer-urls=http://127.0.0.1:${peers}`,
      `--initial-cluster=default=http://127.0.0.1:${peers}`,
    ];
    this.#spawn('etcd', [`--data-dir=${join(this.#dir, 'etcd')}`, ...addresses]);
    for (const name of ['db1', 'db2'])
      this.#nodes.push({ name, port: await freePort(), rest: await freePort(), patroni: undefined });
    const [first, second] = this.#nodes;
    for (const node of this.#nodes) await this.#configure(node);
    await this.#startProxies();
    this.startPatroni(first?.name ?? '');
    await this.until(async () => (await this.leader()) !== undefined);
    this.startPatroni(second?.name ?? '');
    await this.until(() => this.hasStandby());
    await this.until(() => this.#createDatabase());
  }

  async #createDatabase(): Promise<boolean> {
    const db = postgres(this.#urlOf(this.#ports.primary, 'postgres', 'change-1', 'postgres'), {
      max: 1,
      onnotice: () => {},
    });
    try {
      await db`create role agora login password 'secret'`;
      await db`create database agora owner agora`;
      return true;
    } catch {
      return false;
    } finally {
      await db.end();
    }
  }

  async #configure({ name, port, rest }: Node) {
    const settings = (await readFile(join(SETTINGS, 'patroni.yaml'), 'utf8'))
      .replace(/hosts: .+/, `hosts: 127.0.0.1:${this.#ports.etcd}`)
      .replace('name: db1', `name: ${name}`)
      .replaceAll('10.0.0.11:8008', `127.0.0.1:${rest}`)
      .replaceAll('10.0.0.11:5432', `127.0.0.1:${port}`)
      .replaceAll('10.0.0.0/24', '127.0.0.1/32')
      .replace('/var/lib/postgresql/15/agora', join(this.#dir, name, 'data'))
      .replace('/var/lib/postgresql/.patroni-pgpass', join(this.#dir, name, 'pgpass'))
      .replace('/var/run/postgresql', join(this.#dir, name));
    const folder = join(this.#dir, name);
    await mkdir(folder);
    await writeFile(join(folder, 'patroni.yaml'), settings);
    if (process.getuid?.() === 0) await run('chown', ['-R', 'postgres:postgres', folder]);
  }

  async #startProxies() {
    const { primary, standby, pooler } = this.#ports;
    let haproxy = (await readFile(join(SETTINGS, 'haproxy.cfg'), 'utf8'))
      .replace('127.0.0.1:5000', `127.0.0.1:${primary}`)
      .replace('127.0.0.1:5001', `127.0.0.1:${standby}`)
      .replace(/^ +(user|group) .+$/gm, '');
    for (const [index, { port, rest }] of this.#nodes.entries())
      haproxy = haproxy.replaceAll(
        `10.0.0.1${index + 1}:5432 check port 8008`,
        `127.0.0.1:${port} check port ${rest}`,
      );
    await writeFile(join(this.#dir, 'haproxy.cfg'), haproxy);
    this.#spawn('haproxy', ['-db', '-f', join(this.#dir, 'haproxy.cfg')]);
    const pgbouncer = (await readFile(join(SETTINGS, 'pgbouncer.ini'), 'utf8'))
      .replace('port=5000', `port=${primary}`)
      .replace('6432', String(pooler))
      .replace('/etc/pgbouncer/userlist.txt', join(this.#dir, 'users'));
    await writeFile(join(this.#dir, 'users'), '"agora" "secret"\n');
    await writeFile(join(this.#dir, 'pgbouncer.ini'), pgbouncer);
    this.#spawn('pgbouncer', [join(this.#dir, 'pgbouncer.ini')], 'nobody');
  }

  #spawn(program: string, args: string[], user?: string): ChildProcess {
    const isRoot = process.getuid?.() === 0;
    const log = createWriteStream(join(this.#dir, `${program}.log`), { flags: 'a' });
    const child = spawn(program, [...args, ...(isRoot && user ? [`--user=${user}`] : [])]);
    child.stdout.pipe(log);
    child.stderr.pipe(log);
    this.#children.push(child);
    return child;
  }

  startPatroni(name: string): void {
    const node = this.#node(name);
    const log = createWriteStream(join(this.#dir, `${name}.log`), { flags: 'a' });
    const command = ['patroni', join(this.#dir, name, 'patroni.yaml')];
    const [program = '', ...args] = process.getuid?.() === 0 ? [...AS_POSTGRES, ...command] : command;
    const child = spawn(program, args);
    child.stdout.pipe(log);
    child.stderr.pipe(log);
    node.patroni = child;
  }

  #node(name: string): Node {
    const node = this.#nodes.find((each) => each.name === name);
    if (!node) throw new Error(`There is no ${name}`);
    return node;
  }

  #urlOf(port: number, user: string, password: string, database: string) {
    return `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
  }

  /** Settings of the product. */
  get settings() {
    const { primary, standby, pooler } = this.#ports;
    const urlOf = (port: number) => this.#urlOf(port, 'agora', 'secret', 'agora');
    return {
      DATABASE_URL: urlOf(pooler),
      DATABASE_DIRECT_URL: urlOf(primary),
      READ_DATABASE_URL: urlOf(standby),
    };
  }

  /** URL of the primary for a superuser. */
  get superuserUrl() {
    return this.#urlOf(this.#ports.primary, 'postgres', 'change-1', 'agora');
  }

  async #members(): Promise<Member[]> {
    for (const { rest } of this.#nodes) {
      const answer = await fetch(`http://127.0.0.1:${rest}/cluster`).catch(() => undefined);
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  }

  /** Name of the primary; undefined while there is none. */
  async leader(): Promise<string | undefined> {
    const found = (await this.#members()).find(({ role, state }) => role === 'leader' && state === 'running');
    return found?.name;
  }

  /** True while commits wait for a standby, which may take over. */
  async hasStandby(): Promise<boolean> {
    return (await this.#members()).some(
      ({ role, state }) => role === 'sync_standby' && (state === 'running' || state === 'streaming'),
    );
  }

  async until(isTrue: () => Promise<boolean>, seconds = 120): Promise<void> {
    const end = performance.now() + seconds * 1000;
    while (!(await isTrue())) {
      if (performance.now() > end) throw new Error(`Not within ${seconds} s; the logs are in ${this.#dir}`);
      await sleep(200);
    }
  }

  /** Kills PostgreSQL with all its processes, and its Patroni, as if the machine lost its power. */
  async kill(name: string): Promise<void> {
    const { patroni } = this.#node(name);
    const note = join(this.#dir, name, 'data', 'postmaster.pid');
    const server = existsSync(note) ? (readFileSync(note, 'utf8').split('\n')[0] ?? '') : '';
    const exit =
      patroni && patroni.exitCode === null && patroni.signalCode === null ? once(patroni, 'exit') : undefined;
    const workers = server ? childrenOf(server) : [];
    patroni?.kill('SIGKILL');
    for (const pid of [server, ...workers].filter(Boolean)) killQuietly(Number(pid));
    await exit;
  }

  /** Makes the standby the primary, as for an update of the machine. */
  async switchOver(): Promise<void> {
    const leader = await this.leader();
    const candidate = this.#nodes.find(({ name }) => name !== leader)?.name;
    const { rest } = this.#node(leader ?? '');
    const answer = await fetch(`http://127.0.0.1:${rest}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader, candidate }),
    });
    if (!answer.ok) throw new Error(`The switchover failed: ${await answer.text()}`);
  }

  async stop(): Promise<void> {
    for (const { name } of this.#nodes) await this.kill(name);
    for (const child of this.#children) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    }
    await rm(this.#dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** Linux only. */
const childrenOf = (pid: string): string[] =>
  existsSync(`/proc/${pid}/task`)
    ? readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
        readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
      )
    : [];

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}
