import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { whoever } from '../http/guard.ts';
import type { Events, ServerEvent } from './events.ts';

/** Milliseconds between signs of life, at each of which the session is looked at. */
const HEARTBEAT = 15_000;

/** Milliseconds in which the progress of one thing is told once. */
const THROTTLE = 1_000;

/** Bytes that a caller who does not read may leave waiting. */
const BACKLOG = 64 * 1024;

/** Events that whoever was away for a moment is told afterwards. */
const REMEMBERED = 200;

interface EventsDeps {
  path: string;
  events: Events;
  /** The session that a request came by. */
  sessionOf: (request: FastifyRequest) => string;
  /** Whether whoever made the request may go on listening. */
  isWelcome: (request: FastifyRequest) => Promise<boolean>;
  /** What to tell of the progress of something; nothing once it is gone. */
  progressOf: (event: ServerEvent) => Promise<object | undefined>;
}

interface Client {
  request: FastifyRequest;
  stream: PassThrough;
}

/**
 * What happens, as server-sent events: one stream for each page that is open, ended with its session. Whoever comes
 * back with the `Last-Event-ID` of this instance hears what they missed; where that is not known, `resync`. Once
 * somebody listens, answers to superusers name the last event before them, so that a page hears what happened since.
 * @param app whose routes from here on give answers like that
 */
export function eventsRoutes(app: FastifyInstance, deps: EventsDeps): void {
  const { path, events, sessionOf, isWelcome, progressOf } = deps;
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
  const check = async (client: Client) => {
    // Whoever can't be asked about now is asked about again at the next sign of life.
    if (!(await isWelcome(client.request).catch(() => true))) client.stream.end();
  };
  const tellProgress = async (event: ServerEvent, key: string) => {
    told.delete(key);
    const progress = await progressOf(event).catch(() => undefined);
    if (progress) tell(event.event, progress);
  };
  const hear = (event: ServerEvent) => {
    const { event: name, ...data } = event;
    if (name === 'session_ended' || name === 'sessions_ended') {
      for (const client of clients) if (!data.id || data.id === sessionOf(client.request)) void check(client);
    } else if (name.endsWith('.progress')) {
      const key = `${name} ${data.id}`;
      if (!told.has(key)) told.set(key, setTimeout(() => void tellProgress(event, key), THROTTLE).unref());
    } else tell(name, data);
  };

  let unsubscribe: (() => void) | undefined;
  const beat = setInterval(() => {
    for (const client of clients) {
      write(client, ':\n\n');
      void check(client);
    }
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
    if (id && whoever(request)?.is_superuser) void reply.header('x-event-id', id);
    done();
  });

  app.get(path, (request, reply) => {
    unsubscribe ??= events.subscribe(hear);
    const client = { request, stream: new PassThrough() };
    clients.add(client);
    client.stream.on('close', () => clients.delete(client));
    const last = request.headers['last-event-id'];
    write(client, 'retry: 3000\n\n');
    // Without a connection to hear by it tells nothing, so that pages go on looking for themselves; then `resync`.
    if (events.isListening())
      write(client, (typeof last === 'string' ? missedSince(last) : '') + toText('ready', {}));
    return reply
      .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
      .type('text/event-stream; charset=utf-8')
      .send(client.stream);
  });
}
