import { isIP } from 'node:net';
import { isLoopbackHost } from '../../spec/hosts.ts';
import { type AddressRange, specialRangeOf } from './address-ranges.ts';
import { type Address, type Cidr, membershipOf, readAddress } from './cidr.ts';
import { isPortForReceivers } from './receiver-ports.ts';

/**
 * Where deliveries may go (gap destinations.operations). `local` is for a sandbox on one's own machine: this machine, the
 * networks around it and the internet. `hosted` is for a sandbox that strangers use: the internet only, over TLS.
 */
export interface DestinationPolicy {
  /** `--destinations`. */
  readonly mode: 'local' | 'hosted';
  /** `--allow-destinations`: parts of what is inside that `hosted` opens nevertheless. */
  readonly allowedCidrs?: readonly Cidr[];
  /** `--allow-http-destinations`: `hosted` sends without TLS, too. */
  readonly allowHttp?: boolean;
  /** Absent while nothing listens. */
  readonly own?: OwnPlace;
}

/** Where the sandbox itself listens. Nothing is sent there, but for its inbox, which needs no network. */
export interface OwnPlace {
  readonly port: number;
  /** Addresses of this machine besides loopback. */
  readonly addresses?: readonly string[];
  /** Origins under which others know it, as behind a proxy: `https://sandbox.example.com`. */
  readonly origins?: readonly string[];
  /** The path of every inbox before its token, with a slash at both ends. */
  readonly inboxPrefix: string;
}

/** Why nothing is sent to an address. */
export interface Refusal {
  readonly kind: 'refused';
  /** What is wrong: the name of a range, or of the part of the URL. */
  readonly range: string;
  /** The option that would allow it, if one does. */
  readonly setting?: string;
  /** Whole sentences, fit for those who registered the address. */
  readonly message: string;
}

/** Whether a connection to an address is allowed. `port` tells the sandbox's own door from its neighbours'. */
export function judgeAddress(policy: DestinationPolicy, ip: string, port?: number): Allowed | Refusal {
  const address = readAddress(ip);
  if (address === undefined) return refuse('unknown form', 'The destination has an address of an unknown form.');
  const range = specialRangeOf(address);
  if (policy.own !== undefined && port === policy.own.port && isOwn(policy.own, address, range))
    return ownDoor(policy.own);
  if (range === undefined) return { kind: 'allowed' };
  const subject = policy.mode === 'local' ? address.text : "The destination's address";
  const block = range.cidrs.find((cidr) => membershipOf([cidr])(address))?.text ?? range.name;
  const place = `${subject} is in the range "${range.name}" (${block})`;
  if (range.kind === 'never') return refuse(range.name, `${place}, where no delivery may go. No setting allows it.`);
  if (policy.mode === 'local' || membershipOf(policy.allowedCidrs ?? [])(address)) return { kind: 'allowed' };
  const setting = '--allow-destinations';
  const advice = `The operator can allow it with ${setting} ${block}, or with the part of it that is meant.`;
  return refuse(range.name, `${place}, inside the network of this server. ${advice}`, setting);
}

export interface Allowed {
  readonly kind: 'allowed';
}

/** Where a URL that is not refused leads, before its name is resolved. */
export interface Place {
  /** `inbox`: the sandbox's own. Everything else is on the network, and its addresses are judged when they are known. */
  readonly kind: 'inbox' | 'network';
  /** As the URL parser reads it: numbers in any notation have become addresses. */
  readonly url: URL;
  /** The name or address, without brackets. */
  readonly host: string;
  readonly port: number;
}

/** What can be said of a URL without asking anybody: its form, its scheme, and its address if it holds one. */
export function judgeUrl(policy: DestinationPolicy, text: string): Place | Refusal {
  const url = URL.parse(text);
  if (url === null) return refuse('URL', 'This is no URL. Expected one such as https://example.com/hooks.');
  const { protocol } = url;
  if (protocol !== 'https:' && protocol !== 'http:')
    return refuse('scheme', `Deliveries go over https or http, not over ${protocol.slice(0, -1)}.`);
  if (url.username !== '' || url.password !== '')
    return refuse(
      'credentials',
      'The URL holds a name or password. Put them into a header of the destination instead.',
    );

  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? (protocol === 'https:' ? 443 : 80) : Number(url.port);
  if (port === 0) return refuse('port', 'Nothing listens on port 0. Expected a port from 1 to 65535.');
  const known = isLocalName(host) ? '127.0.0.1' : host;
  if (policy.own !== undefined && isOwnUrl(policy.own, url, known, port))
    return isInbox(policy.own, url) ? { kind: 'inbox', url, host, port } : ownDoor(policy.own);
  if (protocol === 'http:' && policy.mode === 'hosted' && policy.allowHttp !== true) {
    const setting = '--allow-http-destinations';
    return refuse('scheme', `Deliveries go over https. The operator can allow http with ${setting}.`, setting);
  }
  if (policy.mode === 'hosted' && !isPortForReceivers(port))
    return refuse(
      'port',
      `Port ${port} belongs to another service than a web server. Expected 443, 80, or a port from 1024 on without one.`,
    );
  const judged = isIP(known) === 0 ? undefined : judgeAddress(policy, known, port);
  return judged?.kind === 'refused' ? judged : { kind: 'network', url, host, port };
}

/** Whether a name means this machine, whatever a resolver says (RFC 6761, 6.3). */
export const isLocalName = (host: string): boolean => isIP(host) === 0 && isLoopbackHost(host);

/** The addresses of this machine by which a local name is reached: those of loopback that are allowed. */
export const loopbackAddresses = (policy: DestinationPolicy, port?: number): readonly string[] =>
  ['127.0.0.1', '::1'].filter((address) => judgeAddress(policy, address, port).kind === 'allowed');

function isOwnUrl(own: OwnPlace, url: URL, host: string, port: number): boolean {
  if (own.origins?.includes(url.origin) === true) return true;
  const address = readAddress(host);
  return port === own.port && address !== undefined && isOwn(own, address, specialRangeOf(address));
}

function isOwn(own: OwnPlace, address: Address, range: AddressRange | undefined): boolean {
  if (range?.name === 'loopback') return true;
  return (own.addresses ?? []).some((one) => readAddress(one)?.text === address.text);
}

/** One segment and nothing behind it: an encoded slash in a token would be a way to somewhere else. */
function isInbox({ inboxPrefix }: OwnPlace, { pathname }: URL): boolean {
  return pathname.startsWith(inboxPrefix) && /^[A-Za-z0-9_-]+$/.test(pathname.slice(inboxPrefix.length));
}

const ownDoor = ({ inboxPrefix }: OwnPlace): Refusal =>
  refuse(
    'own port',
    `This is the sandbox itself. Of its own paths, only its inboxes take deliveries: ${inboxPrefix}{token}.`,
  );

const refuse = (range: string, message: string, setting?: string): Refusal => ({
  kind: 'refused',
  range,
  message,
  ...(setting === undefined ? {} : { setting }),
});
