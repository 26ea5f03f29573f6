import { beforeEach, expect, it, vi } from 'vitest';
import { type LiveEvent, subscribeToEvents } from './events.ts';
import { storeToken } from './session.ts';

interface Connection {
  lastEventId: string | null;
  send: (text: string) => void;
  end: () => void;
}

let stop: () => void = () => {};

/** Responds with a stream, which breaks when the page aborts the request. */
function open(connections: Connection[], { headers, signal }: RequestInit): Response {
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      signal?.addEventListener('abort', () => controller.error(signal.reason));
      connections.push({
        lastEventId: new Headers(headers).get('last-event-id'),
        send: (text) => controller.enqueue(encoder.encode(text)),
        end: () => controller.close(),
      });
    },
  });
  return new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
}

/**
 * Subscribes to the events.
 * @returns the opened connections and the received events
 */
function follow() {
  const connections: Connection[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (path, init = {}) => {
    expect(path).toBe('/api/v1/events');
    return open(connections, init);
  });
  const heard: LiveEvent[] = [];
  stop = subscribeToEvents((event) => heard.push(event));
  return { connections, heard };
}

const setHidden = (isHidden: boolean) => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
  document.dispatchEvent(new Event('visibilitychange'));
};

const later = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const expectConnections = (connections: Connection[], count: number) =>
  vi.waitFor(() => expect(connections).toHaveLength(count));

beforeEach(() => {
  storeToken('token');
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
  });
  return () => stop();
});

it('receives the events of the stream', async () => {
  const { connections, heard } = follow();
  await expectConnections(connections, 1);
  connections[0]?.send('id: 7\nevent: changed\ndata: {"entity":"item","id":"a"}\n\n: heartbeat\n\n');
  await vi.waitFor(() => expect(heard).toEqual([{ event: 'changed', entity: 'item', id: 'a' }]));
});

it('reopens a lost stream after the last received event', async () => {
  const { connections, heard } = follow();
  await expectConnections(connections, 1);
  connections[0]?.send('id: 7\nevent: counts\ndata: {}\n\n');
  await vi.waitFor(() => expect(heard).toHaveLength(1));
  connections[0]?.end();
  await later(1_000);
  await expectConnections(connections, 2);
  expect(connections[1]?.lastEventId).toBe('7');
});

it('waits longer after each failure, up to 30 seconds', async () => {
  const times: number[] = [];
  let clock = 0;
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => {
    times.push(clock);
    return Promise.reject(new TypeError('no network'));
  });
  vi.spyOn(Math, 'random').mockReturnValue(1);
  stop = subscribeToEvents(() => {});
  for (; clock < 130_000; clock += 500) await later(500);
  const waits = times.slice(1).map((time, index) => Math.round((time - (times[index] ?? 0)) / 1_000));
  expect(waits.slice(0, 6)).toEqual([1, 2, 4, 8, 16, 30]);
});

it('waits only one second after a stream that worked, regardless of earlier failures', async () => {
  const connections: Connection[] = [];
  const call = vi.spyOn(globalThis, 'fetch');
  for (let failure = 0; failure < 3; failure += 1) call.mockRejectedValueOnce(new TypeError('no network'));
  call.mockImplementation(async (_path, init = {}) => open(connections, init));
  const heard: LiveEvent[] = [];
  stop = subscribeToEvents((event) => heard.push(event));
  await later(7_000);
  await expectConnections(connections, 1);
  connections[0]?.send('id: 7\nevent: counts\ndata: {}\n\n');
  await vi.waitFor(() => expect(heard).toContainEqual({ event: 'counts' }));
  connections[0]?.end();
  await later(1_000);
  await expectConnections(connections, 2);
});

it('reopens a stream that is silent for 45 seconds', async () => {
  const { connections } = follow();
  await expectConnections(connections, 1);
  connections[0]?.send('id: 7\nevent: counts\ndata: {}\n\n');
  await later(30_000);
  connections[0]?.send(': heartbeat\n\n');
  await later(30_000);
  expect(connections).toHaveLength(1);
  await later(16_500);
  await expectConnections(connections, 2);
});

it('polls everything while there is no stream', async () => {
  const { connections, heard } = follow();
  await expectConnections(connections, 1);
  await later(30_000);
  expect(heard).toEqual([{ event: 'resync' }]);
});

it('does not poll while the stream works', async () => {
  const { connections, heard } = follow();
  await expectConnections(connections, 1);
  connections[0]?.send('id: 7\nevent: counts\ndata: {}\n\n');
  await vi.waitFor(() => expect(heard).toHaveLength(1));
  await later(30_000);
  expect(heard).toEqual([{ event: 'counts' }]);
});

it('polls only the counts while the page is hidden, then reopens the stream and requests the missed events', async () => {
  const { connections, heard } = follow();
  await expectConnections(connections, 1);
  setHidden(true);
  await later(61_000);
  expect(heard).toEqual([{ event: 'counts' }, { event: 'counts' }]);
  expect(connections).toHaveLength(1);
  setHidden(false);
  await expectConnections(connections, 2);
  expect(connections[1]?.lastEventId).toBe('unknown');
});
