import { BlockList, isIP } from 'node:net';

/** A block of addresses, with its original text. A single address is a block of one. */
export interface Cidr {
  readonly text: string;
  readonly family: 4 | 6;
  readonly network: string;
  readonly prefix: number;
}

/** Parses `10.0.0.0/8,fd00::/8,192.0.2.7`: blocks or single addresses, separated by commas. */
export function parseCidrs(list: string): readonly Cidr[] | { readonly fault: string } {
  const blocks: Cidr[] = [];
  for (const entry of list.split(',')) {
    const parsed = parseCidr(entry.trim());
    if ('fault' in parsed) return parsed;
    blocks.push(parsed);
  }
  return blocks;
}

function parseCidr(text: string): Cidr | { readonly fault: string } {
  if (text === '') return { fault: `An entry of the list is empty. ${EXPECTED}` };
  const shown = JSON.stringify(text.slice(0, 60));
  const [network = '', prefix, ...more] = text.split('/');
  const family = isIP(network);
  if (family !== 4 && family !== 6) return { fault: `${shown} does not begin with an address. ${EXPECTED}` };
  if (network.includes('%')) return { fault: `${shown} has an IPv6 zone. Remove the part from % on.` };
  if (family === 6 && extractMappedIpv4(network) !== undefined)
    return { fault: `${shown} is an IPv4 address written as IPv6; write it as IPv4.` };
  const most = family === 4 ? 32 : 128;
  if (more.length > 0 || (prefix !== undefined && !/^(0|[1-9]\d{0,2})$/.test(prefix)) || Number(prefix ?? 0) > most)
    return { fault: `${shown} needs a prefix length from 0 to ${most} after its slash. ${EXPECTED}` };
  return { text, family, network, prefix: prefix === undefined ? most : Number(prefix) };
}

const EXPECTED = 'Expected blocks such as 10.0.0.0/8 or fd00::/8, or single addresses, separated by commas.';

/** Whether an address is in one of several blocks. */
export type AddressMatcher = (address: IpAddress) => boolean;

/** An address in canonical form. IPv4-mapped IPv6 addresses are IPv4. */
export interface IpAddress {
  readonly family: 4 | 6;
  readonly text: string;
}

/**
 * Parses one address. Returns undefined for any other text, and for one with a zone, which is meaningless on another
 * machine.
 */
export function parseAddress(text: string): IpAddress | undefined {
  const family = isIP(text);
  if (family === 4) return { family, text };
  if (family !== 6 || text.includes('%')) return undefined;
  const inner = extractMappedIpv4(text);
  return inner === undefined ? { family, text: canonicalizeIpv6(text) } : { family: 4, text: inner };
}

/**
 * Uses one list per family: in a common list, a rule for `::/0` or `::ffff:0:0/96` would also match every IPv4 address.
 */
export function createAddressMatcher(blocks: readonly Cidr[]): AddressMatcher {
  const lists = { 4: new BlockList(), 6: new BlockList() };
  for (const { family, network, prefix } of blocks) lists[family].addSubnet(network, prefix, FAMILY[family]);
  return ({ family, text }) => lists[family].check(text, FAMILY[family]);
}

const FAMILY = { 4: 'ipv4', 6: 'ipv6' } as const;

/** Returns an IPv6 address in its shortest form, from any notation that the URL parser accepts. */
const canonicalizeIpv6 = (text: string): string => new URL(`http://[${text}]`).hostname.slice(1, -1);

/** Converts `::ffff:7f00:1` to `127.0.0.1`; undefined for any other address. */
function extractMappedIpv4(text: string): string | undefined {
  const groups = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonicalizeIpv6(text));
  if (groups === null) return undefined;
  const [high, low] = [Number.parseInt(groups[1] ?? '', 16), Number.parseInt(groups[2] ?? '', 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
