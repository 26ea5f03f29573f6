import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';

/** A message as the provider received it. */
export interface Received {
  token: string;
  collapseId: string;
  title: string;
  image?: string | undefined;
  /** The raw message of the protocol. */
  message?: object;
  /** Size of an encrypted body. */
  bytes?: number;
  /** Milliseconds since the epoch. */
  at: number;
}

interface Reply {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

const TYPES = 'type.googleapis.com/';

/** A Google error response, with FCM's own code and details. */
const fcmError = (
  code: number,
  status: string,
  errorCode?: string,
  { message = 'as documented', details = [] as object[] } = {},
) => {
  const own = errorCode ? [{ '@type': `${TYPES}google.firebase.fcm.v1.FcmError`, errorCode }] : [];
  return { status: code, body: { error: { code, status, message, details: [...own, ...details] } } };
};

const invalid = (more: { message?: string; details?: object[] }) =>
  fcmError(400, 'INVALID_ARGUMENT', 'INVALID_ARGUMENT', more);

const violation = (field: string) => ({
  '@type': `${TYPES}google.rpc.BadRequest`,
  fieldViolations: [{ field, description: 'as documented' }],
});

const apns = (statusCode: number, reason: string) => ({
  '@type': `${TYPES}google.firebase.fcm.v1.ApnsError`,
  statusCode,
  reason,
});

/** FCM's responses, as documented (HTTP v1, ErrorCode) and as reported. */
export const FCM = {
  accepted: { status: 200, body: { name: 'projects/agora/messages/1' } },
  unregistered: fcmError(404, 'NOT_FOUND', 'UNREGISTERED'),
  badToken: invalid({ message: 'The registration token is not a valid FCM registration token' }),
  badTokenField: invalid({ details: [violation('message.token')] }),
  badAppleToken: invalid({ details: [apns(400, 'BadDeviceToken')] }),
  badPayload: fcmError(400, 'INVALID_ARGUMENT', undefined, { details: [violation('message.data[0].value')] }),
  tooBig: invalid({ message: 'Android message is too big' }),
  tooBigForApple: invalid({ details: [apns(413, 'PayloadTooLarge')] }),
  otherArgument: invalid({ message: 'Request contains an invalid argument.' }),
  badCredentials: fcmError(401, 'UNAUTHENTICATED'),
  noPermission: fcmError(403, 'PERMISSION_DENIED'),
  otherSender: fcmError(403, 'PERMISSION_DENIED', 'SENDER_ID_MISMATCH'),
  noApnsKey: fcmError(401, 'UNAUTHENTICATED', 'THIRD_PARTY_AUTH_ERROR', {
    details: [apns(403, 'InvalidProviderToken')],
  }),
  quota: (seconds: number) => ({
    ...fcmError(429, 'RESOURCE_EXHAUSTED', 'QUOTA_EXCEEDED'),
    headers: { 'retry-after': String(seconds) },
  }),
  unavailable: fcmError(503, 'UNAVAILABLE', 'UNAVAILABLE'),
} as const satisfies Record<string, Reply | ((seconds: number) => Reply)>;

/** A local push provider: FCM by default. Its responses are configurable, and it records received messages. */
export class PushServer {
  readonly #server: Server;
  received: Received[] = [];
  /** Number of requests for an access token. */
  tokenRequests = 0;
  /** Authorization headers of the requests. */
  authorizations: (string | undefined)[] = [];
  /** Response to each message; `undefined` never responds. */
  reply: (token: string) => Reply | undefined | Promise<Reply | undefined> = () => FCM.accepted;
  /** Response to a request for Expo's receipts. */
  receiptsReply: Reply = { status: 200, body: { data: {} } };
  /** Response to a request for an access token. */
  tokenReply: Reply = { status: 200, body: { access_token: 'an access token', expires_in: 3600 } };

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  async #answer(request: IncomingMessage, response: ServerResponse) {
    const path = request.url ?? '';
    if (path !== '/token') this.authorizations.push(request.headers.authorization);
    const reply = await this.#replyTo(path, request);
    if (!reply) return;
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(reply.body === undefined ? '' : JSON.stringify(reply.body));
  }

  async #replyTo(path: string, request: IncomingMessage): Promise<Reply | undefined> {
    const body = await readText(request);
    if (path === '/token') {
      this.tokenRequests += 1;
      return this.tokenReply;
    }
    if (path.startsWith('/v1/')) return this.#fcm(JSON.parse(body));
    if (path.endsWith('/getReceipts')) return this.receiptsReply;
    if (path.startsWith('/--/')) return this.#expo(JSON.parse(body));
    return this.#browser(path, request.headers);
  }

  static async start(): Promise<PushServer> {
    const server = new PushServer();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get origin() {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Key file of its service account. */
  get serviceAccount() {
    return JSON.stringify({
      project_id: 'agora',
      client_email: 'push@agora.iam.gserviceaccount.com',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      token_uri: `${this.origin}/token`,
    });
  }

  async stop() {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #note(message: Omit<Received, 'at'>) {
    this.received.push({ ...message, at: Date.now() });
  }

  #fcm(body: unknown) {
    const { message } = body as {
      message: {
        token: string;
        notification: { title: string; image?: string };
        android: { collapse_key: string };
      };
    };
    const { token, notification, android } = message;
    this.#note({ token, collapseId: android.collapse_key, ...notification, message });
    return this.reply(token);
  }

  /** One response for the whole request: tickets, or the response of the first message without one. */
  async #expo(body: unknown): Promise<Reply | undefined> {
    const messages = body as {
      to: string;
      collapseId: string;
      title: string;
      richContent?: { image: string };
    }[];
    for (const message of messages) {
      const { to, collapseId, title, richContent } = message;
      this.#note({ token: to, collapseId, title, image: richContent?.image, message });
    }
    const replies = await Promise.all(messages.map(({ to }) => this.reply(to)));
    const whole = replies.find((reply) => reply?.status !== 200);
    return replies.includes(undefined)
      ? undefined
      : (whole ?? { status: 200, body: { data: replies.map((reply) => reply?.body) } });
  }

  #browser(path: string, headers: IncomingHttpHeaders) {
    const bytes = Number(headers['content-length']);
    this.#note({ token: path, collapseId: String(headers['topic']), title: '', bytes });
    return this.reply(path);
  }
}
