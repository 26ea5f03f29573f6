import type { IncomingHttpHeaders } from 'node:http';
import cors from '@fastify/cors';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import { AppError } from '../errors.ts';
import { responses } from '../measures.ts';
import type { Config } from '../settings.ts';
import { inSpan, isTracing, type Span, startTrace } from '../tracing.ts';
import { handleClientError } from './client-error.ts';
import { compressResponses } from './compression.ts';
import { handleError } from './error-handler.ts';
import { nameOf, patternOf } from './route-name.ts';
import { addCommonHeaders, addPageHeaders } from './security-headers.ts';
import { useTokens } from './tokens.ts';
import { handleUnknownRoutes } from './unknown-routes.ts';

/**
 * Maximum bytes of a request's body and of its head, 16 KiB less the spaces, colons and line ends that Node
 * does not count; maximum length of its address, and number of headers.
 */
const BODY_LIMIT = 1024 * 1024;
const HEAD_LIMIT = 16 * 1024 - 512;
const ADDRESS_LIMIT = 8 * 1024;
const HEADERS_LIMIT = 100;

/** Time limits for the head of a request and for the whole request, in milliseconds. */
const HEADERS_TIMEOUT = 10_000;
const REQUEST_TIMEOUT = 30_000;

/** Maximum length of a path parameter: an address of 254 characters, each percent-encoded as four bytes. */
const PARAM_LIMIT = 254 * 12;

/** Creates a Fastify instance with all that is independent of routes: limits, headers, errors, log lines. */
export async function createServer(
  config: Config,
  logger: FastifyServerOptions['logger'],
): Promise<FastifyInstance> {
  const app = Fastify({
    logger,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT,
    http: {
      maxHeaderSize: HEAD_LIMIT,
      headersTimeout: HEADERS_TIMEOUT,
      connectionsCheckingInterval: 1_000,
    },
    trustProxy: (_address: string, hop: number) => hop < config.TRUST_PROXY,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: PARAM_LIMIT },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    allowErrorHandlerOverride: false,
    genReqId: ({ headers }) => requestId(headers),
    clientErrorHandler: handleClientError,
    frameworkErrors: (error, request, reply) => {
      addCommonHeaders(request, reply);
      void handleError(error, request, reply);
    },
    logController: new LogController({ disableRequestLogging: true }),
  });
  app.setErrorHandler(handleError);
  if (isTracing()) traceRequests(app);
  app.addHook('onRequest', (request, reply, done) => {
    addCommonHeaders(request, reply);
    done(headProblem(request));
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    addPageHeaders(reply);
    done();
  });
  endConnectionsOnClose(app);
  reportResponses(app);
  const origins = [...(config.FRONTEND_HOST ? [config.FRONTEND_HOST] : []), ...config.BACKEND_CORS_ORIGINS];
  await app.register(cors, {
    origin: (origin, done) => done(null, origin === undefined ? false : origins),
    credentials: true,
    strictPreflight: false,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: [
      'etag',
      'subject',
      'x-request-id',
      'retry-after',
      'idempotent-replayed',
      'x-unread-count',
      'x-time-zone',
      'x-event-id',
    ],
  });
  handleUnknownRoutes(app);
  await compressResponses(app);
  await useTokens(app, config);
  return app;
}

/** Returns the error if the head of a request is too large: Node limits only its bytes. */
function headProblem({ raw }: FastifyRequest): AppError | undefined {
  if ((raw.url ?? '').length >= ADDRESS_LIMIT) return new AppError('uri_too_long');
  return raw.rawHeaders.length > 2 * HEADERS_LIMIT ? new AppError('headers_too_large') : undefined;
}

/** Returns the caller's own request id if it is short and plain, otherwise a new one. */
function requestId(headers: IncomingHttpHeaders): string {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && /^[\w-]{8,64}$/.test(sent) ? sent : crypto.randomUUID();
}

/** Interval of checks for idle connections during shutdown, in milliseconds. */
const IDLE_CHECK = 50;

/**
 * During shutdown, tells clients in each last response that the connection closes. Connections with an
 * earlier response on its way are closed once idle.
 */
function endConnectionsOnClose(app: FastifyInstance) {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
    const timer = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK).unref();
    app.server.once('close', () => clearInterval(timer));
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) void reply.header('connection', 'close');
    done();
  });
}

/** Media type of responses that last as long as a page is open. */
const EVENT_STREAM = 'text/event-stream';

/** True if a response lasts as long as a page is open. */
function isEventStream(reply: FastifyReply): boolean {
  const type = reply.getHeader('content-type');
  return typeof type === 'string' && type.startsWith(EVENT_STREAM);
}

/** Reports each request as a span, except event streams. What it does becomes its children. */
function traceRequests(app: FastifyInstance) {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, _reply, done) => {
    const route = patternOf(request);
    const span = startTrace(
      {
        kind: 'server',
        name: nameOf(request),
        attributes: {
          'http.request.method': request.method,
          request_id: request.id,
          ...(route && { 'http.route': route }),
        },
      },
      traceparentOf(request),
    );
    if (!span) return done();
    spans.set(request, span);
    inSpan(span, done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply;
    if (!isEventStream(reply))
      spans.get(request)?.end({
        attributes: { 'http.response.status_code': statusCode },
        error: statusCode >= 500 ? String(statusCode) : undefined,
      });
    done();
  });
}

function traceparentOf({ headers: { traceparent } }: FastifyRequest): string | undefined {
  return typeof traceparent === 'string' ? traceparent : undefined;
}

/** Logs and measures each response. */
function reportResponses(app: FastifyInstance) {
  app.addHook('onResponse', (request, reply, done) => {
    if (!isEventStream(reply))
      responses.publish({
        method: request.method,
        route: patternOf(request) ?? 'none',
        status: reply.statusCode,
        seconds: reply.elapsedTime / 1000,
      });
    request.log.info(
      {
        method: request.method,
        route: patternOf(request) ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    );
    done();
  });
}
