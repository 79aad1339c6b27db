import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import type { HostileExchange, HostileTarget } from './hostile-target.ts';
import { once } from './hostile-target.ts';

/** The kit finds an ordinary service before the hostile behaviour begins. */
const DISCOVERED = 30;

const afterDiscovery = (
  name: string,
  respond: (exchange: HostileExchange) => ReturnType<HostileTarget['respond']>,
): HostileTarget => ({
  name,
  respond: (exchange) => (exchange.turn < DISCOVERED ? exchange.honest : respond(exchange)),
});

/** Writes `text` until the connection closes. */
function writeEndlessly({ connection }: HostileExchange, text: string, everyMs: number): undefined {
  connection.writeHead(200, { 'Content-Type': 'application/json' });
  const timer = setInterval(() => connection.write(text), everyMs);
  connection.on('close', () => clearInterval(timer));
}

const compressed = (name: string, coding: string, compress: () => Buffer): HostileTarget => {
  const body = once(compress);
  return afterDiscovery(name, ({ honest }) => ({
    ...honest,
    headers: [...honest.headers, ['Content-Encoding', coding]],
    body: body(),
  }));
};

const ZEROS = 2 ** 28;

/** Targets with hostile connections, headers and codings. */
export const hostileConnections: readonly HostileTarget[] = [
  afterDiscovery('streams without end', (exchange) => writeEndlessly(exchange, ' '.repeat(2 ** 18), 1)),
  afterDiscovery('sends one byte at a time', (exchange) => writeEndlessly(exchange, ' ', 50)),
  compressed('sends gzip bombs', 'gzip', () => gzipSync(Buffer.alloc(ZEROS))),
  compressed('sends Brotli bombs', 'br', () => brotliCompressSync(Buffer.alloc(ZEROS))),
  compressed('sends Zstandard bombs', 'zstd', () => zstdCompressSync(Buffer.alloc(ZEROS))),
  {
    name: 'sends 15 KB of headers with each response',
    respond: ({ honest, turn }) => ({
      ...honest,
      headers: [
        ...honest.headers,
        ['Link', '<'.repeat(5000)],
        ...Array.from({ length: 300 }, (_, index) => [`X-${index}`, `value-${turn}-${index}`] as const),
      ],
    }),
  },
  afterDiscovery('redirects to itself', ({ honest, request }) => ({
    ...honest,
    status: 302,
    headers: [['Location', request.url]],
    body: new Uint8Array(),
  })),
  {
    name: 'takes 2 s for each response',
    respond({ honest, connection }) {
      setTimeout(() => connection.writeHead(honest.status, honest.headers.flat()).end(honest.body), 2000);
      return undefined;
    },
  },
  afterDiscovery('throttles with 19 s each time', ({ honest }) => ({
    ...honest,
    status: 429,
    headers: [['Retry-After', '19']],
    body: new Uint8Array(),
  })),
  afterDiscovery('stops responding', () => undefined),
];
