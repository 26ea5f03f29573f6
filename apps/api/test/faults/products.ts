import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/platform/db/embedded.ts';
import { endWithTest } from '../child-processes.ts';
import { eventually, SUPERUSER } from '../harness.ts';
import { freePort } from '../ports.ts';
import { fileForm } from '../requests.ts';

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname;

/** A PNG. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Flags and environment of the product's start command. */
const FLAGS = ['--max-semi-space-size=16', '--max-old-space-size=512'];

/** The product as a separate process. */
export class Product {
  readonly base: string;
  readonly child: ChildProcess;
  readonly #output: string[] = [];

  private constructor(
    port: number,
    settings: Record<string, string>,
    wrapper: readonly string[],
    program: string,
  ) {
    this.base = `http://127.0.0.1:${port}`;
    const common = {
      MALLOC_ARENA_MAX: '2',
      NODE_ENV: '',
      SEED_DEMO: 'false',
      LOG_LEVEL: 'warn',
      LOGIN_FAILURES_PER_MINUTE: '100000',
    };
    const [command, ...args] = [...wrapper, process.execPath, ...FLAGS, program];
    this.child = spawn(command, args, {
      env: { ...process.env, ...common, ...settings, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    endWithTest(this.child);
    this.child.stdout?.on('data', (chunk) => this.#output.push(String(chunk)));
    this.child.stderr?.on('data', (chunk) => this.#output.push(String(chunk)));
  }

  /**
   * @param port port of a previous process, to replace it
   * @param wrapper command that runs the rest of its arguments
   * @param program by default the sources
   */
  static async start(
    settings: Record<string, string>,
    port?: number,
    wrapper: readonly string[] = [],
    program = MAIN,
  ): Promise<Product> {
    const product = new Product(port ?? (await freePort()), settings, wrapper, program);
    await product.until('/health/ready', 200);
    return product;
  }

  get port() {
    return Number(new URL(this.base).port);
  }

  get output() {
    return this.#output.join('');
  }

  /** Resident memory of the process and its children, in megabytes. Linux only. */
  residentMegabytes(): number {
    const sizeOf = (pid: string): number => {
      const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
        readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
      );
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      const own = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
      return children.reduce((sum, child) => sum + sizeOf(child), own);
    };
    return Math.round(sizeOf(String(this.child.pid)));
  }

  async status(path: string): Promise<number | undefined> {
    const answer = await fetch(this.base + path).catch(() => undefined);
    await answer?.arrayBuffer();
    return answer?.status;
  }

  /** Waits for a response with the status. */
  async until(path: string, status: number, timeout = 60_000) {
    await eventually(async () => {
      if (this.child.exitCode !== null) throw new Error(this.output);
      return (await this.status(path)) === status || undefined;
    }, timeout);
  }

  /** @returns the headers of a signed-in client */
  async signIn(): Promise<Record<string, string>> {
    const response = await fetch(`${this.base}/api/v1/login/access-token`, {
      method: 'POST',
      body: new URLSearchParams({ username: SUPERUSER.email, password: SUPERUSER.password }),
    });
    const { access_token } = (await response.json()) as { access_token: string };
    return { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
  }

  /** Uploads a picture of one pixel, as a superuser. @returns what the API says of it */
  async uploadPixel(): Promise<unknown> {
    const { authorization = '' } = await this.signIn();
    const { headers, payload } = fileForm(PIXEL);
    const response = await fetch(`${this.base}/api/v1/media/`, {
      method: 'POST',
      headers: { ...headers, authorization },
      body: new Uint8Array(payload),
    });
    return response.json();
  }

  /** Ends the process and returns its exit code. */
  async end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const exit = once(this.child, 'exit');
      this.child.kill(signal);
      await exit;
    }
    return this.child.exitCode;
  }
}

/** The product as a process for background work only. */
export async function startWorkerProduct(
  settings: Record<string, string>,
): Promise<{ end(): Promise<void> }> {
  const worker = spawn(process.execPath, [MAIN, 'worker'], {
    env: { ...process.env, NODE_ENV: '', SEED_DEMO: 'false', LOG_LEVEL: 'error', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  endWithTest(worker);
  await once(worker.stdout, 'data');
  return {
    end: async () => {
      const exit = once(worker, 'exit');
      worker.kill('SIGTERM');
      await exit;
    },
  };
}

/** A separate PostgreSQL with durable commits; its port changes with each start. */
export class OwnPostgres {
  #server: EmbeddedPostgres | undefined;
  readonly #dir: string;

  private constructor(dir: string) {
    this.#dir = dir;
  }

  static async start(): Promise<OwnPostgres> {
    const server = new OwnPostgres(await mkdtemp(join(tmpdir(), 'agora-faults-')));
    await server.on();
    return server;
  }

  get url() {
    return this.#server?.url ?? '';
  }

  get port() {
    return Number(new URL(this.url).port);
  }

  async on() {
    this.#server = await startEmbeddedPostgres({ dir: this.#dir, durable: true });
  }

  async off() {
    await this.#server?.stop();
  }

  async remove() {
    await this.off();
    await rm(this.#dir, { recursive: true, force: true });
  }
}

/** Registers started resources, to stop them in reverse order. */
export function useCleanups(register: (run: () => Promise<void>) => void) {
  const cleanups: (() => unknown)[] = [];
  register(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });
  return (cleanup: () => unknown) => cleanups.push(cleanup);
}

export interface Creation {
  title: string;
  status: number | undefined;
  retryAfter: string | null;
  /** Duration of the request, in milliseconds. */
  took: number;
}

/** Creates one item; without a response its status is undefined. */
export async function createItem(
  base: string,
  headers: Record<string, string>,
  title: string,
): Promise<Creation> {
  const started = performance.now();
  const body = JSON.stringify({ title });
  const answer = await fetch(`${base}/api/v1/items/`, { method: 'POST', headers, body }).catch(
    () => undefined,
  );
  const text = await answer?.text().catch(() => undefined);
  const status = text === undefined ? undefined : answer?.status;
  return {
    title,
    status,
    retryAfter: answer?.headers.get('retry-after') ?? null,
    took: performance.now() - started,
  };
}
