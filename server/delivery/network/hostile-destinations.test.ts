import { createServer } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseCidrs } from '../../../base/cidr.ts';
import { listenForTest } from '../testing/listening-server.ts';
import { checkAddress, checkUrl, type DestinationPolicy } from './address-policy.ts';
import type { Lookup } from './checked-lookup.ts';
import { createSender, type SendOutcome } from './sender.ts';

/**
 * Ways to make a server send to forbidden targets. A canary on loopback counts connections. Names are resolved by a
 * table, and nothing leaves the machine: other targets are only checked, never contacted.
 */

/** Target of a URL: `machine` reaches the canary unless refused; `network` is private; `never` is always refused. */
type Leads = 'machine' | 'network' | 'never';

/** The host of the URL and, for names, the addresses from DNS. */
type Hostile = readonly [what: string, host: string, leads: Leads, answer?: readonly string[]];

const hostile: readonly Hostile[] = [
  ['loopback', '127.0.0.1', 'machine'],
  ['another address of loopback', '127.8.9.10', 'machine'],
  ['one decimal number', '2130706433', 'machine'],
  ['one hexadecimal number', '0x7f000001', 'machine'],
  ['one octal number', '017700000001', 'machine'],
  ['octal parts', '0177.0.0.01', 'machine'],
  ['hexadecimal parts', '0x7f.0x0.0x0.0x1', 'machine'],
  ['two parts', '127.1', 'machine'],
  ['three parts', '127.0.1', 'machine'],
  ['mixed notations', '0x7f.1', 'machine'],
  ['a dot at the end of an address', '127.0.0.1.', 'machine'],
  ['digits in circles', '①②⑦.⓪.⓪.①', 'machine'],
  ['wide digits', '１２７.０.０.１', 'machine'],
  ['ideographic full stops', '127。0。0。1', 'machine'],
  ['percent-encoded digits', '%31%32%37.0.0.1', 'machine'],
  ['IPv6 loopback', '[::1]', 'machine'],
  ['IPv6 loopback, written out', '[0:0:0:0:0:0:0:1]', 'machine'],
  ['loopback mapped into IPv6', '[::ffff:127.0.0.1]', 'machine'],
  ['loopback mapped into IPv6, in hexadecimal', '[::ffff:7f00:1]', 'machine'],
  ['localhost', 'localhost', 'machine', ['127.0.0.1']],
  ['LOCALHOST', 'LOCALHOST', 'machine', ['127.0.0.1']],
  ['localhost with a dot at its end', 'localhost.', 'machine', ['127.0.0.1']],
  ['a name below localhost', 'hooks.localhost', 'machine', ['127.0.0.1']],
  ['a public name for loopback', 'receiver.test', 'machine', ['127.0.0.1']],
  ['the same with a dot at its end', 'receiver.test.', 'machine', ['127.0.0.1']],
  ['a public name for IPv6 loopback', 'receiver.test', 'machine', ['::1']],
  ['a public name for mapped loopback', 'receiver.test', 'machine', ['::ffff:127.0.0.1']],
  ['a name in letters that fold to ASCII', 'ⓡeceiver.test', 'machine', ['127.0.0.1']],
  ['a public address and loopback', 'receiver.test', 'machine', ['127.0.0.1', '127.0.0.2']],

  ['a private network', '10.0.0.1', 'network'],
  ['a private network, one number', '0x0a000001', 'network'],
  ['the last of 172.16.0.0/12', '172.31.255.255', 'network'],
  ['a home network', '192.168.0.1', 'network'],
  ['the network of carriers', '100.64.0.1', 'network'],
  ['a unique local address', '[fd12:3456:789a::1]', 'network'],
  ['a private network mapped into IPv6', '[::ffff:10.0.0.1]', 'network'],
  ['a public name for a private network', 'receiver.test', 'network', ['192.168.1.1']],
  ['a public name for a unique local address', 'receiver.test', 'network', ['fd12::1']],

  ['this network', '0.0.0.0', 'never'],
  ['this network, one number', '0', 'never'],
  ['the unspecified address', '[::]', 'never'],
  ['cloud metadata', '169.254.169.254', 'never'],
  ['cloud metadata, one number', '2852039166', 'never'],
  ['cloud metadata, octal', '0251.0376.0251.0376', 'never'],
  ['cloud metadata mapped into IPv6', '[::ffff:a9fe:a9fe]', 'never'],
  ['cloud metadata over IPv6', '[fd00:ec2::254]', 'never'],
  ['cloud metadata in the network of carriers', '100.100.100.200', 'never'],
  ['cloud metadata on a public address', '168.63.129.16', 'never'],
  ['cloud metadata by name', 'metadata.google.internal', 'never', ['169.254.169.254']],
  ['cloud metadata by name with a dot', 'metadata.google.internal.', 'never', ['169.254.169.254']],
  ['cloud metadata behind a public name', 'receiver.test', 'never', ['fd00:ec2::254']],
  ['link-local', '169.254.1.1', 'never'],
  ['link-local over IPv6', '[fe80::1]', 'never'],
  ['a DNS response with a zone', 'receiver.test', 'never', ['fe80::1%lo']],
  ['an IPv4-compatible address', '[::127.0.0.1]', 'never'],
  ['NAT64', '[64:ff9b::127.0.0.1]', 'never'],
  ['local NAT64', '[64:ff9b:1::7f00:1]', 'never'],
  ['6to4', '[2002:7f00:1::]', 'never'],
  ['Teredo', '[2001:0:4136:e378:8000:63bf:80ff:fffe]', 'never'],
  ['an IPv4-translated address', '[::ffff:0:127.0.0.1]', 'never'],
  ['a site-local address', '[fec0::1]', 'never'],
  ['multicast', '224.0.0.1', 'never'],
  ['multicast over IPv6', '[ff02::1]', 'never'],
  ['broadcast', '255.255.255.255', 'never'],
  ['class E', '240.0.0.1', 'never'],
  ['documentation', '192.0.2.1', 'never'],
  ['documentation over IPv6', '[2001:db8::1]', 'never'],
  ['benchmarking', '198.18.0.1', 'never'],
  ['protocol assignments', '192.0.0.192', 'never'],
  ['loopback and metadata in one DNS response', 'receiver.test', 'never', ['127.0.0.1', '169.254.169.254']],
  ['metadata and loopback in one DNS response', 'receiver.test', 'never', ['169.254.169.254', '127.0.0.1']],
  ['NAT64 behind a public name', 'receiver.test', 'never', ['64:ff9b::7f00:1']],
  ['a DNS response that is no address', 'receiver.test', 'never', ['127.1']],
];

/** URLs that are invalid for any target. PORT is the canary's port. */
const malformed = [
  'http://user@127.0.0.1:PORT/',
  'http://receiver.test:pass@127.0.0.1:PORT/',
  'http://127.0.0.1:PORT@127.0.0.1:PORT/',
  'http://[::1%25lo]:PORT/',
  'http://[127.0.0.1]:PORT/',
  'http://127.0.0.1.1:PORT/',
  'http://0x7f.0x0.0x0.0x100:PORT/',
  'gopher://127.0.0.1:PORT/_POST',
  'ftp://127.0.0.1:PORT/',
  'file://127.0.0.1/etc/hosts',
  'unix:/run/any.sock',
  'data:text/plain,hello',
  '//127.0.0.1:PORT/',
];

/** http is allowed, so that only the address decides. */
const HOSTED: DestinationPolicy = { mode: 'hosted', allowHttp: true };
const LOCAL: DestinationPolicy = { mode: 'local' };

/**
 * Listens on one port of three loopback addresses and accepts every request. Another program may already use the port
 * on one of them.
 */
async function listenOnCanaryPort(triesLeft = 5): Promise<{ readonly port: number; connections(): number }> {
  const take = () => createServer((_, response) => response.end('reached'));
  const over4 = await listenForTest(take());
  const others = await Promise.allSettled(['::1', '127.8.9.10'].map((one) => listenForTest(take(), one, over4.port)));
  const all = [over4, ...others.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))];
  if (all.length < 3 && triesLeft > 0) return listenOnCanaryPort(triesLeft - 1);
  return { port: over4.port, connections: () => all.reduce((sum, one) => sum + one.connections(), 0) };
}

function sendTo(url: string, policy: DestinationPolicy, lookup: Lookup): Promise<SendOutcome> {
  const sender = createSender({ policy, lookup });
  onTestFinished(() => sender.close());
  return sender.send({ url, headers: {}, body: '{}' });
}

const resolveTo =
  (addresses: readonly string[] = []): Lookup =>
  async () =>
    addresses;

const cases = hostile.map(([what, host, leads, answer = []]) => [what, host, { leads, answer }] as const);

test('has at least 80 cases with unique names', () => {
  expect(hostile.length + malformed.length).toBeGreaterThanOrEqual(80);
  expect(new Set(hostile.map(([what]) => what)).size).toBe(hostile.length);
});

describe('hosted mode', () => {
  test.each(cases)('refuses %s (%s) in hosted mode', async (_, host, { answer }) => {
    const { port, connections } = await listenOnCanaryPort();
    const outcome = await sendTo(`http://${host}:${port}/`, HOSTED, resolveTo(answer));
    expect(outcome).toMatchObject({ kind: 'failed', error: 'address_not_allowed' });
    expect(connections()).toBe(0);
  });
});

describe('local mode', () => {
  test.each(cases)(
    'allows %s (%s) in local mode only on this machine and its networks',
    async (_, host, { leads, answer }) => {
      const { port, connections } = await listenOnCanaryPort();
      const url = `http://${host}:${port}/`;
      if (leads === 'network') {
        const place = checkUrl(LOCAL, url);
        expect(place).toMatchObject({ kind: 'network' });
        for (const address of answer) expect(checkAddress(LOCAL, address)).toEqual({ kind: 'allowed' });
        return;
      }
      const outcome = await sendTo(url, LOCAL, resolveTo(answer));
      if (leads === 'machine') expect(outcome).toMatchObject({ kind: 'responded', response: { body: 'reached' } });
      else expect(outcome).toMatchObject({ kind: 'failed', error: 'address_not_allowed' });
      expect(connections()).toBe(leads === 'machine' ? 1 : 0);
    },
  );
});

describe('both modes', () => {
  test.each(malformed)('refuse %s', async (pattern) => {
    const { port, connections } = await listenOnCanaryPort();
    for (const policy of [HOSTED, LOCAL]) {
      const outcome = await sendTo(pattern.replaceAll('PORT', `${port}`), policy, resolveTo(['127.0.0.1']));
      expect(outcome).toMatchObject({ kind: 'failed', error: 'address_not_allowed' });
    }
    expect(connections()).toBe(0);
  });
});

test('treats text after a backslash as a path, as browsers do', () => {
  expect(checkUrl(LOCAL, 'http://receiver.test\\@127.0.0.1/')).toMatchObject({ host: 'receiver.test', port: 80 });
});

/** In the tests below, 127.0.0.2 is an allowed public address. */

const allowed = parseCidrs('127.0.0.2');
const OPEN_DOOR: DestinationPolicy = { ...HOSTED, allowedCidrs: 'fault' in allowed ? [] : allowed };

describe('an allowed address', () => {
  test('connects to the checked address of a name that changes its address', async () => {
    const { port, connections } = await listenOnCanaryPort();
    const good = await listenForTest(
      createServer((_, response) => response.end('good')),
      '127.0.0.2',
      port,
    );
    const lookups: string[] = [];
    const rebinding: Lookup = async (host) => [lookups.push(host) === 1 ? '127.0.0.2' : '127.0.0.1'];
    const url = `http://receiver.test:${port}/`;
    expect(await sendTo(url, OPEN_DOOR, rebinding)).toMatchObject({ response: { body: 'good' } });
    expect([lookups.length, good.connections()]).toEqual([1, 1]);
    expect(await sendTo(url, OPEN_DOOR, rebinding)).toMatchObject({ error: 'address_not_allowed' });
    expect(connections()).toBe(0);
  });

  test.each([
    ['last', ['127.0.0.2', '127.0.0.1']],
    ['first', ['127.0.0.1', '127.0.0.2']],
    ['over IPv6', ['127.0.0.2', '::1']],
  ])('refuses a DNS response with a refused address %s', async (_, addresses) => {
    const { port, connections } = await listenOnCanaryPort();
    const good = await listenForTest(
      createServer((__, response) => response.end()),
      '127.0.0.2',
      port,
    );
    const outcome = await sendTo(`http://receiver.test:${port}/`, OPEN_DOOR, resolveTo(addresses));
    expect(outcome).toMatchObject({ error: 'address_not_allowed', refusal: { range: 'loopback' } });
    expect(connections() + good.connections()).toBe(0);
  });

  test.each([301, 302, 303, 307, 308])('does not follow a redirect with %i to a refused address', async (status) => {
    const { port, connections } = await listenOnCanaryPort();
    const headers = { location: `http://127.0.0.1:${port}/` };
    const door = await listenForTest(
      createServer((_, response) => response.writeHead(status, headers).end()),
      '127.0.0.2',
    );
    const outcome = await sendTo(`http://127.0.0.2:${door.port}/`, OPEN_DOOR, resolveTo());
    expect(outcome).toMatchObject({ kind: 'responded', response: { status, location: headers.location } });
    expect(connections()).toBe(0);
  });
});

describe('the sandbox itself', () => {
  test.each(['127.0.0.1', '2130706433', '[::1]', '[::ffff:7f00:1]', 'localhost', 'receiver.test'])(
    'refuses the sandbox at %s, although its machine is allowed',
    async (host) => {
      const { port, connections } = await listenOnCanaryPort();
      const own = { port, inboxPrefix: '/sandbox/inbox/' };
      for (const policy of [
        { ...LOCAL, own },
        { ...OPEN_DOOR, own },
      ])
        expect(await sendTo(`http://${host}:${port}/sandbox/clock`, policy, resolveTo(['127.0.0.1']))).toMatchObject({
          error: 'address_not_allowed',
          refusal: { range: 'own port' },
        });
      expect(connections()).toBe(0);
    },
  );
});
