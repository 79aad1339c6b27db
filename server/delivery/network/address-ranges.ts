import {
  type AddressMatcher,
  type Cidr,
  createAddressMatcher,
  type IpAddress,
  parseCidrs,
} from '../../../base/cidr.ts';

/** `inside`: addresses of this machine and its networks. `never`: addresses that no delivery may use. */
export interface AddressRange {
  readonly name: string;
  readonly cidrs: readonly Cidr[];
  readonly kind: 'inside' | 'never';
  readonly contains: AddressMatcher;
}

function createRange(kind: AddressRange['kind'], name: string, list: string): AddressRange {
  const cidrs = parseCidrs(list);
  if ('fault' in cidrs) throw new Error(cidrs.fault);
  return { name, kind, cidrs, contains: createAddressMatcher(cidrs) };
}

/** The first matching range wins, so single addresses come before the ranges around them. */
const ranges: readonly AddressRange[] = [
  // Metadata services of clouds, which return credentials.
  createRange(
    'never',
    'cloud metadata',
    '169.254.169.254, 100.100.100.200, 168.63.129.16, fd00:ec2::254, fd20:ce::254',
  ),
  createRange('inside', 'loopback', '127.0.0.0/8, ::1'),
  createRange('inside', 'private network', '10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, fc00::/7'),
  createRange('inside', 'shared address space', '100.64.0.0/10'),
  createRange('never', 'this network', '0.0.0.0/8, ::'),
  createRange('never', 'link-local', '169.254.0.0/16, fe80::/10'),
  createRange('never', 'broadcast', '255.255.255.255'),
  createRange('never', 'multicast', '224.0.0.0/4, ff00::/8'),
  createRange('never', 'documentation', '192.0.2.0/24, 198.51.100.0/24, 203.0.113.0/24, 2001:db8::/32, 3fff::/20'),
  createRange('never', 'benchmarking', '198.18.0.0/15, 2001:2::/48'),
  createRange('never', 'protocol assignments', '192.0.0.0/24'),
  createRange('never', 'reserved (class E)', '240.0.0.0/4'),
  createRange('never', '6to4', '192.88.99.0/24, 2002::/16'),
  createRange('never', 'Teredo', '2001::/32'),
  createRange('never', 'NAT64', '64:ff9b::/96, 64:ff9b:1::/48'),
  createRange('never', 'IPv4-compatible', '::/96'),
  createRange('never', 'protocol assignments', '2001::/23'),
];

/** Only this part of IPv6 is publicly routable. */
const GLOBAL_UNICAST = createRange('never', 'global unicast', '2000::/3');
const UNASSIGNED = createRange('never', 'IPv6 outside of global unicast', '::/0');

/** Returns the special range of an address; undefined for a public address. */
export function findSpecialRange(address: IpAddress): AddressRange | undefined {
  const special = ranges.find(({ contains }) => contains(address));
  if (special !== undefined || address.family === 4 || GLOBAL_UNICAST.contains(address)) return special;
  return UNASSIGNED;
}
