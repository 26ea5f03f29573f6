import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { median, type Server, signIn, startProgram, withDatabase } from './support.ts';

/** Prints the effect of each attack: the response time of `/users/me` before and during it, and the memory of the process. */
const SECONDS = 10;

const loop = async (isOver: () => boolean, act: () => Promise<unknown>) => {
  while (!isOver()) await act().catch(() => sleep(10));
};

const overAfter = (seconds: number) => {
  const end = performance.now() + seconds * 1000;
  return () => performance.now() > end;
};

interface Probe {
  url: string;
  token: string;
  seconds: number;
}

/** Runs in a separate thread, where the attack causes no delays. */
async function probe({ url, token, seconds }: Probe): Promise<number[]> {
  const times: number[] = [];
  await loop(overAfter(seconds), async () => {
    const started = performance.now();
    await (await fetch(`${url}/api/v1/users/me`, { headers: { authorization: `Bearer ${token}` } })).text();
    times.push(performance.now() - started);
    await sleep(20);
  });
  return times;
}

async function timesOf(workerData: Probe): Promise<number[]> {
  const [times] = await once(new Worker(new URL(import.meta.url), { workerData }), 'message');
  return times;
}

/** @param attack runs until `isOver`, and returns the responses it received */
async function measureUnder(
  server: Server,
  token: string,
  name: string,
  attack: (isOver: () => boolean) => Promise<unknown>,
): Promise<void> {
  const { url } = server;
  const before = median(await timesOf({ url, token, seconds: 3 }));
  const memory = server.residentMegabytes();
  let highest = memory;
  const isOver = overAfter(SECONDS);
  const watching = loop(isOver, async () => {
    highest = Math.max(highest, server.residentMegabytes());
    await sleep(100);
  });
  const [times, answers] = await Promise.all([
    timesOf({ url, token, seconds: SECONDS }),
    attack(isOver),
    watching,
  ]);
  const slowest = Math.max(...times);
  console.log(
    `${name}\n  /users/me ${before.toFixed(1)} ms before, ${median(times).toFixed(1)} ms during (slowest ${slowest.toFixed(0)} ms);` +
      ` memory ${memory.toFixed(0)} MB, at most ${highest.toFixed(0)} MB; answers ${JSON.stringify(answers)}`,
  );
  await sleep(2_000);
}

/** Sends a request in `lanes` loops, and counts its statuses. */
const flood = (lanes: number, send: () => Promise<Response>) => async (isOver: () => boolean) => {
  const counts: Record<string, number> = {};
  const act = async () => {
    const answer = await send();
    await answer.text();
    counts[answer.status] = (counts[answer.status] ?? 0) + 1;
  };
  await Promise.all(Array.from({ length: lanes }, () => loop(isOver, act)));
  return counts;
};

const NESTED = '['.repeat(2_900_000);
const json = { 'content-type': 'application/json' };

/** Keeps `count` sign-ups open whose last byte is never sent. */
const unfinished = (server: Server, count: number, bytes: number) => async (isOver: () => boolean) => {
  const { hostname, port } = new URL(server.url);
  let answered = 0;
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.on('data', () => (answered += 1));
    const head = `POST /api/v1/users/signup HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`;
    socket.write(head + 'x'.repeat(bytes - 1));
    return socket;
  });
  while (!isOver()) await sleep(100);
  for (const socket of sockets) socket.destroy();
  return { answered };
};

const attackAll = () =>
  withDatabase(async ({ settings }) => {
    const server = await startProgram('apps/api/dist/main.js', settings);
    const token = await signIn(server);
    const authorization = `Bearer ${token}`;
    const post = (headers: Record<string, string>, body: string) => () =>
      fetch(`${server.url}/api/v1/daily-messages/import`, { method: 'POST', headers, body });
    try {
      await measureUnder(
        server,
        token,
        '8 loops of 2.9 MB of [ without a token',
        flood(8, post(json, NESTED)),
      );
      await measureUnder(
        server,
        token,
        '8 loops of 2.9 MB of [ by a superuser',
        flood(8, post({ ...json, authorization }, NESTED)),
      );
      await measureUnder(
        server,
        token,
        '400 unfinished sign-ups of 1 MB',
        unfinished(server, 400, 1_000_000),
      );
      await measureUnder(server, token, '400 unfinished sign-ups of 64 KiB', unfinished(server, 400, 65_536));
    } finally {
      await server.stop();
    }
  });

if (isMainThread) await attackAll();
else {
  const times = await probe(workerData);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
  parentPort?.postMessage(times);
}
