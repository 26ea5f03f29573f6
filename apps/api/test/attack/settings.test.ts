import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/platform/config.ts';
import { endWithTest } from '../child-processes.ts';
import { REAL_HASHES, useService } from '../harness.ts';
import { OPERATIONS } from '../samples.ts';

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname;

/** Valid settings, all different. */
const VALID = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://agora:database-canary@localhost:1/agora',
  MIGRATION_DATABASE_URL: 'postgres://owner:owner-canary@localhost:1/agora',
  SECRET_KEY: 'key-canary-of-more-than-thirty-two-characters',
  SECRET_KEY_PREVIOUS: 'former-canary-of-more-than-thirty-two-characters',
  FIRST_SUPERUSER_PASSWORD: 'superuser-canary',
  FRONTEND_HOST: 'https://admin.example.org',
  SMTP_PASSWORD: 'mail-canary',
  INBOUND_EMAIL: 'messages@in.example.com',
  INBOUND_EMAIL_SECRET: 'inbound-canary-of-more-than-thirty-two-characters',
};

type Secret = Exclude<keyof typeof VALID, 'NODE_ENV' | 'FRONTEND_HOST' | 'INBOUND_EMAIL'>;

const EXAMPLES: Record<Secret, string> = {
  SECRET_KEY: 'the output of: openssl rand -base64 48',
  SECRET_KEY_PREVIOUS: 'the former SECRET_KEY',
  FIRST_SUPERUSER_PASSWORD: 'the output of: openssl rand -base64 18',
  SMTP_PASSWORD: 'secret',
  INBOUND_EMAIL_SECRET: 'the output of: openssl rand -hex 32',
  DATABASE_URL: 'postgres://agora:secret@localhost:5432/agora',
  MIGRATION_DATABASE_URL: 'postgres://owner:secret@localhost:5432/agora',
};

const MISTAKES: [about: string, name: Secret, value: string][] = [
  ...Object.entries(EXAMPLES).map(([name, value]): (typeof MISTAKES)[number] => [
    'the documented example',
    name as Secret,
    value,
  ]),
  ['empty', 'SECRET_KEY', ''],
  ['empty', 'FIRST_SUPERUSER_PASSWORD', ''],
  ['empty', 'DATABASE_URL', ''],
  ['empty', 'INBOUND_EMAIL_SECRET', ''],
  ['the default value', 'SECRET_KEY', 'changethis'],
  ['the default value', 'FIRST_SUPERUSER_PASSWORD', 'changethis'],
  ['too short', 'SECRET_KEY', 'k'.repeat(31)],
  ['too short', 'SECRET_KEY_PREVIOUS', 'k'.repeat(31)],
  ['too short', 'FIRST_SUPERUSER_PASSWORD', 'seven77'],
  ['too short', 'INBOUND_EMAIL_SECRET', 'k'.repeat(31)],
  ['of one repeated character', 'SECRET_KEY', 'k'.repeat(64)],
  ['of seven repeated characters', 'SECRET_KEY', 'abcdefg'.repeat(5)],
  ['of one repeated character', 'INBOUND_EMAIL_SECRET', 'k'.repeat(64)],
  ['a common password', 'FIRST_SUPERUSER_PASSWORD', 'Password123'],
  ['the name of the product', 'FIRST_SUPERUSER_PASSWORD', 'Agora-2026!'],
  ['the address of its account', 'FIRST_SUPERUSER_PASSWORD', 'admin@example.com'],
  ['a placeholder', 'DATABASE_URL', 'postgres://agora:…@localhost:5432/agora'],
  ['equal to another secret', 'SECRET_KEY_PREVIOUS', VALID.SECRET_KEY],
  ['equal to another secret', 'FIRST_SUPERUSER_PASSWORD', VALID.SECRET_KEY],
  ['equal to another secret', 'SMTP_PASSWORD', VALID.FIRST_SUPERUSER_PASSWORD],
  ['equal to another secret', 'INBOUND_EMAIL_SECRET', VALID.SECRET_KEY],
  ['equal to another secret', 'DATABASE_URL', `postgres://agora:${VALID.SMTP_PASSWORD}@localhost:1/agora`],
  ['equal to another secret', 'MIGRATION_DATABASE_URL', VALID.DATABASE_URL],
];

/** Configuration error of a start in production; empty if it succeeds. */
function configErrorWith(settings: Record<string, string>): string {
  try {
    readConfig({ ...VALID, ...settings });
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

describe('settings in production', () => {
  it('accepts production settings with distinct secrets', () => {
    expect(configErrorWith({})).toBe('');
    expect(readConfig(VALID).ENVIRONMENT).toBe('production');
    expect(readConfig({ ...VALID, ENVIRONMENT: 'local' }).ENVIRONMENT).toBe('local');
  });

  it.each([
    ['ARGON2_MEMORY_KIB', '19455'],
    ['ARGON2_PASSES', '1'],
  ])('rejects the weak hash setting %s=%s, which is accepted locally', (name, value) => {
    expect(configErrorWith({ [name]: value })).toContain(`- ${name}: must be at least`);
    expect(readConfig({ [name]: value })).toMatchObject({ [name]: Number(value) });
  });

  it.each(MISTAKES)('rejects a secret that is %s: %s', (_about, name, value) => {
    const [, ...problems] = configErrorWith({ [name]: value }).split('\n');
    expect(problems.length).toBeGreaterThan(0);
    for (const problem of problems)
      expect(problem).toMatch(new RegExp(`^ {2}- ${name}: .+\\. Example: ${name}=`));
    expect(problems.join('')).not.toContain('canary');
  });

  it('rejects every secret that occurs in the history of the repository', (context) => {
    const names = Object.keys(EXAMPLES).join('|');
    let history = '';
    try {
      history = execFileSync('git', ['log', '-p', '--format=', `-G^#? ?(${names})=`], {
        cwd: import.meta.dirname,
        encoding: 'utf8',
        maxBuffer: 2 ** 30,
      });
    } catch {
      context.skip('this is no repository');
    }
    const assignments = [...history.matchAll(new RegExp(`^[+-]#? ?(${names})=(.+)$`, 'gm'))];
    expect(assignments.length).toBeGreaterThan(0);
    for (const [, name = '', value = ''] of assignments)
      expect(configErrorWith({ [name]: value }), name).toContain(`- ${name}: `);
  });

  it('accepts a secret of eight repeated characters, and common passwords locally', () => {
    expect(configErrorWith({ SECRET_KEY: 'abcdefgh'.repeat(4) })).toBe('');
    const local = { ENVIRONMENT: 'local', FIRST_SUPERUSER_PASSWORD: 'Password123', SECRET_KEY: 'k' };
    expect(configErrorWith(local)).toBe('');
  });

  it('requires https of FRONTEND_HOST in production, not in staging', () => {
    const FRONTEND_HOST = 'http://admin.example.org';
    expect(configErrorWith({ FRONTEND_HOST })).toContain('- FRONTEND_HOST: must begin with https://');
    expect(configErrorWith({ FRONTEND_HOST, ENVIRONMENT: 'staging' })).toBe('');
  });

  it('reports each missing secret once', () => {
    const none = Object.fromEntries(Object.keys(EXAMPLES).map((name) => [name, '']));
    const [, ...problems] = configErrorWith(none).split('\n');
    expect(problems.map((problem) => /\w+/.exec(problem)?.[0])).toEqual([
      'INBOUND_EMAIL_SECRET',
      'SECRET_KEY',
      'FIRST_SUPERUSER_PASSWORD',
      'DATABASE_URL',
    ]);
  });

  it('reports each invalid setting in one line without revealing a secret', {
    timeout: 10_000,
  }, async () => {
    const child = spawn(process.execPath, [MAIN], {
      env: { ...VALID, PATH: process.env['PATH'], SECRET_KEY: 'short-canary', SMTP_PASSWORD: 'secret' },
    });
    endWithTest(child);
    const output: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => output.push(String(chunk)));
    const [code] = await once(child, 'close');
    expect(code).toBe(1);
    expect(output.join('').trimEnd().split('\n')).toEqual([
      "The settings can't be used:",
      expect.stringMatching(/^ {2}- SECRET_KEY: must .+/),
      expect.stringMatching(/^ {2}- SMTP_PASSWORD: must .+/),
    ]);
    expect(output.join('')).not.toContain('canary');
  });
});

describe('routes in production', () => {
  const { MIGRATION_DATABASE_URL: _, ...settings } = { ...VALID, ...REAL_HASHES };
  const production = useService({ settings });

  it.each([
    '/private/users/',
    '/mailbox',
    '/mailbox/',
    '/pushes',
    '/docs',
    '/docs/',
    '/docs/static/index.html',
    '/api/v1/openapi.json',
    '/api/v1/docs',
    '/.env',
    '/.git/config',
    '/package.json',
    '/src/main.tsx',
    '/assets/index.js.map',
    '/metrics',
    '/debug',
  ])('returns 404 for %s in production', async (path) => {
    // HTML is the page of the web application, which shows that there is no such page.
    const headers = { accept: 'application/json' };
    for (const method of ['GET', 'POST'])
      expect([method, (await production().call(method, path, { headers })).status]).toEqual([method, 404]);
  });

  it('serves every route of the contract in production except the private ones', async () => {
    for (const operation of OPERATIONS) {
      const isPrivate = operation.operationId.startsWith('private-');
      const path = operation.route.path.replaceAll(/:\w+/g, () => crypto.randomUUID());
      const { body } = await production().call(operation.route.method, path);
      expect([path, body.code === 'not_found']).toEqual([path, isPrivate]);
    }
  });
});
