import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { UpstreamFailure } from './upstream-failure.ts';

/** A response of the proxy in place of one of the upstream. */
export interface Refusal extends UpstreamFailure {
  readonly status: 400 | 405 | 501 | 502 | 508;
  /** Further members of the problem document. */
  readonly members?: Readonly<Record<string, unknown>>;
}

/** Sends a refusal as a problem document (RFC 9457), with `Proxy-Status` (RFC 9209) to distinguish it from a response of the upstream. */
export function sendRefusal(response: ServerResponse, { status, error, message, members }: Refusal): void {
  const title = STATUS_CODES[status] ?? '';
  const detail = `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
  const body = Buffer.from(JSON.stringify({ type: 'about:blank', title, status, detail, ...members }));
  response
    .writeHead(status, {
      'Content-Type': 'application/problem+json',
      'Content-Length': body.length,
      'Cache-Control': 'no-store',
      'Proxy-Status': `fleetkit; error=${error}`,
    })
    .end(body);
}
