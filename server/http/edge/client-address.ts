import type { Socket } from 'node:net';
import { parseAddress } from '../../../base/cidr.ts';
import type { HttpRequest } from '../exchange/middleware.ts';

/**
 * Returns the name under which the requests of a client are counted: its IPv4 address, or the first 64 bits of its IPv6
 * address (the usual allocation of one customer). Undefined for requests of this process.
 */
export function readClientGroup(request: HttpRequest): string | undefined {
  const { socket, clientAddress } = request;
  const { remoteAddress } = socket;
  if (remoteAddress === undefined) return undefined;
  // Follows X-Forwarded-For as far as proxies are trusted, so its value may not be an address.
  if (clientAddress !== undefined)
    return toAddressGroup(clientAddress) ?? toAddressGroup(remoteAddress) ?? remoteAddress;
  const known = groups.get(socket);
  if (known !== undefined) return known;
  const group = toAddressGroup(remoteAddress) ?? remoteAddress;
  groups.set(socket, group);
  return group;
}

/** The groups of open connections without proxies. */
const groups = new WeakMap<Socket, string>();

/** Returns the group of an address; undefined for any other text. */
export function toAddressGroup(text: string): string | undefined {
  const address = parseAddress(text);
  if (address === undefined || address.family === 4) return address?.text;
  const [head = [], tail = []] = address.text.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`;
}
