import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

interface Trouble {
  /** Delay of each chunk, in milliseconds. */
  delay: number;
  bytesPerSecond: number;
  /** Reads everything and forwards nothing, like a firewall that drops packets. */
  isBlackHole: boolean;
}

const NO_TROUBLE: Trouble = { delay: 0, bytesPerSecond: Number.POSITIVE_INFINITY, isBlackHole: false };

/** A TCP proxy that can simulate network faults and recover, during open connections. */
export class TcpProxy {
  /** Target port of new connections. */
  target: number;
  /** Called with each chunk that a client sends. */
  onSent: (client: Socket, piece: Buffer) => void = () => {};
  #trouble = NO_TROUBLE;
  #server: Server | undefined;
  #port = 0;
  readonly #sockets = new Set<Socket>();
  #abandoned = new WeakSet<Socket>();

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

  /** URL of a server through this proxy. */
  urlOf(url: string): string {
    const through = new URL(url);
    through.port = String(this.#port);
    return through.href;
  }

  /** Applies to open connections too; without an argument it restores normal operation. */
  trouble(trouble: Partial<Trouble> = {}) {
    const wasBlackHole = this.#trouble.isBlackHole;
    this.#trouble = { ...NO_TROUBLE, ...trouble };
    // Dropped chunks are not sent again here, so such connections are reset.
    if (wasBlackHole && !this.#trouble.isBlackHole) this.reset();
  }

  /** Drops all further data of open connections, and serves new ones, like an unannounced failover. */
  abandon() {
    this.#abandoned = new WeakSet(this.#sockets);
  }

  /** Resets every connection (RST). */
  reset() {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  /** Refuses new connections and resets open ones. */
  async refuse() {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    const closed = once(server, 'close');
    server.close();
    this.reset();
    await closed;
  }

  /** Accepts connections again, on the same port. */
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
      if (isBlackHole || this.#abandoned.has(from)) continue;
      const wait = delay + (1000 * piece.length) / bytesPerSecond;
      if (wait > 0) await sleep(wait);
      if (!to.destroyed && !to.write(piece)) await Promise.race([once(to, 'drain'), once(to, 'close')]);
    }
    to.end();
  }
}
