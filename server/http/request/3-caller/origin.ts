import { isLoopbackHost } from '../../../../base/hosts.ts';
import { problem } from '../../../problems/problem.ts';
import { isForControlPlane } from '../../exchange/call.ts';
import type { Decision } from '../../exchange/decision.ts';

/** Names under which the control plane answers, and the pages that may use it. */
export interface Origins {
  /** Base URL of the server, as used in links. */
  readonly baseUrl: string;
  /** Whether it answers only under loopback names and `baseUrl`. */
  readonly isLoopback: boolean;
}

/**
 * Protects `/sandbox` on a developer's machine from web pages. Refuses requests of another origin (cross-site requests)
 * and requests to a loopback server under a foreign host name (DNS rebinding). Gap sandbox.origin.
 */
export function refuseForeignPages({ baseUrl, isLoopback }: Origins): Decision {
  const own = new URL(baseUrl);
  const isOwnName = (host: string): boolean =>
    isLoopbackHost(parseHostName(host) ?? '') || parseHostName(host) === own.hostname;

  return (call) => {
    if (!isForControlPlane(call)) return undefined;
    const { host = '', origin, 'sec-fetch-site': site = 'none' } = call.headers;
    if (isLoopback && !isOwnName(host))
      return problem(403, 'host_not_allowed', {
        detail: `The header Host is not an address of this server. Use ${own.origin}.`,
      });

    const isOwnPage = origin === undefined || origin === own.origin || isSameAddress(origin, host);
    if (isOwnPage && (site === 'none' || site === 'same-origin')) return undefined;
    return problem(403, 'origin_not_allowed', {
      detail: `Only pages of ${own.origin} may use the control plane; this request comes from another one.`,
    });
  };
}

/**
 * Whether the page has the same origin as the requested address, and that address is an IP address. DNS can point a
 * name here, but not an address.
 */
function isSameAddress(origin: string, host: string): boolean {
  if (!URL.canParse(origin) || new URL(origin).host !== host.toLowerCase()) return false;
  return isLoopbackHost(parseHostName(host) ?? '') || /^(\d+\.){3}\d+$|^\[/.test(parseHostName(host) ?? '');
}

/** Returns `Host` without its port; undefined if it is malformed. */
function parseHostName(host: string): string | undefined {
  return /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9_.-]+)(:\d{1,5})?$/.exec(host)?.[1]?.toLowerCase();
}
