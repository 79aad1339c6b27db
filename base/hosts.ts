import { BlockList, isIP } from 'node:net';

/* Created when first used, because most commands need none. */
const getLoopback = createOnce(() => createBlockList('127.0.0.0/8', '::1/128'));
/** Ranges that are not routed on the internet: private, shared, link-local, unspecified. */
const getInside = createOnce(() =>
  createBlockList(
    ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'],
    ...['::/128', 'fc00::/7', 'fe80::/10'],
  ),
);
/** Suffixes of names that only a private network resolves. */
const INSIDE_NAMES = /\.(internal|intranet|local|svc|corp|lan|home\.arpa)$/;

/**
 * Whether a host is this machine: `localhost` and names below it (RFC 6761), 127.0.0.0/8, ::1. The host has the form of a URL
 * or no brackets, and no port.
 */
export function isLoopbackHost(host: string): boolean {
  const plain = normalizeHost(host);
  return isIP(plain) === 0 ? /^(.+\.)?localhost$/.test(plain) : isIn(getLoopback(), plain);
}

/** Whether only this machine or a private network can reach a host. Does not resolve names. */
export function isInternalHost(host: string): boolean {
  const plain = normalizeHost(host);
  return isLoopbackHost(plain) || (isIP(plain) === 0 ? INSIDE_NAMES.test(plain) : isIn(getInside(), plain));
}

/** Returns a host in lower case, without brackets and without the dot of the DNS root. */
const normalizeHost = (host: string): string =>
  host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');

/** `BlockList` matches IPv4-mapped IPv6 addresses with the rules for IPv4. */
const isIn = (list: BlockList, address: string): boolean => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

function createBlockList(...ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

function createOnce<Value>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= create();
    return value;
  };
}
