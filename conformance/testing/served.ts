import { createServer, type Server as HttpServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createRawServer, type Server, type Socket } from 'node:net';
import type { Transport } from '../http/client.ts';

/** A running server on loopback. */
export interface Served {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves a transport over HTTP or HTTPS. */
export const served = (transport: Transport, tls?: { readonly cert: string; readonly key: string }): Promise<Served> =>
  listening(tls === undefined ? createServer(answering(transport)) : createTlsServer(tls, answering(transport)), tls);

/** Serves the responses of `listener` over HTTP. */
export const servedHttp = (listener: RequestListener): Promise<Served> => listening(createServer(listener));

/** Serves raw TCP: calls `talk` for each chunk of bytes that a client sends. */
export const servedRaw = (talk: (socket: Socket, request: string) => void): Promise<Served> =>
  listening(
    createRawServer((socket) => {
      socket.on('error', () => undefined); // clients may close the connection at any time
      socket.on('data', (bytes) => talk(socket, bytes.toString('latin1')));
    }),
  );

const answering =
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

async function listening(server: HttpServer | Server, tls?: object): Promise<Served> {
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
