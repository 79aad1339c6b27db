import { type Address, type Cidr, type Membership, membershipOf, parseCidrs } from './cidr.ts';

/**
 * Whom a range of addresses belongs to: `inside` to this machine and the networks around it, `never` to nobody that a
 * delivery could be meant for.
 */
export interface AddressRange {
  readonly name: string;
  readonly cidrs: readonly Cidr[];
  readonly kind: 'inside' | 'never';
  readonly holds: Membership;
}

function range(kind: AddressRange['kind'], name: string, list: string): AddressRange {
  const cidrs = parseCidrs(list);
  if ('fault' in cidrs) throw new Error(cidrs.fault);
  return { name, kind, cidrs, holds: membershipOf(cidrs) };
}

/** The first that holds an address counts: single addresses stand before the ranges around them. */
const ranges: readonly AddressRange[] = [
  // Where clouds tell a machine about itself, credentials included.
  range('never', 'cloud metadata', '169.254.169.254, 100.100.100.200, 168.63.129.16, fd00:ec2::254, fd20:ce::254'),
  range('inside', 'loopback', '127.0.0.0/8, ::1'),
  range('inside', 'private network', '10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, fc00::/7'),
  range('inside', 'shared address space', '100.64.0.0/10'),
  range('never', 'this network', '0.0.0.0/8, ::'),
  range('never', 'link-local', '169.254.0.0/16, fe80::/10'),
  range('never', 'broadcast', '255.255.255.255'),
  range('never', 'multicast', '224.0.0.0/4, ff00::/8'),
  range('never', 'documentation', '192.0.2.0/24, 198.51.100.0/24, 203.0.113.0/24, 2001:db8::/32, 3fff::/20'),
  range('never', 'benchmarking', '198.18.0.0/15, 2001:2::/48'),
  range('never', 'protocol assignments', '192.0.0.0/24'),
  range('never', 'reserved (class E)', '240.0.0.0/4'),
  range('never', '6to4', '192.88.99.0/24, 2002::/16'),
  range('never', 'Teredo', '2001::/32'),
  range('never', 'NAT64', '64:ff9b::/96, 64:ff9b:1::/48'),
  range('never', 'IPv4-compatible', '::/96'),
  range('never', 'protocol assignments', '2001::/23'),
];

/** Of IPv6, only what is handed out to the world is reachable at all. */
const GLOBAL_UNICAST = range('never', 'global unicast', '2000::/3');
const UNASSIGNED = range('never', 'IPv6 outside of global unicast', '::/0');

/** The special range that an address is in; undefined for an address on the open internet. */
export function specialRangeOf(address: Address): AddressRange | undefined {
  const special = ranges.find(({ holds }) => holds(address));
  if (special !== undefined || address.family === 4 || GLOBAL_UNICAST.holds(address)) return special;
  return UNASSIGNED;
}
