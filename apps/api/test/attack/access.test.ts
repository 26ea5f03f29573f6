import { METHODS } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectDeclared } from '../conformance.ts';
import { type Account, type Answer, useService } from '../harness.ts';
import { pathOf, type Sample, send } from '../requests.ts';
import { OPERATIONS, type Operation } from '../samples.ts';
import {
  foreignIdsOf,
  IDS,
  NAMED,
  ROLES,
  type Role,
  statusesOf,
  TEAM_ROLES,
  type TeamRole,
  teamStatusOf,
} from './access.table.ts';
import { Clock, insiders, outsiders } from './people.ts';

const clock = new Clock();
const service = useService({ now: clock.now });

const tokensOf = ({ member, other, superuser }: Awaited<ReturnType<typeof insiders>>) => ({
  member: member.token,
  other: other.token,
  superuser: superuser.token,
});

const named = OPERATIONS.map((operation) => [operation.operationId, operation] as const);

describe('access by role', () => {
  let strangers: Awaited<ReturnType<typeof outsiders>>;
  beforeAll(async () => {
    strangers = await outsiders(service(), clock);
  });

  let people: Awaited<ReturnType<typeof insiders>> | undefined;

  /** Operations on the caller's own account can delete it or end its sessions: they get new accounts. */
  const createInsiders = async ({ access }: Operation) => {
    if (!people || access === 'user') people = await insiders(service());
    return people;
  };

  /** Responses per role. A rejected request changed nothing, so the next role reuses its sample. */
  async function answersOf(operation: Operation): Promise<[Role, Answer][]> {
    const t = service();
    const tokens = { ...strangers, ...tokensOf(await createInsiders(operation)) };
    const member = people?.member as Account;
    const answers: [Role, Answer][] = [];
    let sample: Sample | undefined;
    for (const role of ROLES) {
      sample ??= await operation.sample(t, member);
      const answer = await send(t, operation, sample, tokens[role]);
      if (answer.status < 400) sample = undefined;
      answers.push([role, answer]);
    }
    people = operation.access === 'user' ? undefined : people;
    return answers;
  }

  it.each(named)('returns the expected status of %s to each role, as declared', async (_name, operation) => {
    const answers = await answersOf(operation);
    for (const [, answer] of answers) expectDeclared(operation.route, answer);
    const columns = `${ROLES.join(', ')} (exceptions: \`statuses\` in the samples of the feature)`;
    expect(answers.map(([, { status }]) => status).join(' '), columns).toBe(statusesOf(operation));
    for (const [role, { status, body, headers }] of answers) {
      const { code, detail } = body ?? {};
      if (status === 401 && role === 'anonymous')
        expect([role, code, detail]).toEqual([role, 'not_authenticated', 'Not authenticated']);
      else if (status === 401) expect([role, code]).toEqual([role, 'invalid_credentials']);
      if (status === 401) expect(headers['www-authenticate']).toBe('Bearer');
      if (operation.group === 'team' && role === 'member')
        expect([code, detail]).toEqual(['privileges_required', "The user doesn't have enough privileges"]);
    }
  });

  const team = OPERATIONS.filter(({ group }) => group === 'team');

  /** A rejected request changes nothing, so the roles share its sample. */
  const rejected = new Map<Operation, Sample>();
  const sampleFor = async (operation: Operation, role: TeamRole, account: Account) => {
    if (teamStatusOf(operation, role) !== '403') return operation.sample(service(), account);
    const sample = rejected.get(operation) ?? (await operation.sample(service(), account));
    rejected.set(operation, sample);
    return sample;
  };

  it.each(TEAM_ROLES)(
    'gives the role %s access to exactly the routes that the contract names',
    async (role) => {
      const t = service();
      const account = await t.teamMember(role === 'powerless' ? [] : role);
      const found: string[] = [];
      for (const operation of team) {
        const answer = await send(t, operation, await sampleFor(operation, role, account), account.token);
        expectDeclared(operation.route, answer);
        if (answer.status === 403) expect(answer.body.code).toBe('privileges_required');
        found.push(`${operation.operationId} ${answer.status}`);
      }
      expect(found).toEqual(
        team.map((operation) => `${operation.operationId} ${teamStatusOf(operation, role)}`),
      );
    },
    180_000,
  );

  it('has no row for a removed route in the access matrix', () => {
    expect(NAMED.filter((name) => !named.some(([known]) => known === name))).toEqual([]);
  });
});

/** Name of the id in a route's path, if any. */
const idOf = ({ route }: Operation) => {
  const shape = route.pathParams instanceof z.ZodObject ? route.pathParams.shape : {};
  return Object.keys(shape).find((name) => z.toJSONSchema(shape[name]).format === 'uuid');
};

const MARKER = 'nobody-else-may-read-this';

/** A member with an item that no other member may see. */
async function owner(): Promise<Account & { item: string }> {
  const member = await service().member({ full_name: MARKER });
  const json = { title: MARKER, description: MARKER };
  const { body } = await service().call('POST', '/items/', { token: member.token, json });
  return { ...member, item: body.id };
}

describe('foreign and malformed ids', () => {
  it.each(named.filter(([, operation]) => idOf(operation)))(
    'returns the expected status of %s for foreign and malformed ids',
    async (_name, operation) => {
      const t = service();
      const param = idOf(operation) ?? '';
      const [me, them] = [await t.member(), await owner()];
      const foreign = (await operation.sample(t, them)).params?.[param] ?? '';
      const { params, ...sample } = await operation.sample(t, me);
      const own = params?.[param] ?? '';
      const values: Record<(typeof IDS)[number], string> = {
        'another owner’s': foreign,
        'of another type': param === 'user_id' ? them.item : them.id,
        unknown: crypto.randomUUID(),
        'in braces': `{${own}}`,
        'in capitals': own.toUpperCase(),
        '`me`': 'me',
      };
      const statuses: number[] = [];
      for (const kind of IDS) {
        const answer = await send(t, operation, { ...sample, params: { [param]: values[kind] } }, me.token);
        expect(answer.text).not.toContain(MARKER);
        statuses.push(answer.status);
      }
      const columns = `${IDS.join(', ')} (exceptions: \`foreignIds\` in the samples of the feature)`;
      expect(statuses.join(' '), columns).toBe(foreignIdsOf(operation));
    },
  );

  it('finds no item of another member in lists, filters, exports and bulk actions', async () => {
    const [me, them] = [await service().member(), await owner()];
    const ask = (method: string, path: string, json?: object) =>
      service().call(method, path, { token: me.token, ...(json && { json }) });
    expect((await ask('GET', `/items/?owner_id=${them.id}`)).body).toEqual({ data: [], count: 0 });
    expect((await ask('GET', `/items/?search=${MARKER}`)).body).toEqual({ data: [], count: 0 });
    expect((await ask('GET', `/items/export?owner_id=${them.id}`)).text).not.toContain(MARKER);
    const bulk = await ask('POST', '/items/bulk', { action: 'delete', ids: [them.item] });
    expect(bulk.body).toEqual({
      count: 1,
      done: 0,
      skipped: [{ id: them.item, label: '', code: 'not_item_owner' }],
    });
    expect((await service().call('GET', `/items/${them.item}`, { token: them.token })).status).toBe(200);
  });
});

const DISGUISES: Record<string, (path: string) => string> = {
  'a double slash': (path) => path.replace('/v1/', '/v1//'),
  'a double slash in front': (path) => `/${path}`,
  'a path parameter': (path) => path.replace(/\/?$/, ';a=b'),
  'a parent segment': (path) => path.replace('/v1/', '/v1/items/%2e%2e/'),
  'a trailing dot': (path) => path.replace(/\/?$/, '.'),
  capitals: (path) => path.toUpperCase(),
  'an encoded letter': (path) =>
    path
      .replace('/v1/', '/v1/')
      .replace(/(\/v1\/)(\w)/, (_, head, letter) => `${head}%${letter.charCodeAt(0).toString(16)}`),
  'an encoded slash': (path) => path.replace('/v1/', '/v1%2f'),
};

const guarded = OPERATIONS.filter(({ access }) => access !== 'public');
const OVERRIDES = ['x-http-method-override', 'x-http-method', 'x-method-override'];
const plainSample = (operation: Operation): Sample => ({
  params: Object.fromEntries(
    [...operation.route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, crypto.randomUUID()]),
  ),
});

/** Methods that every path has, aliases, and methods for proxies. */
const IMPLICIT_METHODS: Record<string, string> = { HEAD: 'GET', OPTIONS: '*', CONNECT: '*' };

/** True if a route has the method, also by a parameter: `/users/:user_id` matches `/users/bulk`. */
const isDeclared = (method: string, path: string) =>
  IMPLICIT_METHODS[method] === '*' ||
  OPERATIONS.some(({ route }) => {
    const pattern = new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+').replace(/\/?$/, '/?')}$`);
    return route.method === (IMPLICIT_METHODS[method] ?? method) && pattern.test(path);
  });

describe('disguised requests', () => {
  it.each(Object.entries(DISGUISES))(
    'rejects an anonymous request to a guarded route disguised by %s',
    async (_name, disguise) => {
      for (const operation of guarded) {
        const path = disguise(pathOf(operation.route, plainSample(operation)));
        const response = await service().app.inject({ method: operation.route.method, url: path });
        expect([operation.operationId, response.statusCode]).toEqual([
          operation.operationId,
          expect.toBeOneOf([400, 401, 404, 405]),
        ]);
      }
    },
  );

  it('guards HEAD requests like GET requests', async () => {
    for (const operation of guarded.filter(({ route }) => route.method === 'GET')) {
      const url = pathOf(operation.route, plainSample(operation));
      const response = await service().app.inject({ method: 'HEAD', url });
      expect([operation.operationId, response.statusCode]).toEqual([operation.operationId, 401]);
    }
  });

  it('rejects an undeclared method of each path with 405 and lists the allowed methods', async () => {
    for (const path of new Set(OPERATIONS.map(({ route }) => route.path)))
      for (const method of METHODS.filter((name) => !isDeclared(name, path))) {
        const response = await service().app.inject({
          method: method as 'GET',
          url: path,
          headers: { 'content-type': 'application/json' },
          payload: '{}',
        });
        expect([method, path, response.statusCode]).toEqual([method, path, 405]);
        expect(response.headers.allow).toBeTruthy();
      }
  });

  it.each([...OVERRIDES, '_method'])('ignores a method override by %s', async (name) => {
    const me = await service().member();
    const isHeader = OVERRIDES.includes(name);
    const answer = await service().call('GET', isHeader ? '/users/me' : `/users/me?${name}=DELETE`, {
      token: me.token,
      ...(isHeader && { headers: { [name]: 'DELETE' } }),
    });
    expect([answer.status, answer.body.id]).toEqual([200, me.id]);
    expect((await service().call('GET', '/users/me', { token: me.token })).status).toBe(200);
  });
});
