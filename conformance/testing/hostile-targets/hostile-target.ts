import type { RequestListener, ServerResponse } from 'node:http';
import { honestTarget } from '../../../lab/targets/honest-target.ts';
import type { TransportRequest, TransportResponse } from '../../http/client.ts';
import { type RunningServer, serveHttp } from '../serve.ts';

/** A request to a hostile target, the honest response to it, and the open connection. */
export interface HostileExchange {
  readonly request: TransportRequest;
  readonly honest: TransportResponse;
  /** The number of earlier requests. */
  readonly turn: number;
  readonly connection: ServerResponse;
}

/** A target that answers as the honest target does, except for what is hostile about it. */
export interface HostileTarget {
  readonly name: string;
  /** Returns the response to send; `undefined` if it was written to the connection. */
  respond(exchange: HostileExchange): TransportResponse | undefined;
}

/** Serves a hostile target on loopback. */
export function serveHostileTarget(target: HostileTarget): Promise<RunningServer> {
  const honest = honestTarget();
  let turn = 0;
  const listener: RequestListener = (message, connection) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', async () => {
      const headers = Object.entries(message.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value) => [name, value] as const),
      );
      const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks).toString() };
      const url = `http://${message.headers.host}${message.url}`;
      const request = { method: message.method ?? 'GET', url, headers, ...body };
      const answer = await honest(request);
      const response = target.respond({ request, honest: answer, turn, connection });
      turn += 1;
      if (response === undefined) return;
      const isChanged = response.body !== answer.body;
      const kept = response.headers.filter(([name]) => !isChanged || name.toLowerCase() !== 'content-length');
      connection.writeHead(response.status, kept.flat()).end(response.body);
    });
  };
  return serveHttp(listener);
}

type JsonObject = Record<string, unknown>;

/** Whether a response is a successful read of a path that matches. */
export const isReadOf = ({ request, honest }: HostileExchange, path: RegExp): boolean =>
  request.method === 'GET' && honest.status === 200 && path.test(new URL(request.url).pathname);

/** Parses an honest JSON body. */
export const readJson = ({ honest }: HostileExchange): JsonObject =>
  JSON.parse(Buffer.from(honest.body).toString()) as JsonObject; // the bodies of the honest target

/** Replaces the body of an honest response, with its headers. */
export const withBody = ({ honest }: HostileExchange, body: string | Buffer): TransportResponse => ({
  ...honest,
  body: Buffer.from(body),
});

/** Creates a target that replaces the bodies of successful reads of matching paths. */
export const replaceBodies = (
  name: string,
  path: RegExp,
  createBody: (exchange: HostileExchange) => string | Buffer,
): HostileTarget => ({
  name,
  respond: (exchange) => (isReadOf(exchange, path) ? withBody(exchange, createBody(exchange)) : exchange.honest),
});

/** Keeps the result of the first call, because the bodies are large. */
export function once<Result>(create: () => Result): () => Result {
  let kept: { readonly value: Result } | undefined;
  return () => {
    kept ??= { value: create() };
    return kept.value;
  };
}

/** Repeats the texts that `create` returns until they reach a number of bytes; separates them with commas. */
export function fillTo(bytes: number, create: (index: number) => string): string {
  const parts: string[] = [];
  let size = 0;
  for (let index = 0; size < bytes; index += 1) {
    const part = create(index);
    parts.push(part);
    size += part.length + 1;
  }
  return parts.join(',');
}

/** Somewhat less than the largest body that the kit reads. */
export const LARGE = 7.5 * 2 ** 20;
