import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import type { BuiltInRole, Permission } from '@agora/contract/shared/permissions';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, inject } from 'vitest';
import { createApp } from '../src/app.ts';
import { prepareDatabase } from '../src/bootstrap.ts';
import { roles } from '../src/features/accounts/accounts.roles.table.ts';
import { users } from '../src/features/accounts/accounts.users.table.ts';
import { startSender } from '../src/features/broadcasts/sending/broadcasts.sender.service.ts';
import { jobs, SCHEDULE } from '../src/jobs.ts';
import { readConfig } from '../src/platform/config.ts';
import { connect, type Db } from '../src/platform/db/client.ts';
import { openEvents } from '../src/platform/db/events.ts';
import type { Deps } from '../src/platform/deps.ts';
import { loggerOptions } from '../src/platform/http/log.ts';
import { startWorker, type Worker } from '../src/platform/jobs/queue.ts';
import { createMailer, mailBy } from '../src/platform/mail/transport.ts';
import { createPushProviders, type PushOrigins } from '../src/platform/push/providers.ts';
import type { Config } from '../src/platform/settings.ts';
import { openStorage } from '../src/platform/storage.ts';
import { createDatabase } from './databases.ts';
import { logError } from './error-log.ts';

export const SUPERUSER = { email: 'admin@example.com', password: 'changethis' };
export const FRONTEND = 'https://admin.example.com';

export interface Answer {
  status: number;
  /** Untyped: each test checks it. */
  body: ReturnType<typeof JSON.parse>;
  text: string;
  headers: Record<string, unknown>;
}

interface CallOptions {
  token?: string | undefined;
  json?: unknown;
  form?: Record<string, string>;
  headers?: Record<string, string>;
  /** Raw body. */
  payload?: string | Buffer;
}

export interface Account {
  id: string;
  email: string;
  password: string;
  token: string;
}

interface TestOptions {
  settings?: Record<string, string>;
  /** True to run background jobs. */
  worker?: boolean;
  /** The clock, for tests at other times. */
  now?: () => Date;
  /** Instance whose database to share. */
  beside?: Pick<TestService, 'url'>;
  /** Servers that replace the push providers. */
  pushOrigins?: PushOrigins;
  /** Destination of the log, at the configured level; by default, a failed test prints its errors. */
  log?: Writable;
}

/** The whole service on its own database, without a port. */
export class TestService {
  readonly app: FastifyInstance;
  readonly db: Db;
  readonly config: Config;
  readonly url: string;
  readonly storage: Deps['storage'];
  readonly #stop: () => Promise<void>;

  private constructor(app: FastifyInstance, deps: Deps, url: string, stop: () => Promise<void>) {
    this.app = app;
    this.db = deps.db;
    this.config = deps.config;
    this.url = url;
    this.storage = deps.storage;
    this.#stop = stop;
  }

  static async start(options: TestOptions = {}): Promise<TestService> {
    const { settings = {}, worker: withWorker = false, now = () => new Date() } = options;
    const url = options.beside?.url ?? (await createDatabase(inject('serverUrl')));
    const pictures = await mkdtemp(join(tmpdir(), 'agora-media-'));
    const own = { SEED_DEMO: 'false', FRONTEND_HOST: FRONTEND, MEDIA_DIR: pictures };
    const config = readConfig({ ...own, ...LENIENT, ...settings });
    const storage = await openStorage(config);
    await prepareDatabase(url, config, now);
    const database = connect(url, LONG_TIMEOUTS);
    const { db } = database;
    const deps = { config, db, now, frontendHost: config.FRONTEND_HOST ?? FRONTEND, storage };
    let worker: Worker | undefined;
    const events = openEvents(url);
    const push = createPushProviders(config, db, options.pushOrigins);
    const app = await createApp(deps, {
      ...database,
      push,
      events,
      isQueueRunning: () => worker?.isRunning() ?? false,
      logger: options.log
        ? { ...loggerOptions(config.LOG_LEVEL), stream: options.log }
        : { ...loggerOptions('error'), stream: { write: logError } },
    });
    const mailer = createMailer(config, db);
    const mail = mailBy(mailer, 'example.com');
    if (withWorker) worker = await startWorker(url, jobs({ ...deps, url, mail, push }), SCHEDULE, app.log);
    const sender = withWorker ? startSender({ ...deps, push }, app.log) : undefined;
    return new TestService(app, deps, url, async () => {
      await app.close();
      await sender?.stop();
      await worker?.stop();
      mailer.close();
      await events.close();
      await database.close();
      await rm(pictures, { recursive: true });
    });
  }

  stop(): Promise<void> {
    return this.#stop();
  }

  async call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const { token, json, form, payload } = options;
    const headers: Record<string, string> = { ...options.headers };
    if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
    if (json !== undefined) headers['content-type'] = 'application/json';
    if (form) headers['content-type'] = 'application/x-www-form-urlencoded';
    const body =
      json === undefined ? (form ? new URLSearchParams(form).toString() : payload) : JSON.stringify(json);
    const response = await this.app.inject({
      method: method as 'GET',
      url: OUTSIDE_API.test(path) ? path : `/api/v1${path}`,
      headers,
      ...(body !== undefined && { payload: body }),
    });
    const isJson = response.headers['content-type']?.includes('json');
    return {
      status: response.statusCode,
      body: isJson && response.payload ? response.json() : response.payload,
      text: response.payload,
      headers: response.headers,
    };
  }

  async login(email: string, password: string): Promise<string> {
    const { body } = await this.call('POST', '/login/access-token', { form: { username: email, password } });
    return body.access_token;
  }

  superuser = async (): Promise<Account> => {
    const token = await this.login(SUPERUSER.email, SUPERUSER.password);
    const { body } = await this.call('GET', '/users/me', { token });
    return { ...SUPERUSER, id: body.id, token };
  };

  /** Creates a member and signs in. */
  async member(fields: Record<string, unknown> = {}): Promise<Account> {
    const account = { email: randomEmail(), password: 'correct horse', full_name: 'A Member', ...fields };
    const { body } = await this.call('POST', '/private/users/', { json: account });
    const token = await this.login(account.email, account.password);
    return { id: body.id, email: account.email, password: account.password, token };
  }

  /** Moves the last password entry back, beyond the five minutes of its validity. */
  async expirePasswordEntry({ id }: Pick<Account, 'id'>): Promise<void> {
    await this.db.execute(
      sql`update sessions set password_at = password_at - interval '301 seconds' where user_id = ${id}`,
    );
  }

  /** Creates an account with a built-in role, or with a new one of these permissions, and signs in. */
  async teamMember(role: BuiltInRole | readonly Permission[]): Promise<Account> {
    const account = await this.member();
    const role_id = typeof role === 'string' ? await this.roleId(role) : await this.#addRole(role);
    await this.db.update(users).set({ role_id }).where(eq(users.id, account.id));
    return account;
  }

  async roleId(key: BuiltInRole): Promise<string> {
    const [role] = await this.db.select().from(roles).where(eq(roles.key, key));
    return role?.id ?? '';
  }

  async #addRole(permissions: readonly Permission[]): Promise<string> {
    const id = randomUUID();
    const role = { id, name: `Of ${id}`, permissions: [...permissions], updated_at: new Date() };
    await this.db.insert(roles).values(role);
    return id;
  }

  /** Creates another superuser and signs in; without the mail to the others that the product sends. */
  async colleague(): Promise<Account> {
    const account = { email: randomEmail(), password: 'correct horse' };
    const { body } = await this.call('POST', '/private/users/', { json: { ...account, full_name: '' } });
    await this.db.update(users).set({ is_superuser: true, full_name: null }).where(eq(users.id, body.id));
    return { id: body.id, ...account, token: await this.login(account.email, account.password) };
  }
}

/** Generous timeouts for a machine that runs many tests. */
const LONG_TIMEOUTS = { max: 10, timeoutMs: 20_000 };

/** The product's cost of hashes, for tests that need it. */
export const REAL_HASHES = { ARGON2_MEMORY_KIB: '', ARGON2_PASSES: '' };

/** Absolute paths; others are relative to /api/v1. */
const OUTSIDE_API = /^\/(api(?=\/)|mailbox|pushes|health|docs)\b|^\/media\/[\da-f-]{36}\/|^\/$/;

/** The lowest cost of hashes, and limits too high to matter. */
const LENIENT = {
  ARGON2_MEMORY_KIB: '8',
  ARGON2_PASSES: '1',
  LOGIN_FAILURES_PER_MINUTE: '100000',
  LOGIN_FAILURES_PER_MINUTE_PER_IP: '100000',
  LOGIN_FAILURES_PER_ACCOUNT: '100000',
  SIGNUPS_PER_HOUR_PER_IP: '100000',
  RECOVERIES_PER_HOUR: '100000',
  RECOVERIES_PER_HOUR_PER_IP: '100000',
  MESSAGES_PER_HOUR: '100000',
  MESSAGES_PER_DAY: '100000',
  RATINGS_PER_HOUR: '100000',
  PUSH_QUIET_HOURS: '00:00-00:00',
};

export const randomEmail = () => `${randomUUID()}@example.com`;

/** Starts a service for the tests of one file. */
export function useService(options: TestOptions = {}): () => TestService {
  let service: TestService | undefined;
  beforeAll(async () => {
    service = await TestService.start(options);
  });
  afterAll(() => service?.stop());
  return () => service as TestService;
}

/** Runs a statement that writes thousands of rows, without the product's time limit for one. */
export const fill = ({ db }: Pick<TestService, 'db'>, statement: SQL | string): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(statement);
  });

/** Polls until there is a result; for background work. */
export async function eventually<Value>(
  ask: () => Promise<Value | undefined>,
  timeout = 30_000,
): Promise<Value> {
  const deadline = Date.now() + timeout;
  for (;;) {
    const value = await ask();
    if (value !== undefined) return value;
    if (Date.now() > deadline) throw new Error(`Still nothing after ${timeout} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * Makes calls that wait for the same row, one after the other, then releases it: PostgreSQL serves them in this
 * order.
 * @param row a statement that locks the row
 */
export async function queueOnRow(
  t: TestService,
  row: SQL,
  calls: readonly (() => Promise<Answer>)[],
): Promise<Answer[]> {
  const answers: Promise<Answer>[] = [];
  await t.db.transaction(async (tx) => {
    await tx.execute(row);
    for (const call of calls) {
      answers.push(call());
      await eventually(async () => {
        const blocked = await t.db.execute(
          sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return blocked.length >= answers.length || undefined;
      });
    }
  });
  return Promise.all(answers);
}
