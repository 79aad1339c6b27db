import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cidr, createAddressMatcher, parseAddress, parseCidrs } from './cidr.ts';

function parseValidCidrs(list: string): readonly Cidr[] {
  const parsed = parseCidrs(list);
  if ('fault' in parsed) throw new Error(parsed.fault);
  return parsed;
}

const isIn = (list: string, ip: string): boolean =>
  createAddressMatcher(parseValidCidrs(list))(parseAddress(ip) ?? expect.fail(ip));

describe('parseCidrs', () => {
  test('accepts blocks of both families and single addresses, with spaces after commas', () => {
    expect(parseValidCidrs('10.0.0.0/8, fd00::/8,192.168.1.7,::1')).toEqual([
      { text: '10.0.0.0/8', family: 4, network: '10.0.0.0', prefix: 8 },
      { text: 'fd00::/8', family: 6, network: 'fd00::', prefix: 8 },
      { text: '192.168.1.7', family: 4, network: '192.168.1.7', prefix: 32 },
      { text: '::1', family: 6, network: '::1', prefix: 128 },
    ]);
  });

  test.each([
    ['', /entry of the list is empty/],
    ['10.0.0.0/8,,::1', /entry of the list is empty/],
    ['localhost', /"localhost" does not begin with an address/],
    ['10.0.0/8', /"10.0.0\/8" does not begin with an address/],
    ['010.0.0.0/8', /does not begin with an address/],
    ['10.0.0.0/33', /needs a prefix length from 0 to 32/],
    ['10.0.0.0/', /needs a prefix length from 0 to 32/],
    ['10.0.0.0/08', /needs a prefix length from 0 to 32/],
    ['10.0.0.0/255.0.0.0', /needs a prefix length from 0 to 32/],
    ['10.0.0.0/8/8', /needs a prefix length from 0 to 32/],
    ['fd00::/129', /needs a prefix length from 0 to 128/],
    ['fe80::1%eth0', /has an IPv6 zone/],
    ['::ffff:10.0.0.0/104', /write it as IPv4/],
    ['0:0:0:0:0:FFFF:0a00:0/104', /write it as IPv4/],
  ])('rejects %j and describes the expected form', (list, fault) => {
    expect(parseCidrs(list)).toEqual({ fault: expect.stringMatching(fault) });
  });
});

describe('createAddressMatcher', () => {
  test.each([
    ['10.0.0.0/8', '10.255.255.255', true],
    ['10.0.0.0/8', '11.0.0.0', false],
    ['10.1.2.3/8', '10.9.9.9', true],
    ['192.168.1.7', '192.168.1.7', true],
    ['192.168.1.7', '192.168.1.8', false],
    ['10.0.0.0/8', '::ffff:10.0.0.1', true],
    ['10.0.0.0/8', '::ffff:a00:1', true],
    ['::/0', '10.0.0.1', false],
    ['::/0', '::ffff:10.0.0.1', false],
    ['0.0.0.0/0', '::1', false],
    ['fd00::/8', 'FD00:0:0::1', true],
  ])('checks whether %s contains %s: %s', (list, ip, expected) => expect(isIn(list, ip)).toBe(expected));

  test('matches an address exactly if the leading bits are equal', () => {
    const ipv4 = fc.nat(0xffffffff);
    const formatAddress = (n: number): string => [n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255].join('.');
    fc.assert(
      fc.property(fc.tuple(ipv4, ipv4), fc.nat(32), fc.boolean(), ([network, other], prefix, isNear) => {
        const ip = isNear ? (network ^ (other >>> prefix)) >>> 0 : other;
        const isEqual = prefix === 0 || (network ^ ip) >>> (32 - prefix) === 0;
        expect(isIn(`${formatAddress(network)}/${prefix}`, formatAddress(ip))).toBe(isEqual);
        expect(isIn(`${formatAddress(network)}/${prefix}`, `::ffff:${formatAddress(ip)}`)).toBe(isEqual);
      }),
    );
  });
});

test('returns undefined for text that is not a global address', () => {
  for (const text of ['fe80::1%eth0', 'example.com', '0x7f.1', '1.2.3', '', '[::1]'])
    expect(parseAddress(text)).toBeUndefined();
  expect(parseAddress('0:0::0:1')).toEqual({ family: 6, text: '::1' });
});
