import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { performExchange } from '../../../../server/delivery/network/exchange.ts';
import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';

/** The response of the receiver, or the reason that there is none, in the form of a report. */
export type ReceiverResponse = Omit<SandboxSchemas['AttemptReport'], 'attempt_token'>;

/** Where and how deliveries are forwarded. */
export interface ForwardTarget {
  readonly url: URL;
  /** Added headers, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Time limit for the whole exchange, in real milliseconds. */
  readonly limitMs: number;
  /** Accepts any TLS certificate. */
  readonly isInsecure: boolean;
}

/** How much of a response is read and how much is reported, in bytes; the same as when the sandbox posts directly. */
const SIZES = { readBytes: 64 * 1024, keepBytes: 16 * 1024 };
const CONNECT_MS = 5000;

/**
 * Posts a delivery to the receiver as the sandbox would: same bytes and headers, no redirects. Network errors are
 * returned as answers.
 */
export async function forwardDelivery(
  { url, headers, limitMs, isInsecure }: ForwardTarget,
  delivery: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
): Promise<ReceiverResponse> {
  const body = Buffer.from(delivery.body);
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const outcome = await performExchange({
    open: (onResolved) =>
      request(url, {
        method: 'POST',
        agent: false,
        headers: {
          'accept-encoding': 'identity',
          ...delivery.headers,
          ...headers,
          'content-length': `${body.length}`,
        },
        ...(isInsecure ? { rejectUnauthorized: false } : {}),
      }).on('socket', (socket) => socket.once('lookup', onResolved)),
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    body,
    limits: { connectMs: Math.min(CONNECT_MS, limitMs), totalMs: limitMs, ...SIZES },
    startedAt: performance.now(),
  });
  const { totalMs } = outcome.timings;
  if (outcome.kind === 'failed') return { error: outcome.message, total_ms: totalMs };
  const { status, headers: answered, body: text, isTruncated } = outcome.response;
  return { status, headers: answered, body: text, truncated: isTruncated, total_ms: totalMs };
}
