import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

interface Trouble {
  /** Milliseconds that every piece is late. */
  delay: number;
  bytesPerSecond: number;
  /** Takes everything and hands nothing on, as a firewall that drops packets. */
  isBlackHole: boolean;
}

const NO_TROUBLE: Trouble = { delay: 0, bytesPerSecond: Number.POSITIVE_INFINITY, isBlackHole: false };

/** A network between two programs that can go wrong, and back to right, while they talk. */
export class TcpProxy {
  /** Where connections made from now on lead to. */
  target: number;
  /** Sees what clients send, connection by connection. */
  onSent: (client: Socket, piece: Buffer) => void = () => {};
  #trouble = NO_TROUBLE;
  #server: Server | undefined;
  #port = 0;
  readonly #sockets = new Set<Socket>();

  private constructor(target: number) {
    this.target = target;
  }

  static async to(target: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(target);
    await proxy.accept();
    return proxy;
  }

  get port() {
    return this.#port;
  }

  get connections() {
    return this.#sockets.size / 2;
  }

  /** The address of a server behind this network. */
  urlOf(url: string): string {
    const through = new URL(url);
    through.port = String(this.#port);
    return through.href;
  }

  /** From now on, also for connections that are open; without an argument all is well again. */
  trouble(trouble: Partial<Trouble> = {}) {
    const wasBlackHole = this.#trouble.isBlackHole;
    this.#trouble = { ...NO_TROUBLE, ...trouble };
    // What was swallowed is not sent again here: such connections are as good as cut.
    if (wasBlackHole && !this.#trouble.isBlackHole) this.reset();
  }

  /** Cuts every connection with RST. */
  reset() {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  /** Refuses connections, and cuts those that are open. */
  async refuse() {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    const closed = once(server, 'close');
    server.close();
    this.reset();
    await closed;
  }

  /** Takes connections again, on the same port. */
  async accept() {
    this.#server ??= createServer((client) => this.#join(client)).listen(this.#port, '127.0.0.1');
    if (!this.#server.listening) await once(this.#server, 'listening');
    const address = this.#server.address();
    if (typeof address === 'object' && address) this.#port = address.port;
  }

  #join(client: Socket) {
    client.on('data', (piece: Buffer) => this.onSent(client, piece));
    client.pause();
    const server = connect(this.target, '127.0.0.1');
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(from);
      from.on('error', () => {});
      from.once('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
      void this.#carry(from, to).catch(() => {});
    }
  }

  async #carry(from: Socket, to: Socket) {
    for await (const piece of from as AsyncIterable<Buffer>) {
      const { delay, bytesPerSecond, isBlackHole } = this.#trouble;
      if (isBlackHole) continue;
      const wait = delay + (1000 * piece.length) / bytesPerSecond;
      if (wait > 0) await sleep(wait);
      if (!to.destroyed && !to.write(piece)) await Promise.race([once(to, 'drain'), once(to, 'close')]);
    }
    to.end();
  }
}
