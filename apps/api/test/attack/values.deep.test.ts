import { describe, expect, it } from 'vitest';
import { type Account, type Answer, useService } from '../harness.ts';
import { type Sample } from '../requests.ts';
import { OPERATIONS, type Operation } from '../samples.ts';
import { NUMBERS } from './corpus.ts';
import { fire, shot } from './fuzz.ts';
import { ALL_FIELDS, type Field, isOf, labelOf } from './operations.ts';

const service = useService();

interface Target {
  caller: Account;
  sample: Sample;
}

async function targetOf(operation: Operation): Promise<Target> {
  const caller = await service().colleague();
  return { caller, sample: await operation.sample(service(), caller) };
}

const fire1 = (field: Field, value: string, { caller, sample }: Target): Promise<Answer> =>
  fire(service(), [shot(field, value)], sample, caller);

const byOperation = (isAccepted: (field: Field) => boolean) =>
  [...Map.groupBy(ALL_FIELDS.filter(isAccepted), ({ operation }) => operation.operationId)].map(
    ([name, fields]) => [name, fields] as const,
  );

const isForm = ({ operation: { route } }: Field) => 'contentType' in route && Boolean(route.contentType);

/** Location of a field in error responses. */
const locOf = ({ place, path }: Field) => [place, ...path];

const texts = byOperation(({ schema }) => isOf(schema, 'string'));

it.each(texts)(
  'rejects NUL and lone surrogates in every text field of %s by its name',
  async (_name, fields) => {
    const target = await targetOf((fields[0] as Field).operation);
    for (const field of fields) {
      const inJson = field.place === 'body' && !isForm(field);
      for (const value of inJson ? ['"a\\u0000b"', '"a\\ud800b"'] : ['a\0b']) {
        const { status, body } = await fire1(field, value, target);
        expect([labelOf(field), value, status]).toEqual([labelOf(field), value, 422]);
        expect(body.detail).toContainEqual(expect.objectContaining({ loc: locOf(field) }));
      }
    }
  },
);

const integers = byOperation(({ schema }) => isOf(schema, 'integer'));
const { MAX_SAFE_INTEGER } = Number;

/** True if the JSON value is an integer within the limits of the contract, or a null that it permits. */
function isValidInteger(value: string, { schema }: Field): boolean {
  const integer = (schema.anyOf ?? [schema]).find(({ type }) => type === 'integer');
  const { minimum = -MAX_SAFE_INTEGER, maximum = MAX_SAFE_INTEGER } = integer ?? {};
  const number: unknown = JSON.parse(value);
  if (number === null) return isOf(schema, 'null');
  return Number.isInteger(number) && Number(number) >= minimum && Number(number) <= maximum;
}

it.each(integers)(
  'accepts integers within the declared bounds and rejects other numbers by field: %s',
  async (_name, fields) => {
    const target = await targetOf((fields[0] as Field).operation);
    for (const field of fields)
      for (const value of [...NUMBERS, '"1"', 'true', 'null', 'NaN', '1_000', '']) {
        const inJson = field.place === 'body';
        if (inJson && ['NaN', '1_000', ''].includes(value)) continue;
        const { status, body } = await fire1(field, value, target);
        const good = inJson
          ? isValidInteger(value, field)
          : /^-?\d+$/.test(value) && isValidInteger(value, field);
        if (good)
          expect([labelOf(field), value, status]).toEqual([
            labelOf(field),
            value,
            expect.toBeOneOf([200, 409]),
          ]);
        else {
          expect([labelOf(field), value, status]).toEqual([labelOf(field), value, 422]);
          expect(body.detail).toContainEqual(expect.objectContaining({ loc: locOf(field) }));
        }
      }
  },
);

const changes = byOperation(
  ({ operation, place, path }) =>
    ['PATCH', 'PUT'].includes(operation.route.method) && place === 'body' && path.length === 1,
);

/** The object without fields that every change updates. */
const stateOf = ({ body }: Answer) => {
  const { updated_at: _at, version: _version, ...state } = body;
  return state;
};

it.each(changes)('distinguishes null, "" and an absent value in each field of %s', async (_name, fields) => {
  const [{ operation } = { operation: undefined }] = fields;
  const target = await targetOf(operation as Operation);
  for (const field of fields) {
    const name = field.path[0] ?? '';
    const send = (json: object) =>
      service().call(
        field.operation.route.method,
        field.operation.route.path.replace(/:\w+/, Object.values(target.sample.params ?? {})[0] ?? ''),
        { token: target.caller.token, json },
      );
    const before = await send({});
    for (const value of [null, '']) {
      const answer = await send({ [name]: value });
      expect([name, value, answer.status]).toEqual([name, value, expect.toBeOneOf([200, 422])]);
      if (answer.status === 200 && name in answer.body)
        expect([name, answer.body[name]]).toEqual([name, name === 'full_name' ? null : value]);
    }
    if (before.status !== 200) continue;
    const others = await send({});
    expect({ ...stateOf(others), [name]: 0 }).toEqual({ ...stateOf(before), [name]: 0 });
  }
});

const MALFORMED: Record<string, string | Buffer> = {
  'arrays a hundred thousand deep': `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  'a million keys': `{${Array.from({ length: 1_000_000 }, (_, index) => `"${index}":0`).join()}}`,
  'a byte order mark': '\ufeff{}',
  'UTF-16': Buffer.from('\ufeff{"title": "x"}', 'utf16le'),
  'invalid UTF-8': Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
  'no content': '',
  'trailing garbage': '{}x',
  'a comment': '{} // all',
};

describe('malformed bodies', () => {
  const json = OPERATIONS.filter((operation) =>
    ALL_FIELDS.some((field) => field.operation === operation && field.place === 'body' && !isForm(field)),
  );

  it.each(Object.entries(MALFORMED))('rejects a body with %s on every route', async (_name, payload) => {
    const { token } = await service().colleague();
    const before = process.memoryUsage().rss;
    for (const { route, operationId } of json) {
      const url = route.path.replace(/:\w+/, crypto.randomUUID());
      const headers = { 'content-type': 'application/json' };
      const { status, body } = await service().call(route.method, url, { token, payload, headers });
      expect([operationId, status]).toEqual([operationId, expect.toBeOneOf([400, 413, 422])]);
      expect(body.code).toBeOneOf(['bad_request', 'payload_too_large', 'validation_error']);
    }
    expect((process.memoryUsage().rss - before) / json.length).toBeLessThan(50 * 1024 * 1024);
  });

  it('accepts a body whose similar keys differ or belong to different objects', async () => {
    const { token } = await service().member();
    const payload = '{"title": "a", "\\"title\\":": "b", "more": [{"title": 1}, {"title": "\\"x\\": \\\\"}]}';
    const headers = { 'content-type': 'application/json' };
    const { status, body } = await service().call('POST', '/items/', { token, payload, headers });
    expect([status, body.title]).toEqual([200, 'a']);
  });
});

describe('parameters', () => {
  const queries = byOperation(({ place }) => place === 'query');

  it.each(queries)('rejects a repeated query parameter by its name: %s', async (_name, fields) => {
    const { caller } = await targetOf((fields[0] as Field).operation);
    for (const { operation, path } of fields) {
      const url = `${operation.route.path}?${path[0]}=1&${path[0]}=2`;
      const { status, body } = await service().call(operation.route.method, url, { token: caller.token });
      expect([path[0], status]).toEqual([path[0], 422]);
      expect(body.detail).toContainEqual(expect.objectContaining({ loc: ['query', path[0]] }));
    }
  });

  it.each(['skip[]=5', 'skip%5B0%5D=5', 'skip.a=5', 'SKIP=5', '__proto__[limit]=0', 'constructor=1'])(
    'ignores an undeclared query parameter: %s',
    async (query) => {
      const { token } = await service().member();
      await service().call('POST', '/items/', { token, json: { title: 'x' } });
      const { status, body } = await service().call('GET', `/items/?${query}`, { token });
      expect([status, body.data.length]).toEqual([200, 1]);
    },
  );

  it('ignores a query parameter with the name of a body field', async () => {
    const { token } = await service().member();
    const { body } = await service().call('POST', '/items/?title=address', {
      token,
      json: { title: 'body' },
    });
    expect(body.title).toBe('body');
  });

  it('rejects a repeated form field by its name', async () => {
    const payload = 'username=a%40example.com&username=b%40example.com&password=x';
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const { status, body } = await service().call('POST', '/login/access-token', { payload, headers });
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'username']]);
  });
});
