import Fastify, { type FastifyRequest } from 'fastify';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ServerEvent } from '../db/events.ts';
import { eventsRoutes, type Listener } from './events.routes.ts';

const HEARTBEAT = 15_000;

const EDITOR: Listener = { id: 'editor', is_superuser: false, role_id: 'role', permissions: [] };

/** Event streams whose sessions end when a test says so. */
async function openRoutes() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const ended = new Set<string>();
  let isUnavailable = false;
  const findListeners = vi.fn<(sessions: readonly string[]) => Promise<Map<string, Listener>>>(
    async (sessions) => {
      if (isUnavailable) throw new Error('away');
      return new Map(sessions.filter((session) => !ended.has(session)).map((session) => [session, EDITOR]));
    },
  );
  let onEvent: (event: ServerEvent) => void = () => {};
  const app = Fastify();
  eventsRoutes(app, {
    path: '/events',
    events: {
      subscribe: (listener) => {
        onEvent = listener;
        return () => {};
      },
      isListening: () => true,
      close: async () => {},
    },
    openedBy: ({ headers }: FastifyRequest) => ({ session: String(headers['session']), listener: EDITOR }),
    findListeners,
    isFor: () => true,
    changesRights: () => false,
    progressOf: async () => undefined,
  });
  onTestFinished(() => app.close());
  const open = async (session: string) => {
    const response = await app.inject({ url: '/events', headers: { session }, payloadAsStream: true });
    const page = { statusCode: response.statusCode, headers: response.headers, isOver: false };
    const stream = response.stream();
    stream.on('data', () => {});
    stream.on('close', () => (page.isOver = true));
    return page;
  };
  return {
    open,
    findListeners,
    end: (session: string) => ended.add(session),
    lose: (away: boolean) => (isUnavailable = away),
    onEvent: (event: ServerEvent) => onEvent(event),
  };
}

describe('event streams', () => {
  it('checks the sessions of all streams at once, at each heartbeat', async () => {
    const { open, findListeners, end, lose } = await openRoutes();
    const pages = await Promise.all(
      Array.from({ length: 600 }, (_, index) => open(`session ${Math.floor(index / 2)}`)),
    );
    end('session 299');
    lose(true);
    vi.advanceTimersByTime(HEARTBEAT);
    await vi.waitFor(() => expect(findListeners).toHaveBeenCalledTimes(1));
    expect(pages.filter(({ isOver }) => isOver)).toEqual([]);
    lose(false);
    vi.advanceTimersByTime(HEARTBEAT);
    await vi.waitFor(() => expect(pages.filter(({ isOver }) => isOver)).toEqual(pages.slice(598)));
    expect(findListeners).toHaveBeenCalledTimes(2);
    expect(findListeners.mock.calls[1]?.[0]).toHaveLength(300);
  });

  it('checks only the streams of a session that ended', async () => {
    const { open, findListeners, end, onEvent } = await openRoutes();
    const [gone, staying] = [await open('a'), await open('b')];
    end('a');
    onEvent({ event: 'session_ended', id: 'a' });
    await vi.waitFor(() => expect(gone.isOver).toBe(true));
    expect([staying.isOver, findListeners.mock.calls]).toEqual([false, [[['a']]]]);
  });

  it('opens at most twenty streams of one session', async () => {
    const { open, end, onEvent } = await openRoutes();
    const pages = await Promise.all(Array.from({ length: 20 }, () => open('a')));
    expect(new Set(pages.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    const further = await open('a');
    expect([further.statusCode, further.headers['retry-after']]).toEqual([429, '30']);
    expect((await open('b')).statusCode).toBe(200);
    end('a');
    onEvent({ event: 'session_ended', id: 'a' });
    await vi.waitFor(() => expect(pages.every(({ isOver }) => isOver)).toBe(true));
    expect((await open('a')).statusCode).toBe(200);
  });
});
