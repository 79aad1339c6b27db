import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Returns a loopback port that no process listens on. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a path
  server.close();
  await once(server, 'close');
  return port;
}
