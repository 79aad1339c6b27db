import { isIP } from 'node:net';
import { type Cidr, createAddressMatcher, type IpAddress, parseAddress } from '../../../base/cidr.ts';
import { isLoopbackHost } from '../../../base/hosts.ts';
import { omitUndefined } from '../../../base/omit-undefined.ts';
import { type AddressRange, findSpecialRange } from './address-ranges.ts';
import { isPortForReceivers } from './receiver-ports.ts';

/**
 * Where deliveries may go (gap destinations.operations). `local` is for a sandbox on the user's machine: it allows this
 * machine, its networks and the internet. `hosted` is for a shared sandbox: it allows only the internet, over TLS.
 */
export interface DestinationPolicy {
  /** `--destinations`. */
  readonly mode: 'local' | 'hosted';
  /** `--allow-destinations`: internal addresses that `hosted` allows in addition. */
  readonly allowedCidrs?: readonly Cidr[];
  /** `--allow-http-destinations`: `hosted` also allows plain HTTP. */
  readonly allowHttp?: boolean;
  /** Absent until the server listens. */
  readonly own?: OwnAddresses;
}

/** Where the sandbox listens. Nothing is sent there except to its inboxes, which need no network. */
export interface OwnAddresses {
  readonly port: number;
  /** Non-loopback addresses of this machine. */
  readonly addresses?: readonly string[];
  /** Public origins of the sandbox, for example behind a proxy: `https://sandbox.example.com`. */
  readonly origins?: readonly string[];
  /** Path of the inboxes, with a slash at both ends. The token follows it. */
  readonly inboxPrefix: string;
  /** The path under which clients reach the sandbox, such as `/fleet`. Default: none. */
  readonly basePath?: string;
  /** The path that the server expects in place of `basePath`. Default: none, because a proxy or an app removes it. */
  readonly servedPath?: string;
}

/** Why a destination is refused. */
export interface AddressRefusal {
  readonly kind: 'refused';
  /** The name of the range or of the part of the URL at fault. */
  readonly range: string;
  /** The option that would allow it, if there is one. */
  readonly setting?: string;
  /** Complete sentences for the user who registered the address. */
  readonly message: string;
}

/**
 * Whether a connection to an address is allowed. `port` distinguishes the sandbox from other servers on the same
 * machine.
 */
export function checkAddress(policy: DestinationPolicy, ip: string, port?: number): Allowed | AddressRefusal {
  const address = parseAddress(ip);
  if (address === undefined)
    return createRefusal('unknown form', 'The address of the destination has an unknown format.');
  const range = findSpecialRange(address);
  if (policy.own !== undefined && port === policy.own.port && isOwn(policy.own, address, range))
    return refuseOwnPort(policy.own);
  if (range === undefined) return { kind: 'allowed' };
  if (range.kind !== 'never' && (policy.mode === 'local' || createAddressMatcher(policy.allowedCidrs ?? [])(address)))
    return { kind: 'allowed' };
  const subject = policy.mode === 'local' ? address.text : "The destination's address";
  const block = range.cidrs.find((cidr) => createAddressMatcher([cidr])(address))?.text ?? range.name;
  const description = `${subject} is in the range "${range.name}" (${block})`;
  if (range.kind === 'never')
    return createRefusal(range.name, `${description}, which deliveries never use. No setting allows it.`);
  const setting = '--allow-destinations';
  const advice = `The operator can allow it with ${setting} ${block}, or with a part of that block.`;
  return createRefusal(range.name, `${description}, inside the network of this server. ${advice}`, setting);
}

export interface Allowed {
  readonly kind: 'allowed';
}

/** The target of an allowed URL, before its name is resolved. */
export interface CheckedUrl {
  /** `inbox`: an inbox of the sandbox. `network`: anything else; its addresses are checked when they are resolved. */
  readonly kind: 'inbox' | 'network';
  /** As normalised by the URL parser: numbers in any notation are addresses. */
  readonly url: URL;
  /** The name or address, without brackets. */
  readonly host: string;
  readonly port: number;
}

/** Checks a URL without resolving names: its form, its scheme, and its address if it contains one. */
export function checkUrl(policy: DestinationPolicy, text: string): CheckedUrl | AddressRefusal {
  const url = URL.parse(text);
  if (url === null) return createRefusal('URL', 'This is not a URL. Expected one such as https://example.com/hooks.');
  const { protocol } = url;
  if (protocol !== 'https:' && protocol !== 'http:')
    return createRefusal('scheme', `Deliveries use https or http, not ${protocol.slice(0, -1)}.`);
  if (url.username !== '' || url.password !== '')
    return createRefusal(
      'credentials',
      'The URL contains a user name or password. Send them in a header of the destination instead.',
    );

  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? (protocol === 'https:' ? 443 : 80) : Number(url.port);
  if (port === 0) return createRefusal('port', 'Nothing listens on port 0. Expected a port from 1 to 65535.');
  const known = isLocalName(host) ? '127.0.0.1' : host;
  if (policy.own !== undefined && isOwnUrl(policy.own, { url, host: known, port }))
    return isInbox(policy.own, url) ? { kind: 'inbox', url, host, port } : refuseOwnPort(policy.own);
  if (protocol === 'http:' && policy.mode === 'hosted' && policy.allowHttp !== true) {
    const setting = '--allow-http-destinations';
    return createRefusal('scheme', `Deliveries use https. The operator can allow http with ${setting}.`, setting);
  }
  if (policy.mode === 'hosted' && !isPortForReceivers(port))
    return createRefusal(
      'port',
      `Port ${port} is reserved for another kind of service. Expected 443, 80, or a port from 1024 that no well-known service uses.`,
    );
  const result = isIP(known) === 0 ? undefined : checkAddress(policy, known, port);
  return result?.kind === 'refused' ? result : { kind: 'network', url, host, port };
}

/** Whether a name always means this machine, regardless of DNS (RFC 6761, 6.3). */
export const isLocalName = (host: string): boolean => isIP(host) === 0 && isLoopbackHost(host);

/** Returns the allowed loopback addresses, to which local names resolve. */
export const listLoopbackAddresses = (policy: DestinationPolicy, port?: number): readonly string[] =>
  ['127.0.0.1', '::1'].filter((address) => checkAddress(policy, address, port).kind === 'allowed');

function isOwnUrl(own: OwnAddresses, { url, host, port }: Pick<CheckedUrl, 'url' | 'host' | 'port'>): boolean {
  if (own.origins?.includes(url.origin) === true) return true;
  const address = parseAddress(host);
  return port === own.port && address !== undefined && isOwn(own, address, findSpecialRange(address));
}

function isOwn(own: OwnAddresses, address: IpAddress, range: AddressRange | undefined): boolean {
  if (range?.name === 'loopback') return true;
  return (own.addresses ?? []).some((one) => parseAddress(one)?.text === address.text);
}

/** Requires exactly one segment: an encoded slash in a token could lead to another path. */
function isInbox({ inboxPrefix }: OwnAddresses, { pathname }: URL): boolean {
  return pathname.startsWith(inboxPrefix) && /^[A-Za-z0-9_-]+$/.test(pathname.slice(inboxPrefix.length));
}

const refuseOwnPort = ({ inboxPrefix }: OwnAddresses): AddressRefusal =>
  createRefusal('own port', `This is the sandbox itself. Only its inboxes accept deliveries: ${inboxPrefix}{token}.`);

const createRefusal = (range: string, message: string, setting?: string): AddressRefusal => ({
  kind: 'refused',
  range,
  message,
  ...omitUndefined({ setting }),
});
