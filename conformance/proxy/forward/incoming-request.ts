import type { IncomingMessage } from 'node:http';
import type { HeaderPair } from '../../http/transport/transport-contract.ts';
import type { Refusal } from './refusal.ts';

interface RequestFacts {
  /** The path at the upstream, if the request has one. */
  readonly path: string | undefined;
  /** The name of this proxy in `Via`. */
  readonly via: string;
}

/** Returns why a request cannot be forwarded; `undefined` if it can. */
export function findRequestRefusal(headers: readonly HeaderPair[], { path, via }: RequestFacts): Refusal | undefined {
  const find = (name: string) => headers.filter(([one]) => one.toLowerCase() === name).map(([, value]) => value);
  if (path === undefined)
    return { status: 400, error: 'http_request_error', message: 'the target of the request is not a path' };
  if (find('via').some((value) => value.includes(via)))
    return {
      status: 508,
      error: 'proxy_loop_detected',
      message: 'the request has passed through this proxy already; --upstream leads back to the proxy',
    };
  if (find('upgrade').some((value) => /^\s*websocket\b/i.test(value)))
    return {
      status: 501,
      error: 'http_upgrade_failed',
      message: 'the proxy forwards no WebSocket connections; connect to the upstream directly',
    };
  return undefined;
}

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Returns the path at the upstream; `undefined` for a target that names none. A client of a forward proxy sends a whole URL. */
export function toUpstreamPath(target: string, basePath: string): string | undefined {
  if (target === '*') return target;
  if (target.startsWith('/')) return basePath + target;
  const [, path] = /^https?:\/\/[^/?#]+(.*)$/i.exec(target) ?? [];
  return path === undefined ? undefined : `${basePath}${path.startsWith('/') ? '' : '/'}${path}`;
}
