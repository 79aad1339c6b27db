import { Agent, request as send } from 'node:http';
import type { HeaderPair, Transport, TransportRequest, TransportResponse } from '../conformance/index.ts';

/** What a peer says of one exchange: each remark once, in words that are equal for equal remarks. */
export type Remarks = ReadonlySet<string>;

/** A transport that notes what goes through it, each request once. */
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

/** The answers to some requests, in their order. */
export async function answersTo(
  requests: readonly TransportRequest[],
  carry: Transport,
): Promise<readonly TransportResponse[]> {
  const answers: TransportResponse[] = [];
  for (const request of requests) answers.push(await carry(request));
  return answers;
}

/** Headers that tell two equal answers apart. */
const PASSING = /^(date|age|expires|x-request-id)$/i;

/** Whether a peer that looks at one exchange at a time can see a difference. */
export const isSame = (one: TransportResponse, other: TransportResponse): boolean =>
  one.status === other.status &&
  Buffer.compare(one.body, other.body) === 0 &&
  lasting(one.headers) === lasting(other.headers);

const lasting = (headers: readonly HeaderPair[]): string =>
  JSON.stringify(headers.filter(([name]) => !PASSING.test(name)).map(([name, value]) => [name.toLowerCase(), value]));

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Prism lists what it finds in a header of its own; where it cannot pass an answer on, in a problem of its own. */
export function remarksOfPrism(origin: string, request: TransportRequest): Promise<Remarks> {
  const { pathname, search } = new URL(request.url);
  return new Promise((resolve, reject) => {
    const outgoing = send(
      `${origin}${pathname}${search}`,
      {
        method: request.method,
        headers: Object.fromEntries(request.headers),
        agent,
        maxHeaderSize: 2 ** 24,
        timeout: 2000,
      },
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
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') reject(error);
      else resolve(new Set(['no answer']));
    });
    outgoing.on('timeout', () => outgoing.destroy());
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
