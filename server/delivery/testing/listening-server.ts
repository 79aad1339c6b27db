import type { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A server on loopback that runs until the test ends. */
export interface ListeningServer {
  readonly port: number;
  /** Returns the number of accepted connections. */
  connections(): number;
  /** Closes the open connections, but not the server. */
  hangUp(): void;
}

/** Listens on an address of this machine, on a free port by default. */
export async function listenForTest(
  server: HttpServer | Server,
  address = '127.0.0.1',
  wanted = 0,
): Promise<ListeningServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined); // closed connections of clients may cause errors
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(wanted, address, resolve));
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(async () => {
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      hangUp();
    });
  });
  const { port } = server.address() as AddressInfo; // a TCP server
  return { port, connections: () => connections, hangUp };
}
