import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { HeaderPair, Transport, TransportRequest } from '../../conformance/http/client.ts';

/** A target that listens on loopback. */
export interface ServedTarget {
  /** `http://127.0.0.1:PORT`, without a trailing slash. */
  readonly baseUrl: string;
  /** Also closes open connections. */
  close(): Promise<void>;
}

/**
 * Serves a transport over HTTP on loopback: passes on each request unchanged and sends the response unchanged, adding
 * only the headers that Node.js needs for the connection. Port 0 selects a free one. Rejects if the port is in use.
 * Closes the connection if the transport fails.
 */
export async function serveTarget(transport: Transport, port = 0): Promise<ServedTarget> {
  const server = createServer((incoming, outgoing) => {
    carry(transport, incoming, outgoing).catch((thrown: unknown) => {
      outgoing.destroy(thrown instanceof Error ? thrown : new Error(String(thrown)));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return { baseUrl: `http://127.0.0.1:${readPort(server)}`, close: () => closed(server) };
}

async function carry(transport: Transport, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { status, headers, body } = await transport(await toTransportRequest(incoming));
  outgoing.sendDate = false;
  outgoing.writeHead(status, headers.flat());
  outgoing.end(body);
}

async function toTransportRequest(incoming: IncomingMessage): Promise<TransportRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  const body = Buffer.concat(chunks).toString('utf8');
  return {
    method: incoming.method ?? 'GET',
    url: `http://${incoming.headers.host ?? '127.0.0.1'}${incoming.url ?? '/'}`,
    headers: pairHeaders(incoming.rawHeaders),
    ...(chunks.length === 0 ? {} : { body }),
  };
}

/** Pairs the alternating names and values of Node.js. */
const pairHeaders = (raw: readonly string[]): HeaderPair[] =>
  raw.flatMap((name, index): HeaderPair[] => (index % 2 === 0 ? [[name, raw[index + 1] ?? '']] : []));

function readPort(server: Server): number {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return address.port;
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
    server.closeAllConnections();
  });
