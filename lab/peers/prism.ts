import { writeFileSync } from 'node:fs';
import { request as send } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { hasEnded, startServer, stopChild } from '../../bench/machine/child-processes.ts';
import { findFreePort } from '../../bench/machine/free-port.ts';
import type { TransportResponse } from '../../conformance/index.ts';
import { serveTarget } from '../targets/serve.ts';
import type { PeerExchange } from './exchanges.ts';
import { FRAMING_HEADER, withoutFraming } from './framing.ts';

/** The findings of a tool about one exchange. Equal findings have equal texts. */
export type Findings = ReadonlySet<string>;

/** Prism's proxy, in front of a server that returns a given response. */
export interface PrismProxy {
  /** Sends the request through the proxy and returns its findings about the exchange. One call at a time. */
  check(exchange: PeerExchange): Promise<Findings>;
  close(): Promise<void>;
}

const command = fileURLToPath(import.meta.resolve('@stoplight/prism-cli/dist/index.js'));

/** Timeout of a response of the proxy. */
const RESPONSE_TIMEOUT_MS = 3000;

/** Methods that a proxy forwards; not TRACE and CONNECT. */
const FORWARDED_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Returns whether Prism can check an exchange. */
export const isCheckable = ({ request, answer }: PeerExchange): boolean =>
  FORWARDED_METHODS.has(request.method) && answer.status >= 200 && answer.status <= 599;

/** Starts Prism with a contract and stores its files in `folder`. `signal` aborts all requests. */
export async function startPrism(document: unknown, folder: string, signal: AbortSignal): Promise<PrismProxy> {
  let current: TransportResponse = { status: 204, headers: [], body: new Uint8Array() };
  const upstream = await serveTarget(withoutFraming(async () => current));
  const contractFile = join(folder, 'contract.json');
  writeFileSync(contractFile, JSON.stringify(document));
  const port = await findFreePort();
  const prism = startServer({
    args: [command, 'proxy', contractFile, upstream.baseUrl, '--port', String(port), '--verboseLevel', 'silent'],
    env: {},
    logFile: join(folder, 'prism.log'),
  });
  const origin = `http://127.0.0.1:${port}`;
  await waitForResponse(origin, signal, () => hasEnded(prism));
  return {
    check: (exchange) => {
      current = exchange.answer;
      return readFindings(origin, exchange, signal);
    },
    close: async () => {
      await stopChild(prism);
      await upstream.close();
    },
  };
}

/** Reads the findings from Prism's header, or from its problem document if it cannot forward the response. */
function readFindings(origin: string, { request }: PeerExchange, signal: AbortSignal): Promise<Findings> {
  const { pathname, search } = new URL(request.url);
  return new Promise((resolve, reject) => {
    const failed = (): void => (signal.aborted ? reject(signal.reason) : resolve(new Set(['no answer'])));
    const outgoing = send(
      `${origin}${pathname}${search}`,
      {
        method: request.method,
        headers: Object.fromEntries(request.headers.filter(([name]) => !FRAMING_HEADER.test(name))),
        agent: false,
        maxHeaderSize: 2 ** 24,
        signal: AbortSignal.any([signal, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]),
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', failed);
        incoming.on('end', () => {
          const own = OWN_PROBLEM.exec(Buffer.concat(chunks).toString())?.[1];
          resolve(
            new Set([...parseViolations(incoming.headers['sl-violations']), ...(own === undefined ? [] : [own])]),
          );
        });
      },
    );
    outgoing.on('error', failed);
    outgoing.end(request.body);
  });
}

const OWN_PROBLEM = /"type":"https:\/\/stoplight\.io\/prism\/errors#(\w+)"/;

function parseViolations(header: string | string[] | undefined): readonly string[] {
  if (header === undefined) return [];
  const text = [header].flat().join('');
  if (!text.startsWith('[')) return [text.slice(0, 20)]; // too many findings for a header: Prism sends a truncated text
  const listed: unknown = JSON.parse(text);
  return Array.isArray(listed) ? listed.map((one) => JSON.stringify(one)) : [];
}

async function waitForResponse(origin: string, signal: AbortSignal, isGone: () => boolean): Promise<void> {
  for (let tries = 0; tries < 150; tries++) {
    if (isGone()) throw new Error('Prism has ended');
    try {
      await fetch(origin, { signal: AbortSignal.any([signal, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]) });
      return;
    } catch {
      await pause(200, undefined, { signal });
    }
  }
  throw new Error('Prism did not respond within 30 seconds');
}
