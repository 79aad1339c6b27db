import { isLoopbackHost } from '../../spec/hosts.ts';
import { problem } from '../problem.ts';
import { headerOf, isForControlPlane } from './call.ts';
import type { Step } from './steps.ts';

/** Under which names the control plane answers, and to which pages. */
export interface Origins {
  /** Where clients reach the server, as links in replies have it. */
  readonly baseUrl: string;
  /** Whether it answers under loopback names and that one alone. */
  readonly isLoopback: boolean;
}

/**
 * Refuses, under `/sandbox`, what a web page could send from a browser on this machine: requests of another origin, and
 * such as reach a loopback server under a name that somebody else's DNS points here. Gap sandbox.origin.
 */
export function refuseForeignPages({ baseUrl, isLoopback }: Origins): Step {
  const own = new URL(baseUrl);
  const isOwnName = (host: string): boolean => isLoopbackHost(nameIn(host) ?? '') || nameIn(host) === own.hostname;

  return (call, request) => {
    if (!isForControlPlane(call)) return undefined;
    const host = headerOf(request, 'host') ?? '';
    if (isLoopback && !isOwnName(host))
      return problem(403, 'host_not_allowed', {
        detail: `The header Host names no address of this server. Use ${own.origin}.`,
      });

    const origin = headerOf(request, 'origin');
    const site = headerOf(request, 'sec-fetch-site') ?? 'none';
    const isOwnPage = origin === undefined || origin === own.origin || isSameAddress(origin, host);
    if (isOwnPage && (site === 'none' || site === 'same-origin')) return undefined;
    return problem(403, 'origin_not_allowed', {
      detail: `Only pages of ${own.origin} may use the control plane; this request comes from another one.`,
    });
  };
}

/** Whether a page came from the very address it asks, and that is no name, which DNS could have pointed here. */
function isSameAddress(origin: string, host: string): boolean {
  if (!URL.canParse(origin) || new URL(origin).host !== host.toLowerCase()) return false;
  return isLoopbackHost(nameIn(host) ?? '') || /^(\d+\.){3}\d+$|^\[/.test(nameIn(host) ?? '');
}

/** `Host` without its port; undefined for one that is none. */
function nameIn(host: string): string | undefined {
  return /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9_.-]+)(:\d{1,5})?$/.exec(host)?.[1]?.toLowerCase();
}
