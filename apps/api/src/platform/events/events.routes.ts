import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { isTeam, type Rights } from '@agora/contract/shared/permissions';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Events, ServerEvent } from '../db/events.ts';
import { AppError } from '../errors.ts';
import { findCaller } from '../http/guard.ts';
import { eventStreams } from '../measures.ts';

/** Heartbeat interval in milliseconds; each heartbeat checks all sessions. */
const HEARTBEAT = 15_000;

/** Minimum interval between progress events of one object, in milliseconds. */
const THROTTLE = 1_000;

/** Maximum unread bytes of a slow client. */
const BACKLOG = 64 * 1024;

/** Maximum concurrent streams of a session; further pages poll. */
const STREAMS_MAX = 20;

/** Seconds after which a rejected page may retry. */
const RETRY_AFTER = '30';

/** Number of events stored for clients that reconnect. */
const RECENT_EVENTS_MAX = 200;

interface EventsDeps {
  path: string;
  events: Events;
  /** Session and account of a request. */
  openedBy: (request: FastifyRequest) => { session: string; listener: Listener };
  /** The owners of those of the given sessions that may keep listening. */
  findListeners: (sessions: readonly string[]) => Promise<ReadonlyMap<string, Listener>>;
  /** True if an event is for somebody. */
  isFor: (listener: Listener, event: ServerEvent) => boolean;
  /** True if an event may change what somebody may read. */
  changesRights: (listener: Listener, event: ServerEvent) => boolean;
  /** Progress of an object; undefined once it is deleted. */
  progressOf: (event: ServerEvent) => Promise<object | undefined>;
}

/** Whoever has a page open, with what they may read. */
export type Listener = Rights & { id: string };

interface Client {
  session: string;
  listener: Listener;
  stream: PassThrough;
}

/**
 * Server-sent events: one stream per open page, closed with its session. A client that reconnects with a
 * `Last-Event-ID` of this instance gets the missed events; for unknown ids, `resync`. While there are listeners,
 * responses to the team contain the id of the last event before them, so that a page gets the events since.
 * @param app routes registered afterwards send that header
 */
export function eventsRoutes(app: FastifyInstance, deps: EventsDeps): void {
  const { path, events, openedBy, findListeners, isFor, changesRights, progressOf } = deps;
  const clients = new Set<Client>();
  const throttled = new Map<string, NodeJS.Timeout>();
  const instance = randomUUID();
  const recentEvents: { event: ServerEvent; text: string }[] = [];
  let count = 0;

  const write = ({ stream }: Client, text: string) => {
    if (stream.writableLength > BACKLOG) stream.destroy();
    else stream.write(text);
  };
  const lastId = () => `${instance}:${count}`;
  const toText = (event: string, data: object) =>
    `id: ${lastId()}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
  const mayReceive = (listener: Listener, event: ServerEvent) =>
    event.event === 'resync' || isFor(listener, event);
  const send = (event: ServerEvent, data: object) => {
    count += 1;
    const text = toText(event.event, data);
    recentEvents.push({ event, text });
    if (recentEvents.length > RECENT_EVENTS_MAX) recentEvents.shift();
    for (const client of clients) if (mayReceive(client.listener, event)) write(client, text);
  };
  const missedSince = (id: string, listener: Listener): string => {
    const [of, last] = id.split(':');
    const missed = of === instance ? count - Number(last) : Number.NaN;
    if (!(missed >= 0 && missed <= recentEvents.length)) return toText('resync', {});
    return recentEvents
      .slice(recentEvents.length - missed)
      .flatMap(({ event, text }) => (mayReceive(listener, event) ? [text] : []))
      .join('');
  };
  const check = async (some: readonly Client[]) => {
    if (some.length === 0) return;
    // A failed check is repeated at the next heartbeat.
    const listeners = await findListeners([...new Set(some.map(({ session }) => session))]).catch(
      () => undefined,
    );
    if (!listeners) return;
    for (const client of some) {
      const listener = listeners.get(client.session);
      if (listener) client.listener = listener;
      else client.stream.end();
    }
  };
  const sendProgress = async (event: ServerEvent, key: string) => {
    throttled.delete(key);
    const progress = await progressOf(event).catch(() => undefined);
    if (progress) send(event, progress);
  };
  // Heartbeats are only for instances: pages are notified of what they change.
  const onEvent = (event: ServerEvent) => {
    const { event: name, ...data } = event;
    if (name === 'session_ended' || name === 'sessions_ended') {
      void check([...clients].filter(({ session }) => !data.id || data.id === session));
    } else if (name.endsWith('.progress')) {
      const key = `${name} ${data.id}`;
      if (!throttled.has(key))
        throttled.set(key, setTimeout(() => void sendProgress(event, key), THROTTLE).unref());
    } else if (!name.endsWith('.beat')) {
      send(event, data);
      void check([...clients].filter(({ listener }) => changesRights(listener, event)));
    }
  };

  let unsubscribe: (() => void) | undefined;
  const beat = setInterval(() => {
    for (const client of clients) write(client, ':\n\n');
    void check([...clients]);
  }, HEARTBEAT).unref();
  app.addHook('preClose', async () => {
    clearInterval(beat);
    unsubscribe?.();
    for (const timer of throttled.values()) clearTimeout(timer);
    for (const { stream } of clients) stream.end();
  });

  const before = new WeakMap<FastifyRequest, string>();
  app.addHook('onRequest', (request, _reply, done) => {
    if (unsubscribe) before.set(request, lastId());
    done();
  });
  app.addHook('preHandler', (request, reply, done) => {
    const id = before.get(request);
    const caller = findCaller(request);
    if (id && caller && isTeam(caller)) void reply.header('x-event-id', id);
    done();
  });

  const config = { tsRestRoute: { metadata: { access: 'team', unattended: true } } };
  app.get(path, { config }, (request, reply) => {
    const { session, listener } = openedBy(request);
    if ([...clients].filter((client) => client.session === session).length >= STREAMS_MAX)
      throw new AppError('too_many_requests', { 'retry-after': RETRY_AFTER });
    unsubscribe ??= events.subscribe(onEvent);
    const client: Client = { session, listener, stream: new PassThrough() };
    clients.add(client);
    eventStreams.publish({ change: 1 });
    client.stream.on('close', () => {
      clients.delete(client);
      eventStreams.publish({ change: -1 });
    });
    const last = request.headers['last-event-id'];
    write(client, 'retry: 3000\n\n');
    // Without a listening connection nothing is sent, so that pages keep polling; then `resync`.
    if (events.isListening())
      write(
        client,
        (typeof last === 'string' ? missedSince(last, client.listener) : '') + toText('ready', {}),
      );
    return reply
      .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
      .type('text/event-stream; charset=utf-8')
      .send(client.stream);
  });
}
