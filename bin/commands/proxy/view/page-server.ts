import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isLoopbackHost } from '../../../../base/hosts.ts';
import { clearTimeout, setTimeout } from '../../../../base/real-time.ts';
import type { Address } from '../../sender/options.ts';
import { formatPage, PAGE_SCRIPT, PAGE_STYLE, type PageState } from './page-text.ts';

export interface PageServer {
  readonly url: string;
  close(): Promise<void>;
}

/** The page is renewed at most once in this time, in milliseconds. */
const RENEW_MS = 500;
const MOST_STREAMS = 20;
const MOST_CONNECTIONS = 100;

const SECURITY_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

/**
 * Serves the page with the latest events. At a loopback address, accepts only requests to a loopback host, so that no page of another
 * origin can read it with a name that resolves to this machine. Rejects with the error of Node.js if it cannot listen.
 */
export async function openPageServer(address: Address, readState: () => PageState): Promise<PageServer> {
  const streams = new Set<ServerResponse>();
  const isLocal = isLoopbackHost(address.host);
  let timer: NodeJS.Timeout | undefined;
  const renew = () => {
    timer = undefined;
    for (const stream of streams) stream.write('data: changed\n\n');
  };
  const stopListening = readState().log.listen(() => {
    timer ??= setTimeout(renew, RENEW_MS);
  });
  const server = createServer((request, response) => {
    const refusal = findRefusal(request, isLocal);
    if (refusal !== undefined) return send(response, refusal, { type: 'text/plain', text: '' });
    switch (request.url?.split('?', 1)[0]) {
      case '/':
        return send(response, 200, { type: 'text/html', text: formatPage(readState()) });
      case '/page.css':
        return send(response, 200, { type: 'text/css', text: PAGE_STYLE });
      case '/page.js':
        return send(response, 200, { type: 'text/javascript', text: PAGE_SCRIPT });
      case '/events':
        return openStream(response, streams);
      default:
        return send(response, 404, { type: 'text/plain', text: '' });
    }
  });
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.port, address.host, resolve);
  });
  const { port } = server.address() as AddressInfo; // listens on TCP
  return {
    url: `http://${address.host.includes(':') ? `[${address.host}]` : address.host}:${port}/`,
    close() {
      stopListening();
      clearTimeout(timer);
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Returns the status with which a request is refused. */
function findRefusal({ method, headers }: IncomingMessage, isLocal: boolean): number | undefined {
  const host = URL.parse(`http://${headers.host ?? ''}`)?.hostname ?? '';
  if (isLocal && !isLoopbackHost(host)) return 403;
  return method === 'GET' || method === 'HEAD' ? undefined : 405;
}

function send(
  response: ServerResponse,
  status: number,
  { type, text }: { readonly type: string; readonly text: string },
): void {
  response.writeHead(status, { ...SECURITY_HEADERS, 'Content-Type': `${type}; charset=utf-8` }).end(text);
}

function openStream(response: ServerResponse, streams: Set<ServerResponse>): void {
  if (streams.size >= MOST_STREAMS) {
    send(response, 503, { type: 'text/plain', text: '' });
    return;
  }
  response.writeHead(200, { ...SECURITY_HEADERS, 'Content-Type': 'text/event-stream' });
  response.write('retry: 2000\n\n');
  streams.add(response);
  response.on('close', () => streams.delete(response));
}
