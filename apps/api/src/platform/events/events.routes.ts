import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Events, ServerEvent } from '../db/events.ts';
import { AppError } from '../errors.ts';
import { findCaller } from '../http/guard.ts';

/** Heartbeat interval in milliseconds; each heartbeat checks all sessions. */
const HEARTBEAT = 15_000;

/** Minimum interval between progress events of one object, in milliseconds. */
const THROTTLE = 1_000;

/** Maximum unread bytes of a slow client. */
const BACKLOG = 64 * 1024;

/** Streams of a session at the same time; further pages poll. */
const STREAMS_MAX = 20;

/** Seconds after which a page beyond them may ask again. */
const RETRY_AFTER = '30';

/** Number of events kept for clients that reconnect. */
const REMEMBERED = 200;

interface EventsDeps {
  path: string;
  events: Events;
  /** Session of a request. */
  sessionOf: (request: FastifyRequest) => string;
  /** The given sessions that may keep listening. */
  welcomeOf: (sessions: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Progress of an object; undefined once it is deleted. */
  progressOf: (event: ServerEvent) => Promise<object | undefined>;
}

interface Client {
  session: string;
  stream: PassThrough;
}

/**
 * Server-sent events: one stream per open page, closed with its session. A client that reconnects with a
 * `Last-Event-ID` of this instance gets the missed events; for unknown ids, `resync`. While there are listeners,
 * responses to superusers contain the id of the last event before them, so that a page gets the events since.
 * @param app the routes registered from here on respond like that
 */
export function eventsRoutes(app: FastifyInstance, deps: EventsDeps): void {
  const { path, events, sessionOf, welcomeOf, progressOf } = deps;
  const clients = new Set<Client>();
  const told = new Map<string, NodeJS.Timeout>();
  const instance = randomUUID();
  const remembered: string[] = [];
  let count = 0;

  const write = ({ stream }: Client, text: string) => {
    if (stream.writableLength > BACKLOG) stream.destroy();
    else stream.write(text);
  };
  const lastId = () => `${instance}:${count}`;
  const toText = (event: string, data: object) =>
    `id: ${lastId()}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
  const tell = (event: string, data: object) => {
    count += 1;
    const text = toText(event, data);
    remembered.push(text);
    if (remembered.length > REMEMBERED) remembered.shift();
    for (const client of clients) write(client, text);
  };
  const missedSince = (id: string): string => {
    const [of, last] = id.split(':');
    const missed = of === instance ? count - Number(last) : Number.NaN;
    if (!(missed >= 0 && missed <= remembered.length)) return toText('resync', {});
    return remembered.slice(remembered.length - missed).join('');
  };
  const check = async (some: readonly Client[]) => {
    if (some.length === 0) return;
    // A failed check is repeated at the next heartbeat.
    const welcome = await welcomeOf([...new Set(some.map(({ session }) => session))]).catch(() => undefined);
    for (const { session, stream } of some) if (welcome?.has(session) === false) stream.end();
  };
  const tellProgress = async (event: ServerEvent, key: string) => {
    told.delete(key);
    const progress = await progressOf(event).catch(() => undefined);
    if (progress) tell(event.event, progress);
  };
  // Heartbeats are only for instances: pages are notified of what they change.
  const hear = (event: ServerEvent) => {
    const { event: name, ...data } = event;
    if (name === 'session_ended' || name === 'sessions_ended') {
      void check([...clients].filter(({ session }) => !data.id || data.id === session));
    } else if (name.endsWith('.progress')) {
      const key = `${name} ${data.id}`;
      if (!told.has(key)) told.set(key, setTimeout(() => void tellProgress(event, key), THROTTLE).unref());
    } else if (!name.endsWith('.beat')) tell(name, data);
  };

  let unsubscribe: (() => void) | undefined;
  const beat = setInterval(() => {
    for (const client of clients) write(client, ':\n\n');
    void check([...clients]);
  }, HEARTBEAT).unref();
  app.addHook('preClose', async () => {
    clearInterval(beat);
    unsubscribe?.();
    for (const timer of told.values()) clearTimeout(timer);
    for (const { stream } of clients) stream.end();
  });

  const before = new WeakMap<FastifyRequest, string>();
  app.addHook('onRequest', (request, _reply, done) => {
    if (unsubscribe) before.set(request, lastId());
    done();
  });
  app.addHook('preHandler', (request, reply, done) => {
    const id = before.get(request);
    if (id && findCaller(request)?.is_superuser) void reply.header('x-event-id', id);
    done();
  });

  const config = { tsRestRoute: { metadata: { access: 'superuser', unattended: true } } };
  app.get(path, { config }, (request, reply) => {
    const session = sessionOf(request);
    if ([...clients].filter((client) => client.session === session).length >= STREAMS_MAX)
      throw new AppError('too_many_requests', { 'retry-after': RETRY_AFTER });
    unsubscribe ??= events.subscribe(hear);
    const client = { session, stream: new PassThrough() };
    clients.add(client);
    client.stream.on('close', () => clients.delete(client));
    const last = request.headers['last-event-id'];
    write(client, 'retry: 3000\n\n');
    // Without a listening connection nothing is sent, so that pages keep polling; then `resync`.
    if (events.isListening())
      write(client, (typeof last === 'string' ? missedSince(last) : '') + toText('ready', {}));
    return reply
      .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
      .type('text/event-stream; charset=utf-8')
      .send(client.stream);
  });
}
