import type { IncomingMessage } from 'node:http';
import proxyAddress from 'proxy-addr';
import type { App } from '../exchange/middleware.ts';

/** Trusted proxies: their number, or their addresses, ranges and Express's names for ranges. */
export type TrustedProxies = number | readonly string[];

/** How to find the address of a client. */
export interface FollowedProxies extends Pick<App, 'isTrustedProxy'> {
  /** Returns the address of the client behind trusted proxies. Undefined without them. */
  readonly readClientAddress: ((request: IncomingMessage) => string) | undefined;
}

/** Returns how to find the address of a client behind trusted proxies, as Express does with `trust proxy`. */
export function followProxies(trusted: TrustedProxies | undefined): FollowedProxies {
  if (trusted === undefined) return { readClientAddress: undefined, isTrustedProxy: () => false };
  const isTrusted =
    typeof trusted === 'number'
      ? (_address: string, hop: number): boolean => hop < trusted
      : proxyAddress.compile([...trusted]);
  return {
    readClientAddress: (request) => proxyAddress(request, isTrusted),
    isTrustedProxy: (address) => isTrusted(address, 0),
  };
}
