import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCidrs } from '../../../base/cidr.ts';
import { checkAddress, checkUrl, type DestinationPolicy } from './address-policy.ts';

const own = {
  port: 4010,
  addresses: ['192.168.1.5', 'fd12::5'],
  origins: ['https://sandbox.example.com'],
  inboxPrefix: '/sandbox/inbox/',
};
const local: DestinationPolicy = { mode: 'local', own };
const hosted: DestinationPolicy = { mode: 'hosted', own };

function createLocalPolicy(list: string): DestinationPolicy {
  const allowedCidrs = parseCidrs(list);
  if ('fault' in allowedCidrs) throw new Error(allowedCidrs.fault);
  return { ...hosted, allowedCidrs };
}

const INSIDE = [
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['::1', 'loopback'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['10.0.0.1', 'private network'],
  ['172.16.0.1', 'private network'],
  ['172.31.255.255', 'private network'],
  ['192.168.1.1', 'private network'],
  ['fd12:3456::1', 'private network'],
  ['100.64.0.1', 'shared address space'],
  ['100.127.255.255', 'shared address space'],
] as const;

const NEVER = [
  ['169.254.169.254', 'cloud metadata'],
  ['::ffff:169.254.169.254', 'cloud metadata'],
  ['100.100.100.200', 'cloud metadata'],
  ['168.63.129.16', 'cloud metadata'],
  ['fd00:ec2::254', 'cloud metadata'],
  ['fd20:ce::254', 'cloud metadata'],
  ['0.0.0.0', 'this network'],
  ['0.1.2.3', 'this network'],
  ['::', 'this network'],
  ['169.254.0.1', 'link-local'],
  ['fe80::1', 'link-local'],
  ['255.255.255.255', 'broadcast'],
  ['224.0.0.1', 'multicast'],
  ['239.255.255.250', 'multicast'],
  ['ff02::1', 'multicast'],
  ['192.0.2.1', 'documentation'],
  ['198.51.100.1', 'documentation'],
  ['203.0.113.9', 'documentation'],
  ['2001:db8::1', 'documentation'],
  ['3fff::1', 'documentation'],
  ['198.18.0.1', 'benchmarking'],
  ['198.19.255.255', 'benchmarking'],
  ['2001:2::1', 'benchmarking'],
  ['192.0.0.192', 'protocol assignments'],
  ['2001:10::1', 'protocol assignments'],
  ['240.0.0.1', 'reserved (class E)'],
  ['192.88.99.1', '6to4'],
  ['2002:7f00:1::', '6to4'],
  ['2001:0:7f00:1::', 'Teredo'],
  ['64:ff9b::7f00:1', 'NAT64'],
  ['64:ff9b:1::7f00:1', 'NAT64'],
  ['::7f00:1', 'IPv4-compatible'],
  ['::ffff:0:7f00:1', 'IPv6 outside of global unicast'],
  ['fec0::1', 'IPv6 outside of global unicast'],
  ['100::1', 'IPv6 outside of global unicast'],
  ['5f00::1', 'IPv6 outside of global unicast'],
] as const;

const OPEN = [
  '8.8.8.8',
  '1.1.1.1',
  '172.32.0.1',
  '172.15.255.255',
  '100.63.255.255',
  '100.128.0.0',
  '128.0.0.1',
  '2606:4700::1111',
  '2a00:1450::5',
];

describe('checkAddress', () => {
  test.each(INSIDE)(
    'allows %s (%s) in local mode, and in hosted mode with the option that the refusal names',
    (ip, range) => {
      expect(checkAddress(local, ip)).toEqual({ kind: 'allowed' });
      const refusal = checkAddress(hosted, ip);
      if (refusal.kind === 'allowed') expect.fail('hosted allows it');
      expect(refusal).toMatchObject({ range, setting: '--allow-destinations' });
      const advised = /--allow-destinations (\S+),/.exec(refusal.message)?.[1] ?? expect.fail(refusal.message);
      expect(checkAddress(createLocalPolicy(advised), ip)).toEqual({ kind: 'allowed' });
    },
  );

  test.each(NEVER)('refuses %s (%s) in both modes with any options', (ip, range) => {
    for (const policy of [
      local,
      hosted,
      createLocalPolicy('0.0.0.0/0,::/0'),
      createLocalPolicy('169.254.169.254,fd00:ec2::254'),
    ]) {
      const refusal = checkAddress(policy, ip);
      expect(refusal).toMatchObject({ kind: 'refused', range, message: expect.stringMatching(/No setting allows it/) });
      expect(refusal).not.toHaveProperty('setting');
    }
  });

  test.each(OPEN)('allows the public address %s in both modes', (ip) => {
    expect(checkAddress(local, ip)).toEqual({ kind: 'allowed' });
    expect(checkAddress(hosted, ip)).toEqual({ kind: 'allowed' });
  });

  test.each(['fe80::1%eth0', 'example.com', '', '127.1', '0x7f000001'])(
    'refuses %j, which is not an address',
    (text) => {
      for (const policy of [local, hosted]) expect(checkAddress(policy, text)).toMatchObject({ kind: 'refused' });
    },
  );

  test('allows only addresses in the given blocks', () => {
    const policy = createLocalPolicy('10.1.0.0/16');
    expect(checkAddress(policy, '10.1.2.3').kind).toBe('allowed');
    expect(checkAddress(policy, '10.2.0.1').kind).toBe('refused');
    expect(checkAddress(policy, '127.0.0.1').kind).toBe('refused');
  });

  test('reveals a resolved address in local mode only', () => {
    for (const [ip] of [...NEVER, ...INSIDE]) {
      const refusal = checkAddress(hosted, ip);
      // Some ranges contain one address, whose text is the public name of the range.
      const text = refusal.kind === 'refused' ? refusal.message.replace(/\([^)]*\)|--allow-destinations \S+/g, '') : '';
      expect(text).toMatch(/^The destination's address is in the range/);
      expect(text).not.toContain(ip);
    }
    expect(checkAddress(local, '169.254.7.7')).toMatchObject({
      message: expect.stringMatching(/^169\.254\.7\.7 is in/),
    });
  });

  test('treats an IPv4-mapped IPv6 address like the IPv4 address', () => {
    fc.assert(
      fc.property(fc.ipV4(), (ip) => {
        for (const policy of [local, hosted])
          expect(checkAddress(policy, `::ffff:${ip}`)).toEqual(checkAddress(policy, ip));
      }),
    );
  });

  test('refuses in hosted mode every address that local mode refuses', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (ip) => {
        if (checkAddress(local, ip).kind === 'refused') expect(checkAddress(hosted, ip).kind).toBe('refused');
      }),
    );
  });
});

describe('the address of the sandbox', () => {
  test("refuses the sandbox's port on every address of its machine, and allows it on other machines", () => {
    for (const ip of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '192.168.1.5', 'FD12:0::5'])
      expect(checkAddress(local, ip, 4010)).toMatchObject({ kind: 'refused', range: 'own port' });
    expect(checkAddress(local, '127.0.0.1', 4011).kind).toBe('allowed');
    expect(checkAddress(local, '192.168.1.6', 4010).kind).toBe('allowed');
    expect(checkAddress(createLocalPolicy('127.0.0.0/8'), '127.0.0.1', 4010)).toMatchObject({ range: 'own port' });
  });

  test.each([
    'http://127.0.0.1:4010/sandbox/inbox/tok_1',
    'http://localhost:4010/sandbox/inbox/tok_1',
    'http://[::1]:4010/sandbox/inbox/tok_1?kept=1',
    'http://192.168.1.5:4010/sandbox/inbox/tok_1',
    'https://sandbox.example.com/sandbox/inbox/tok_1',
    'http://2130706433:4010/sandbox/./inbox/tok_1',
  ])('recognises %s as an inbox in both modes', (url) => {
    for (const policy of [local, hosted]) expect(checkUrl(policy, url)).toMatchObject({ kind: 'inbox' });
  });

  test.each([
    'http://127.0.0.1:4010/',
    'http://127.0.0.1:4010/sandbox/inbox/',
    'http://127.0.0.1:4010/sandbox/inbox/tok/fault-plan',
    'http://127.0.0.1:4010/sandbox/inbox/../destinations',
    'http://127.0.0.1:4010/sandbox/inbox/..%2fdestinations',
    'http://127.0.0.1:4010/sandbox/inbox/%2e%2e/destinations',
    'http://localhost.:4010/sandbox/clock',
    'http://0x7f.1:4010/sandbox/clock',
    'https://sandbox.example.com/v1/portal',
  ])('refuses %s, which is the sandbox but not an inbox', (url) => {
    for (const policy of [local, hosted])
      expect(checkUrl(policy, url)).toMatchObject({
        kind: 'refused',
        range: 'own port',
        message: expect.stringMatching(/inboxes/),
      });
  });
});

describe('checkUrl', () => {
  test.each(['https://example.com/hooks', 'https://example.com:8443/', 'https://8.8.8.8/', 'https://[2606:4700::1]/'])(
    'allows %s in both modes',
    (url) => {
      for (const policy of [local, hosted]) expect(checkUrl(policy, url)).toMatchObject({ kind: 'network' });
    },
  );

  test('allows http in local mode, and in hosted mode with an option', () => {
    expect(checkUrl(local, 'http://example.com/')).toMatchObject({ kind: 'network', port: 80, host: 'example.com' });
    const refusal = { kind: 'refused', range: 'scheme', setting: '--allow-http-destinations' };
    expect(checkUrl(hosted, 'http://example.com/')).toMatchObject(refusal);
    expect(checkUrl({ ...hosted, allowHttp: true }, 'http://example.com/').kind).toBe('network');
    expect(checkUrl({ ...hosted, allowHttp: true }, 'http://127.0.0.1/').kind).toBe('refused');
  });

  test.each([
    ['hooks', 'URL', /not a URL.*https:\/\/example\.com/],
    ['/hooks', 'URL', /not a URL/],
    ['https://', 'URL', /not a URL/],
    ['https://[fe80::1%25eth0]/', 'URL', /not a URL/],
    ['https://300.1.1.1/', 'URL', /not a URL/],
    ['ftp://example.com/', 'scheme', /use https or http, not ftp/],
    ['file:///etc/passwd', 'scheme', /not file/],
    ['https://user@example.com/', 'credentials', /header of the destination/],
    ['https://:secret@example.com/', 'credentials', /header of the destination/],
  ])('refuses %s because of its %s', (url, range, message) => {
    for (const policy of [local, hosted]) {
      const refusal = checkUrl(policy, url);
      expect(refusal).toMatchObject({ kind: 'refused', range, message: expect.stringMatching(message) });
      expect(JSON.stringify(refusal)).not.toContain('secret');
    }
  });

  test.each([
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '①②⑦.0.0.1',
    '127。0。0。1',
    '[::ffff:7f00:1]',
    'localhost',
    'a.localhost',
    'localhost.',
  ])('recognises https://%s/ as this machine', (host) => {
    expect(checkUrl(hosted, `https://${host}/`)).toMatchObject({ kind: 'refused', range: 'loopback' });
    expect(checkUrl(local, `https://${host}/`).kind).toBe('network');
  });
});

describe('the port of a destination', () => {
  const judged = (policy: DestinationPolicy, port: number) => checkUrl(policy, `https://hooks.example:${port}/`);

  test.each([80, 443, 1024, 3000, 4000, 8000, 8080, 8443, 9000, 65_535])('allows port %i in both modes', (port) => {
    expect(judged(hosted, port).kind).toBe('network');
    expect(judged(local, port).kind).toBe('network');
  });

  test.each([1, 21, 22, 23, 25, 53, 444, 1023, 1433, 2049, 2375, 3306, 5432, 6000, 6379, 6667, 9200, 11_211, 27_017])(
    'refuses port %i in hosted mode and allows it in local mode',
    (port) => {
      expect(judged(hosted, port)).toMatchObject({ range: 'port', message: expect.stringContaining(`Port ${port} `) });
      expect(judged(local, port).kind).toBe('network');
    },
  );

  test('refuses port 0 in both modes', () => {
    for (const policy of [local, hosted]) expect(judged(policy, 0)).toMatchObject({ kind: 'refused', range: 'port' });
  });

  test("refuses a reserved port with every option, except for the sandbox's inboxes", () => {
    expect(checkUrl(createLocalPolicy('10.0.0.0/8'), 'https://10.1.2.3:6379/')).toMatchObject({ range: 'port' });
    const policy = { ...hosted, own: { ...own, port: 444, origins: ['https://sandbox.example:444'] } };
    expect(checkUrl(policy, 'https://sandbox.example:444/sandbox/inbox/abc')).toMatchObject({ kind: 'inbox' });
  });
});
