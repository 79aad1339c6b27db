import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Sandbox } from '../../../library/index.ts';

/** A service that forwards each request to a sandbox, and returns a row too many of every list with a `limit`. */
export async function startFaultyTarget(
  sandbox: Pick<Sandbox, 'fetch'>,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const path = (request.url ?? '/').replace(/([?&]limit=)(\d+)/, (_, name, limit) => `${name}${Number(limit) + 1}`);
    const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' && !['host', 'connection'].includes(name) ? [[name, value]] : [],
    );
    const reply = await sandbox.fetch(path, { method: request.method ?? 'GET', headers });
    response.writeHead(reply.status, [...reply.headers].flat());
    response.end(Buffer.from(await reply.arrayBuffer()));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a path
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
