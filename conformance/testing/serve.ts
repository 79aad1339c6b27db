import { createServer, type Server as HttpServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createRawServer, type Server, type Socket } from 'node:net';
import type { Transport } from '../http/client.ts';

/** A running server on loopback. */
export interface RunningServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves a transport over HTTP or HTTPS. */
export const serveTransport = (
  transport: Transport,
  tls?: { readonly cert: string; readonly key: string },
): Promise<RunningServer> =>
  startServer(
    tls === undefined ? createServer(createListener(transport)) : createTlsServer(tls, createListener(transport)),
    tls,
  );

/** Serves the responses of `listener` over HTTP. */
export const serveHttp = (listener: RequestListener): Promise<RunningServer> => startServer(createServer(listener));

/** Serves raw TCP: calls `handle` for each chunk of bytes that a client sends. */
export const serveRaw = (handle: (socket: Socket, request: string) => void): Promise<RunningServer> =>
  startServer(
    createRawServer((socket) => {
      socket.on('error', () => undefined); // clients may close the connection at any time
      socket.on('data', (bytes) => handle(socket, bytes.toString('latin1')));
    }),
  );

const createListener =
  (transport: Transport): RequestListener =>
  (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const headers = Object.entries(request.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value) => [name, value] as const),
      );
      const url = `http://${request.headers.host}${request.url}`;
      const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks).toString() };
      const answer = await transport({ method: request.method ?? 'GET', url, headers, ...body });
      response.writeHead(answer.status, answer.headers.flat()).end(answer.body);
    });
  };

async function startServer(server: HttpServer | Server, tls?: object): Promise<RunningServer> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // listens on TCP
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
