import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { TestService } from '../harness.ts';

/** Starts listening and returns the port. */
export async function listen({ app }: Pick<TestService, 'app'>): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

/** Opens a raw connection from a local address. Collects the response and ignores connection errors. */
export async function connectRaw(
  port: number,
  localAddress = '127.0.0.1',
): Promise<{ socket: Socket; closed: Promise<string> }> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(Buffer.from(chunk)));
  socket.on('error', () => {});
  const closed = once(socket, 'close').then(() => Buffer.concat(chunks).toString());
  await once(socket, 'connect');
  return { socket, closed };
}

/** Sends bytes over a raw connection and returns the response until the server closes it. */
export async function sendRaw(port: number, bytes: string, localAddress?: string): Promise<string> {
  const { socket, closed } = await connectRaw(port, localAddress);
  socket.write(bytes);
  return closed;
}

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
}

/** Parses the head of a raw response. */
export function readHead(answer: string): RawAnswer {
  const [line = '', ...lines] = (answer.split('\r\n\r\n')[0] ?? '').split('\r\n');
  const headers = lines.map((header) => {
    const [name = '', ...value] = header.split(': ');
    return [name.toLowerCase(), value.join(': ')];
  });
  return { status: Number(line.split(' ')[1]), headers: Object.fromEntries(headers) };
}
