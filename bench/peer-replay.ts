import { Agent, request as send } from 'node:http';
import type { Transport, TransportRequest } from '../conformance/index.ts';

/** What a peer says of one exchange: each remark once, in words that are equal for equal remarks. */
export type Remarks = ReadonlySet<string>;

/** Requests that are sent again in their order: each once, because a peer looks at one exchange at a time. */
export interface Recording {
  readonly transport: Transport;
  readonly requests: () => readonly TransportRequest[];
}

/** Notes what goes through a transport. */
export function recording(transport: Transport): Recording {
  const seen = new Map<string, TransportRequest>();
  return {
    transport: (request) => {
      const { method, url, headers, body } = request;
      seen.set(JSON.stringify([method, url, headers, body]), request);
      return transport(request);
    },
    requests: () => [...seen.values()],
  };
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Prism lists what it finds in a header of its own; where it cannot pass an answer on, in a problem of its own. */
export function remarksOfPrism(origin: string, request: TransportRequest): Promise<Remarks> {
  const { pathname, search } = new URL(request.url);
  return new Promise((resolve, reject) => {
    const outgoing = send(
      `${origin}${pathname}${search}`,
      { method: request.method, headers: Object.fromEntries(request.headers), agent, maxHeaderSize: 2 ** 24 },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const own = /"type":"https:\/\/stoplight\.io\/prism\/errors#(\w+)"/.exec(text)?.[1];
          resolve(new Set([...violationsIn(incoming.headers['sl-violations']), ...(own === undefined ? [] : [own])]));
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(request.body);
  });
}

function violationsIn(header: string | string[] | undefined): readonly string[] {
  if (header === undefined) return [];
  const text = [header].flat().join('');
  if (!text.startsWith('[')) return [text.slice(0, 20)]; // more than fit into a header are told as text, cut short
  const listed: unknown = JSON.parse(text);
  return Array.isArray(listed) ? listed.map((one) => JSON.stringify(one)) : [];
}

/** The remarks on each of some requests, in their order. */
export async function remarksOn(
  requests: readonly TransportRequest[],
  ask: (request: TransportRequest) => Promise<Remarks>,
): Promise<readonly Remarks[]> {
  const found: Remarks[] = [];
  for (const request of requests) found.push(await ask(request));
  return found;
}

/** How many remarks are made that were not made of the same request before. */
export const newIn = (now: readonly Remarks[], before: readonly Remarks[]): number =>
  now.reduce((sum, remarks, index) => sum + [...remarks].filter((one) => before[index]?.has(one) !== true).length, 0);

/** The remarks of two rounds of the same requests together. */
export const bothOf = (some: readonly Remarks[], others: readonly Remarks[]): readonly Remarks[] =>
  some.map((remarks, index) => new Set([...remarks, ...(others[index] ?? [])]));
