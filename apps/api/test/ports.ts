import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ephemeral ports of operating systems, so that no outgoing connection takes a port in between. */
const PORTS = { from: 10_000, to: 32_000 };

/** A free local port. */
export async function freePort(): Promise<number> {
  const port = PORTS.from + Math.floor(Math.random() * (PORTS.to - PORTS.from));
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch {
    return freePort();
  }
  await new Promise((done) => probe.close(done));
  return port;
}
