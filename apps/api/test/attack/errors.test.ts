import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from '../harness.ts';
import { listen } from './sockets.ts';

const service = useService();
const SECRET = 'server-internals';

/** Implementation details that must not appear in a response. */
const INTERNALS =
  /select |insert |at .*\.[jt]s:|pg_|constraint|relation|column|\/srv\/|\/apps\/|server-internals/i;

function expectPlain({ body, text }: { body: object; text: string }) {
  expect(Object.keys(body).sort()).toEqual(['code', 'detail', 'request_id']);
  expect(text).not.toMatch(INTERNALS);
}

/** PostgreSQL's error codes with the expected response status (Appendix A of its manual). */
const STATES: readonly (readonly [code: string, name: string, status: number])[] = [
  ['23505', 'an unexpected unique violation', 500],
  ['23503', 'a foreign key violation', 500],
  ['23514', 'a check violation', 500],
  ['23502', 'a missing value', 500],
  ['22003', 'a number out of range', 500],
  ['22021', 'invalid text encoding', 500],
  ['42703', 'an undefined column', 500],
  ['42501', 'a missing privilege', 500],
  ['P0001', 'an error raised by a trigger', 500],
  ['XX000', 'an internal error', 500],
  ['57014', 'a statement timeout', 503],
  ['55P03', 'a lock timeout', 503],
  ['25P03', 'an idle transaction timeout', 503],
  ['40001', 'a serialization failure', 503],
  ['40P01', 'a deadlock', 503],
  ['53300', 'too many connections', 503],
  ['53200', 'out of memory', 503],
];

describe('database errors', () => {
  let token: string;
  beforeAll(async () => {
    ({ token } = await service().member());
    await service().db.execute(sql`create function fail() returns trigger language plpgsql as $$ begin
      raise exception 'insert into items: server-internals' using errcode = new.title,
        detail = 'Key (email)=(server-internals) already exists.', constraint = 'server-internals';
      end $$`);
    await service().db.execute(
      sql`create trigger fail before insert on items for each row execute function fail()`,
    );
  });

  it.each(STATES)('reveals no details of the database error %s (%s)', async (code, _name, status) => {
    const answer = await service().call('POST', '/items/', { token, json: { title: code } });
    expect(answer.status).toBe(status);
    expect(answer.body.code).toBe(status === 503 ? 'service_unavailable' : 'internal_error');
    if (status === 503) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expectPlain(answer);
  });
});

describe('errors during a request', () => {
  const FAULTS = ['handler', 'async', 'hook', 'serializer', 'reply', 'not-an-error'];
  const faulty = useService();
  let origin: string;

  beforeAll(async () => {
    const { app } = faulty();
    const fail = () => {
      throw new Error(SECRET);
    };
    app.get('/faults/handler', fail);
    app.get('/faults/async', async () => fail());
    app.get('/faults/hook', { preHandler: async () => fail() }, async () => 'ok');
    app.get('/faults/serializer', (_request, reply) => reply.serializer(fail).send({ a: 1 }));
    app.get('/faults/reply', async () => ({ toJSON: fail }));
    app.get('/faults/not-an-error', async () => Promise.reject({ secret: SECRET }));
    app.get('/faults/stream', (_request, reply) => reply.send(Readable.from(halfATable())));
    origin = `http://127.0.0.1:${await listen(faulty())}`;
  });

  async function* halfATable() {
    yield 'half';
    throw new Error(SECRET);
  }

  it.each(FAULTS)(
    'returns 500 without details for a failing route and serves the next request: %s',
    async (fault) => {
      const response = await fetch(`${origin}/faults/${fault}`);
      const text = await response.text();
      expect(response.status).toBe(500);
      expectPlain({ body: JSON.parse(text), text });
      expect((await fetch(`${origin}/health/live`)).status).toBe(200);
    },
  );

  it('aborts a response whose stream fails after its head, so that clients notice the truncation', async () => {
    const response = await fetch(`${origin}/faults/stream`);
    await expect(response.text()).rejects.toThrow('terminated');
    expect((await fetch(`${origin}/health/live`)).status).toBe(200);
  });
});
