import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A server on this machine that keeps what it is sent. */
export interface Receiver {
  host: string;
  received: Received[];
  /** From now on leaves requests without a response. */
  silence(): void;
  /** Responds again, to all of them. */
  answer(): void;
  stop(): void;
}

const answerTo = (response: ServerResponse) =>
  response.setHeader('content-type', 'application/json').end('{}');

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let unanswered: ServerResponse[] | undefined;
  const keep = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readText(request);
    received.push({ path: request.url ?? '', headers: request.headers, body });
    if (unanswered) unanswered.push(response);
    else answerTo(response);
  };
  const server = createServer((request, response) => {
    void keep(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    silence: () => {
      unanswered = [];
    },
    answer: () => {
      unanswered?.forEach(answerTo);
      unanswered = undefined;
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
