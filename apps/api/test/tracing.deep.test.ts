import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createDatabase } from './databases.ts';
import { Product, startWorkerProduct } from './faults/products.ts';
import { eventually, SUPERUSER } from './harness.ts';
import { type Receiver, startReceiver } from './receiver.ts';

let receiver: Receiver;
let product: Product;
let worker: Awaited<ReturnType<typeof startWorkerProduct>>;
beforeAll(async () => {
  receiver = await startReceiver();
  const settings = {
    DATABASE_URL: await createDatabase(inject('serverUrl')),
    WORKER: 'off',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://${receiver.host}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20token',
  };
  product = await Product.start(settings);
  worker = await startWorkerProduct(settings);
});
afterAll(async () => {
  await product.end();
  await worker.end();
  receiver.stop();
});

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  kind: number;
  name: string;
  status: { code?: number };
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

interface Export {
  resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
}

const receivedSpans = (): Span[] =>
  receiver.received
    .flatMap(({ body }) => (JSON.parse(body) as Export).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans);

const textOf = (span: Span, key: string) =>
  span.attributes.find((attribute) => attribute.key === key)?.value.stringValue;

/** Waits for the spans of a trace: each is sent some seconds after its end. */
const spansOf = (traceId: string, last?: string): Promise<Span[]> =>
  eventually(async () => {
    const spans = receivedSpans().filter((span) => span.traceId === traceId);
    return spans.some(({ name }) => name === (last ?? name)) ? spans : undefined;
  });

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';

it('continues the trace of the caller from request through statements to the job', async () => {
  await fetch(`${product.base}/api/v1/password-recovery/${SUPERUSER.email}?q=canary`, {
    method: 'POST',
    headers: { traceparent: `00-${TRACE}-${CALLER}-01`, 'x-request-id': 'request-of-test' },
  });
  await spansOf(TRACE, 'job login.recovery_mail');
  const spans = await spansOf(TRACE, 'POST /api/v1/password-recovery/:email');
  const root = spans.find(({ parentSpanId }) => parentSpanId === CALLER);
  expect(root).toMatchObject({ name: 'POST /api/v1/password-recovery/:email', kind: 2 });
  expect(root && textOf(root, 'request_id')).toBe('request-of-test');
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === root?.spanId);
  expect(statements.map((span) => textOf(span, 'db.query.text'))).toContainEqual(
    expect.stringContaining('graphile_worker.add_job($1, $2::json'),
  );
  const job = spans.find(({ name }) => name === 'job login.recovery_mail');
  expect(job?.parentSpanId).toBe(root?.spanId);
  expect(spans.filter(({ parentSpanId }) => parentSpanId === job?.spanId).length).toBeGreaterThan(0);
});

it('reports statements of a transaction, after a body that comes later, as children of the request', async () => {
  const headers = await product.signIn();
  const traceId = TRACE.replace('0af', '1af');
  const body = JSON.stringify({ title: 'canary' });
  const call = request(`${product.base}/api/v1/items/`, {
    method: 'POST',
    headers: {
      ...headers,
      traceparent: `00-${traceId}-${CALLER}-01`,
      'idempotency-key': 'canary-key',
      'content-length': body.length,
    },
  });
  call.flushHeaders();
  await sleep(100);
  call.end(body);
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  expect(response.resume().statusCode).toBe(200);
  const spans = await spansOf(traceId, 'POST /api/v1/items/');
  const root = spans.find(({ parentSpanId }) => parentSpanId === CALLER);
  const texts = spans.flatMap((span) => textOf(span, 'db.query.text') ?? []);
  expect(texts).toContainEqual(expect.stringMatching(/^insert into "items"/));
  expect(texts).toContainEqual(expect.stringContaining('set_config'));
  expect(spans.filter((span) => span !== root && span.parentSpanId !== root?.spanId)).toEqual([]);
});

it('does not record the trace of a caller that records none', async () => {
  const traceId = TRACE.replace('0af', '2af');
  await fetch(`${product.base}/api/v1/users/me`, {
    headers: { traceparent: `00-${traceId}-${CALLER}-00` },
  });
  await fetch(`${product.base}/api/v1/users/me`, {
    headers: { traceparent: `00-${TRACE.replace('0af', '3af')}-${CALLER}-01` },
  });
  await spansOf(TRACE.replace('0af', '3af'), 'GET /api/v1/users/me');
  expect(receivedSpans().filter((span) => span.traceId === traceId)).toEqual([]);
});

it('sends no address, path, query, key, body or account, and its own headers to the receiver only', async () => {
  const traceId = TRACE.replace('0af', '4af');
  await fetch(`${product.base}/canary/unknown?canary=1`, {
    headers: { traceparent: `00-${traceId}-${CALLER}-01`, 'user-agent': 'canary' },
  });
  await spansOf(traceId);
  const all = JSON.stringify(receiver.received.map(({ body }) => body));
  expect(all).not.toContain('canary');
  expect(all).not.toContain(SUPERUSER.email);
  expect(all).not.toContain('127.0.0.1');
  expect(receiver.received[0]?.path).toBe('/v1/traces');
  expect(receiver.received[0]?.headers.authorization).toBe('Bearer token');
});

it('delays no response while the receiver is silent', async () => {
  receiver.silence();
  const headers = await product.signIn();
  for (let call = 0; call < 50; call += 1)
    expect((await fetch(`${product.base}/api/v1/users/me`, { headers })).status).toBe(200);
  receiver.answer();
});
