import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { describe, expect, inject, it, vi } from 'vitest';
import { prepareDatabase } from '../src/bootstrap.ts';
import { COMMANDS } from '../src/cli/commands.ts';
import {
  ConfigError,
  doubledSettings,
  envExample,
  misspeltSettings,
  readConfig,
} from '../src/platform/config.ts';
import { connect } from '../src/platform/db/client.ts';
import { openDriver } from '../src/platform/db/driver.ts';
import { networkOf } from '../src/platform/http/limiter.ts';
import { createDatabase } from './databases.ts';
import {
  eventually,
  FRONTEND,
  REAL_HASHES,
  randomEmail,
  SUPERUSER,
  TestService,
  useService,
} from './harness.ts';

const service = useService();

describe('settings', () => {
  it('reports all invalid settings together, each by name and with an example', () => {
    const read = () =>
      readConfig({ PORT: 'x', SMTP_PORT: '0', FRONTEND_HOST: 'nowhere', ENVIRONMENT: 'production' });
    expect(read).toThrow(ConfigError);
    for (const name of [
      'PORT',
      'SMTP_PORT',
      'FRONTEND_HOST',
      'SECRET_KEY',
      'FIRST_SUPERUSER_PASSWORD',
      'DATABASE_URL',
    ])
      expect(read).toThrow(new RegExp(`- ${name}: .+Example: ${name}=.+`));
  });

  it.each(['staging', 'production'])('rejects the default secrets in %s', (ENVIRONMENT) => {
    const secrets = { SECRET_KEY: 'changethis', FIRST_SUPERUSER_PASSWORD: 'changethis' };
    const read = () => readConfig({ ENVIRONMENT, DATABASE_URL: 'postgres://x@localhost/x', ...secrets });
    expect(read).toThrow(/SECRET_KEY.+\n.+FIRST_SUPERUSER_PASSWORD/);
    expect(() =>
      readConfig({
        ENVIRONMENT,
        DATABASE_URL: 'postgres://x@localhost/x',
        SECRET_KEY: 'abcdefgh'.repeat(4),
        FIRST_SUPERUSER_PASSWORD: 'long enough',
        FRONTEND_HOST: FRONTEND,
      }),
    ).not.toThrow();
  });

  it.each(['postgres://agora:x@one:5432,two:5432/agora', 'postgres://agora:x@one,two/agora'])(
    'rejects the addresses of several database servers: %s',
    (url) => {
      for (const name of [
        'DATABASE_URL',
        'DATABASE_DIRECT_URL',
        'READ_DATABASE_URL',
        'MIGRATION_DATABASE_URL',
      ])
        expect(() => readConfig({ DATABASE_URL: 'postgres://agora:x@one/agora', [name]: url })).toThrow(
          new RegExp(`- ${name}: .+ by one address`),
        );
    },
  );

  it.each(['DATABASE_DIRECT_URL', 'READ_DATABASE_URL'])(
    'rejects %s without DATABASE_URL, or of another user',
    (name) => {
      const read = (DATABASE_URL?: string) =>
        readConfig({ DATABASE_URL, [name]: 'postgres://agora:x@localhost:5000/agora' });
      expect(() => read()).toThrow(`DATABASE_URL: must be set with ${name}.`);
      expect(() => read('postgres://other:x@localhost/agora')).toThrow(
        `${name}: must name the user of DATABASE_URL.`,
      );
      expect(() => read('postgres://agora:x@localhost/agora')).not.toThrow();
    },
  );

  it.each([
    ['METRICS_PORT', '8000', '8001', 'METRICS_PORT: must differ from PORT.'],
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'http://otlp.example.com/v1/traces',
      'http://otlp.example.com',
      'is added to it',
    ],
  ])('rejects %s=%s', (name, wrong, right, problem) => {
    expect(() => readConfig({ [name]: wrong })).toThrow(problem);
    expect(() => readConfig({ [name]: right })).not.toThrow();
  });

  it('rejects headers for traces that are not name=value', () => {
    const read = (OTEL_EXPORTER_OTLP_HEADERS: string) =>
      readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318', OTEL_EXPORTER_OTLP_HEADERS });
    expect(() => read('authorization: Bearer x')).toThrow('- OTEL_EXPORTER_OTLP_HEADERS: ');
    expect(() => read('authorization=Bearer%20x, x-scope=agora')).not.toThrow();
  });

  it('suggests the name of a misspelt setting', () => {
    expect(
      misspeltSettings({ SMTP_HOTS: 'smtp.example.org', S3_BUCKETS: 'a', PUSH_QUIET_HOUR: 'b' }),
    ).toEqual([
      'SMTP_HOTS is not a setting. Did you mean SMTP_HOST?',
      'S3_BUCKETS is not a setting. Did you mean S3_BUCKET?',
      'PUSH_QUIET_HOUR is not a setting. Did you mean PUSH_QUIET_HOURS?',
    ]);
    expect(misspeltSettings({ SMTP_HOST: 'a', POSTGRES_PASSWORD: 'b', PATH: 'c', SHOST: 'd' })).toEqual([]);
    expect(misspeltSettings({ ...process.env, NODE_ENV: 'production' })).toEqual([]);
  });

  it('rejects a setting that .env sets twice, also as export, but not one in a comment or of another program', () => {
    const lines = [
      'SMTP_HOST=a',
      ' export SMTP_HOST = b',
      'SMTP_HOST=',
      'PATH=c',
      'PATH=d',
      '#PORT=1',
      'PORT=2',
    ];
    expect(doubledSettings(lines.join('\n'))).toEqual([
      'SMTP_HOST: must not be set twice in .env. Keep one of its lines',
    ]);
    expect(doubledSettings('SMTP_HOST=a\r\nSMTP_PORT=25\r\n# SMTP_HOST=b\r\n')).toEqual([]);
  });

  it('rejects two targets of backups, and settings of backups without one', () => {
    expect(() => readConfig({ BACKUP_DIR: '/backups', BACKUP_BUCKET: 'backups' })).toThrow(
      '- BACKUP_DIR: must not be set with BACKUP_BUCKET.',
    );
    expect(() => readConfig({ BACKUP_AT: '03:30', BACKUP_KEEP_DAYS: '7' })).toThrow(
      '- BACKUP_DIR: must be set with BACKUP_AT, BACKUP_KEEP_DAYS. Example: BACKUP_DIR=',
    );
    expect(() => readConfig({ BACKUP_DIR: '/backups', BACKUP_RECIPIENT: 'age1short' })).toThrow(
      '- BACKUP_RECIPIENT: ',
    );
    const S3_ENDPOINT = 'https://s3.example.com';
    expect(readConfig({ BACKUP_BUCKET: 'backups/here', S3_ENDPOINT })).toMatchObject({ S3_ENDPOINT });
  });

  it.each(['FRONTEND_HOST', 'EMAILS_FROM_EMAIL'])(
    'requires %s in production if mail is sent by SMTP',
    (name) => {
      const read = () => readConfig({ ENVIRONMENT: 'production', SMTP_HOST: 'smtp.example.org' });
      expect(read).toThrow(new RegExp(`- ${name}: must be set outside local. Example: ${name}=.+`));
      expect(() => readConfig({ SMTP_HOST: 'localhost' })).not.toThrow();
    },
  );

  it.each([
    ['INBOUND_EMAIL', 'messages@in.example.org', 'INBOUND_EMAIL_SECRET'],
    ['WEB_PUSH_PUBLIC_KEY', 'k'.repeat(87), 'WEB_PUSH_PRIVATE_KEY'],
    ['WEB_PUSH_PRIVATE_KEY', 'k'.repeat(43), 'WEB_PUSH_PUBLIC_KEY'],
    ['S3_ACCESS_KEY_ID', 'agora', 'S3_SECRET_ACCESS_KEY'],
    ['SMTP_USER', 'agora', 'SMTP_PASSWORD'],
  ])('rejects %s=%s without %s', (name, value, other) => {
    expect(() => readConfig({ [name]: value })).toThrow(
      new RegExp(`- ${other}: must be set with ${name}. Example: ${other}=.+`),
    );
  });

  it('rejects the settings of a bucket without S3_BUCKET', () => {
    const read = (bucket: Record<string, string>) => () =>
      readConfig({ S3_ENDPOINT: 'https://s3.example.org', S3_REGION: 'eu-west-3', ...bucket });
    expect(read({})).toThrow(/- S3_BUCKET: must be set with S3_ENDPOINT, S3_REGION. Example: S3_BUCKET=.+/);
    expect(read({ S3_BUCKET: 'pictures' })).not.toThrow();
  });

  it.each(['WEB_PUSH_PUBLIC_KEY', 'WEB_PUSH_PRIVATE_KEY'])('rejects a %s that is not a VAPID key', (name) => {
    for (const value of ['short', 'k'.repeat(64), '+'.repeat(43), '+'.repeat(87)])
      expect(() => readConfig({ [name]: value })).toThrow(
        new RegExp(`- ${name}: .+VAPID.+Example: ${name}=`),
      );
  });

  it.each([
    ['MIN_APP_VERSION', 'v2.4'],
    ['PUSH_LINK_HOSTS', 'example.org,https://www.example.org/'],
    [
      'FCM_SERVICE_ACCOUNT',
      JSON.stringify({
        project_id: 'agora',
        client_email: 'push@example.org',
        private_key: '-----BEGIN PRIVATE KEY-----\n…',
        token_uri: 'https://example.org/token',
      }),
    ],
  ])('rejects a malformed %s at start', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`- ${name}: .+Example: ${name}=`));
  });

  it('rejects a DAILY_PUSH_AT within the quiet hours', () => {
    const read = (hour: string, quiet?: string) => () =>
      readConfig({ DAILY_PUSH_AT: hour, ...(quiet && { PUSH_QUIET_HOURS: quiet }) });
    for (const hour of ['07:59', '21:00', '23:00', '00:00'])
      expect(read(hour)).toThrow(/DAILY_PUSH_AT: .+21:00-08:00.+Example: DAILY_PUSH_AT=08:00/);
    expect(read('12:30', '12:00-14:00')).toThrow(/DAILY_PUSH_AT=14:00/);
    for (const hour of ['8:00', '24:00', 'noon']) expect(read(hour)).toThrow(/DAILY_PUSH_AT/);
    for (const hour of ['08:00', '20:59']) expect(read(hour)().DAILY_PUSH_AT).toBe(hour);
    expect(read('03:00', '00:00-00:00')().DAILY_PUSH_AT).toBe('03:00');
  });

  it('lists every setting in .env.example; `--update=all` regenerates it', async () => {
    await expect(envExample()).toMatchFileSnapshot('../../../.env.example');
  });
});

it('serves no private routes, mailbox, pushes or API documentation in production', async () => {
  const t = await TestService.start({
    settings: {
      ...REAL_HASHES,
      ENVIRONMENT: 'production',
      DATABASE_URL: 'postgres://unused@localhost/unused',
      SECRET_KEY: 'abcdefgh'.repeat(4),
      FIRST_SUPERUSER_PASSWORD: 'long enough',
    },
  });
  // HTML is the page of the web application, which shows that there is no such page.
  const headers = { accept: 'application/json' };
  for (const path of ['/api/v1/openapi.json', '/docs', '/mailbox', '/pushes'])
    expect((await t.call('GET', path, { headers })).status, path).toBe(404);
  const json = { email: randomEmail(), password: 'long enough', full_name: 'x' };
  expect((await t.call('POST', '/private/users/', { json })).status).toBe(404);
  await t.stop();
});

describe('rate limits', () => {
  const limited = useService({
    settings: { LOGIN_FAILURES_PER_MINUTE: '5', RECOVERIES_PER_HOUR: '2', SIGNUPS_PER_HOUR_PER_IP: '3' },
  });
  const login = (username: string, password: string) =>
    limited().call('POST', '/login/access-token', { form: { username, password } });

  it('counts only failed sign-ins and rejects the sixth in a minute with Retry-After', async () => {
    for (let attempt = 0; attempt < 30; attempt += 1)
      expect((await login(SUPERUSER.email, SUPERUSER.password)).status).toBe(200);
    const bad = [];
    for (let attempt = 0; attempt < 6; attempt += 1) bad.push(await login(SUPERUSER.email, 'wrong wrong'));
    expect(bad.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 429]);
    expect(bad[5]?.body).toMatchObject({ detail: 'Too Many Requests', code: 'too_many_requests' });
    expect(Number(bad[5]?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await login(randomEmail(), 'wrong wrong')).status).toBe(400);
  });

  it('limits password recovery for known and unknown addresses alike', async () => {
    for (const email of [SUPERUSER.email, randomEmail()]) {
      const answers = [];
      for (let attempt = 0; attempt < 3; attempt += 1)
        answers.push((await limited().call('POST', `/password-recovery/${email}`)).status);
      expect(answers).toEqual([200, 200, 429]);
    }
  });

  it('counts concurrent sign-ups by client address exactly', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        limited().call('POST', '/users/signup', { json: { email: randomEmail(), password: 'long enough' } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
  });

  it.each([
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['1.2.3.4', '1.2.3.4'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['::1', '::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['[2001:db8:1:2::9]:51234', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
    ['unknown', 'unknown'],
    ['_hidden', 'unknown'],
  ])('counts the client address %s as the network %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });
});

describe('CORS', () => {
  const preflight = (origin: string) =>
    service().call('OPTIONS', '/items/', {
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    });

  it('allows the configured origins, with credentials', async () => {
    const { status, headers } = await preflight(FRONTEND);
    expect(status).toBe(204);
    expect(headers['access-control-allow-origin']).toBe(FRONTEND);
    expect(headers['access-control-allow-credentials']).toBe('true');
  });

  it.each([
    'null',
    'https://evil.example',
    `${FRONTEND}.evil.example`,
    FRONTEND.replace('https', 'http'),
    `${FRONTEND}:444`,
  ])('does not allow a foreign origin: %s', async (origin) => {
    expect((await preflight(origin)).headers).not.toHaveProperty('access-control-allow-origin');
    const refused = await service().call('GET', '/users/me', { headers: { origin } });
    expect(refused.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('lets an allowed origin read error responses', async () => {
    const refused = await service().call('GET', '/users/me', { headers: { origin: FRONTEND } });
    expect(refused.headers['access-control-allow-origin']).toBe(FRONTEND);
  });
});

describe('response headers', () => {
  it.each([
    ['/api/v1/users/me', undefined],
    ['/api/v1/nothing', undefined],
    ['/api/v1/utils/health-check/', undefined],
    ['/health/live', undefined],
    ['/nothing', undefined],
    ['/docs/', expect.stringMatching(/default-src 'none'/)],
    ['/mailbox', expect.stringMatching(/default-src 'none'/)],
    ['/pushes', expect.stringMatching(/default-src 'none'/)],
  ])('sends security headers: %s', async (path, policy) => {
    const { headers } = await service().call('GET', path);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toEqual(policy);
    expect(headers['strict-transport-security']).toContain('max-age=31536000');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['x-request-id']).toMatch(/^[\w-]{8,64}$/);
    expect(headers).not.toHaveProperty('server');
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  it('uses the request id of the caller if it is a plain name', async () => {
    const ask = (id: string) => service().call('GET', '/users/me', { headers: { 'x-request-id': id } });
    expect((await ask('phone-7-call-12')).body.request_id).toBe('phone-7-call-12');
    expect((await ask('a b\tc {}')).body.request_id).toMatch(/^[\da-f-]{36}$/);
  });
});

describe('database', () => {
  it('keeps the first superuser unchanged when the service restarts', async () => {
    const t = service();
    await prepareDatabase(t.url, readConfig({ FIRST_SUPERUSER_PASSWORD: 'another one' }), () => new Date());
    expect(await t.login(SUPERUSER.email, SUPERUSER.password)).toBeDefined();
  });

  it('keeps the stored settings of the service when a command runs without them', async () => {
    const url = await createDatabase(inject('serverUrl'), 'template1');
    const config = readConfig({ AUDIT_RETENTION_DAYS: '400' });
    await prepareDatabase(url, config, () => new Date());
    await COMMANDS.get('migrate')?.(readConfig({ DATABASE_URL: url }), {});
    const { db, close } = connect(url);
    const [kept] = await db.execute(sql`select extract(day from audit_retention())::int as days`);
    expect(kept).toEqual({ days: 400 });
    await close();
  });

  it('searches a bounded part of the queues in the driver’s pool (patches/postgres)', async () => {
    const { default: Queue } = await import(
      new URL('../node_modules/postgres/src/queue.js', import.meta.url).href
    );
    const queue = Queue();
    const waiting = Array.from({ length: 10 }, () => queue.push({}));
    for (let turn = 0; turn < 100_000; turn += 1) {
      waiting.push(queue.push({}));
      waiting.shift();
      queue.shift();
    }
    const places: number[] = [];
    const { indexOf } = Array.prototype;
    const spy = vi.spyOn(Array.prototype, 'indexOf').mockImplementation(function (this: unknown[], ...args) {
      places.push(this.length - (args[1] ?? 0));
      return indexOf.apply(this, args);
    });
    const found = queue.remove(waiting[9]);
    spy.mockRestore();
    expect(found).toBe(waiting[9]);
    expect(Math.max(...places)).toBeLessThanOrEqual(1024);
    expect(queue.length).toBe(9);
  });

  it('rejects a statement between the error and the end of its connection (patches/postgres)', async () => {
    const { hostname, port } = new URL(service().url);
    const sockets: Socket[] = [];
    const socket = async () => {
      const opened = createConnection(Number(port), hostname);
      sockets.push(opened);
      await once(opened, 'connect');
      return opened;
    };
    const driver = openDriver(service().url, { max: 1, socket } as object);
    await driver`select 1`;
    const lost = Promise.withResolvers();
    sockets[0]?.once('error', () => void driver`select 1`.then(lost.resolve, lost.reject));
    sockets[0]?.destroy(new Error('reset'));
    await expect(lost.promise).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
    expect(await driver`select 1 as one`).toEqual([{ one: 1 }]);
    await driver.end();
  });
});

describe('health endpoints', () => {
  it('reports the service as live but not ready while the job queue is not running', async () => {
    expect((await service().call('GET', '/health/live')).body).toEqual({ status: 'ok' });
    const { status, body } = await service().call('GET', '/health/ready');
    expect(status).toBe(503);
    expect(body).toEqual({
      status: 'unavailable',
      checks: { database: true, migrations: true, queue: false },
    });
  });

  it('reports the service as ready only with database, migrations and job queue', async () => {
    const t = await TestService.start({ worker: true });
    expect((await t.call('GET', '/health/ready')).status).toBe(200);
    await t.db.execute(
      sql`delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)`,
    );
    const { checks } = await eventually(async () => {
      const { status, body } = await t.call('GET', '/health/ready');
      return status === 503 ? body : undefined;
    });
    expect(checks).toEqual({ database: true, migrations: false, queue: true });
    await t.stop();
  });
});
