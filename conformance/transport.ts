import { Agent, errors, request } from 'undici';
import { type HeaderPair, NoAnswer, type Transport } from './client.ts';

export interface HttpTransportOptions {
  /** How long one exchange may take from the first byte sent to the last one read. */
  readonly timeoutMs: number;
  /** The most bytes of a body that are read before the exchange is given up. */
  readonly maxBodyBytes?: number;
}

/** The real transport. It follows no redirects, so that a key never leaves for another origin. `close` frees the sockets. */
export function httpTransport({ timeoutMs, maxBodyBytes = 16 * 1024 * 1024 }: HttpTransportOptions): {
  readonly transport: Transport;
  close(): Promise<void>;
} {
  const dispatcher = new Agent({ connect: { timeout: timeoutMs }, headersTimeout: timeoutMs, bodyTimeout: timeoutMs });

  const transport: Transport = async ({ method, url, headers, body }) => {
    try {
      const response = await request(url, {
        method,
        headers: headers.flat(),
        body: body ?? null,
        dispatcher,
        signal: AbortSignal.timeout(timeoutMs),
      });
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of response.body) {
        size += chunk.length;
        if (size > maxBodyBytes) throw new NoAnswer('too-large', `its body is larger than ${maxBodyBytes} bytes`);
        chunks.push(chunk);
      }
      return { status: response.statusCode, headers: pairsOf(response.headers), body: Buffer.concat(chunks) };
    } catch (thrown) {
      throw explained(thrown, timeoutMs);
    }
  };
  return { transport, close: () => dispatcher.destroy() };
}

const pairsOf = (headers: Record<string, string | string[] | undefined>): HeaderPair[] =>
  Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one): HeaderPair => [name, one]),
  );

const TIMEOUTS: readonly (new (...args: never[]) => Error)[] = [
  errors.ConnectTimeoutError,
  errors.HeadersTimeoutError,
  errors.BodyTimeoutError,
];
const UNREACHABLE =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/;

function explained(thrown: unknown, timeoutMs: number): NoAnswer {
  if (thrown instanceof NoAnswer) return thrown;
  const cause = innermost(thrown);
  const isTimeout = TIMEOUTS.some((type) => thrown instanceof type) || nameOf(thrown) === 'TimeoutError';
  if (isTimeout) return new NoAnswer('timeout', `no complete answer within ${timeoutMs / 1000} s`);
  const code = codeOf(cause);
  if (UNREACHABLE.test(code)) return new NoAnswer('unreachable', `the target cannot be reached (${code})`);
  return new NoAnswer('broken', `the connection failed (${code || nameOf(cause)})`);
}

function innermost(thrown: unknown): unknown {
  if (thrown instanceof AggregateError) return innermost(thrown.errors[0]);
  return thrown instanceof Error && thrown.cause !== undefined ? innermost(thrown.cause) : thrown;
}

const nameOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.name : typeof thrown);

const codeOf = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
