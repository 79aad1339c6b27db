import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A test server on a loopback port. */
export interface ListeningServer {
  readonly port: number;
  /** Closes the server and its connections at once. */
  close(): void;
}

/** Starts a server on a free loopback port. */
export async function listenOnLoopback(listener: RequestListener): Promise<ListeningServer> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port, // listens on TCP
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
