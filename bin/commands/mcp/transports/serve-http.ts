import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { isLoopbackHost } from '../../../../base/hosts.ts';
import type { Sdk } from '../core/sdk.ts';

/** The maximum size of a request body, in bytes. */
const MAX_BODY_BYTES = 1_000_000;
const PATH = '/mcp';
const HOST = '127.0.0.1';

/** A running HTTP server. */
export interface HttpEndpoint {
  readonly url: string;
  close(): Promise<void>;
}

interface HttpOptions {
  /** 0 picks a free port. */
  readonly port: number;
  /** Creates a server for each request: there are no sessions, so that no client can fill the memory with them. */
  readonly createServer: () => Server;
}

/**
 * Serves streamable HTTP on a loopback address. Rejects with the error of the socket, such as `EADDRINUSE`. Requests under another
 * host name (DNS rebinding), and of pages of other origins, get a 403.
 */
export async function serveHttp(
  sdk: Sdk,
  { port, createServer: createProtocolServer }: HttpOptions,
): Promise<HttpEndpoint> {
  const listener = createServer((request, response) => {
    answer({ request, response }, sdk, createProtocolServer).catch(() => {
      if (response.headersSent) response.destroy();
      else sendError({ request, response }, 500, 'The request failed with an internal error.');
    });
  });
  listener.requestTimeout = 30_000;
  listener.headersTimeout = 10_000;
  listener.maxConnections = 100;
  listener.listen(port, HOST);
  await once(listener, 'listening');
  const { port: taken } = listener.address() as AddressInfo; // listens on TCP, so it has one
  return {
    url: `http://${HOST}:${taken}${PATH}`,
    async close() {
      const closed = once(listener, 'close');
      listener.close();
      listener.closeAllConnections();
      await closed;
    },
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

async function answer(exchange: Exchange, sdk: Sdk, createProtocolServer: () => Server): Promise<void> {
  const { request, response } = exchange;
  const foreign = findForeignPage(request);
  if (foreign !== undefined) return sendError(exchange, 403, foreign);
  if (request.url?.split('?')[0] !== PATH) return sendError(exchange, 404, `Expected the path ${PATH}.`);
  if (request.method !== 'POST') {
    response.setHeader('Allow', 'POST');
    return sendError(exchange, 405, 'Expected POST: this server has no sessions.');
  }
  const body = await readBody(request);
  if (body === undefined) return sendError(exchange, 413, `Expected a body of at most ${MAX_BODY_BYTES} bytes.`);
  const message = parseMessage(body);
  if (message === undefined) return sendError(exchange, 400, 'Expected one JSON-RPC message as a JSON object.');
  const server = createProtocolServer();
  const transport = new sdk.StreamableHTTPServerTransport({ enableJsonResponse: true });
  response.on('close', () => {
    server.close().catch(() => undefined); // closes the transport, too
  });
  // Its accessors return undefined before they are set, which the interface does not allow with exactOptionalPropertyTypes.
  await server.connect(transport as Parameters<Server['connect']>[0]);
  await transport.handleRequest(request, response, message);
}

/** Returns why a request is of a foreign page; undefined if it is not. */
function findForeignPage({ headers }: IncomingMessage): string | undefined {
  const host = URL.parse(`http://${headers.host ?? ''}`);
  if (
    headers.host === undefined ||
    host === null ||
    host.host !== headers.host.toLowerCase() ||
    !isLoopbackHost(host.hostname)
  )
    return 'The header Host is not a loopback address. Use the address that fleetkit mcp printed.';
  const { origin, 'sec-fetch-site': site = 'none' } = headers;
  if (site !== 'none' && site !== 'same-origin') return 'Requests of pages of other origins are refused.';
  if (origin === undefined || URL.parse(origin)?.host === host.host) return undefined;
  return 'Requests of pages of other origins are refused.';
}

/** Returns the body; undefined if it is too large. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Returns the message; undefined if the text is not a JSON object. Batches are not part of the protocol any more. */
function parseMessage(body: string): object | undefined {
  try {
    const message: unknown = JSON.parse(body);
    return typeof message === 'object' && message !== null && !Array.isArray(message) ? message : undefined;
  } catch {
    return undefined;
  }
}

function sendError({ request, response }: Exchange, status: number, message: string): void {
  response.writeHead(status, { 'Content-Type': 'application/json', Connection: 'close' });
  response.end(
    JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: status === 400 ? -32_700 : -32_600, message } }),
  );
  request.resume();
}
