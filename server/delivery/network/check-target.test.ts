import { expect, test } from 'vitest';
import type { DestinationPolicy } from './address-policy.ts';
import { checkTarget } from './check-target.ts';

const own = { port: 4400, inboxPrefix: '/sandbox/inbox/' };
const local: DestinationPolicy = { mode: 'local', own };
const hosted: DestinationPolicy = { mode: 'hosted', own };

const resolveTo =
  (...addresses: readonly string[]) =>
  async () =>
    addresses;

test('returns all addresses of a name, which the connection then uses', async () => {
  const resolve = resolveTo('93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c');
  expect(await checkTarget(hosted, 'https://portal.example', resolve)).toEqual({
    addresses: ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
  });
  expect(await checkTarget(local, 'http://localhost:9000')).toEqual({ addresses: ['127.0.0.1', '::1'] });
});

test.each([
  ['a private address', 'https://10.0.0.8'],
  ['the loopback address', 'https://127.0.0.1:8443'],
  ['a loopback address as a number', 'https://2130706433'],
  ['an IPv4 address within IPv6', 'https://[::ffff:127.0.0.1]'],
  ['the address of cloud metadata', 'https://169.254.169.254'],
  ['a local name', 'https://localhost:8443'],
  ['plain http', 'http://portal.example'],
  ['a port of another kind of service', 'https://portal.example:22'],
])('refuses %s on a hosted server', async (_, url) => {
  expect(await checkTarget(hosted, url, resolveTo('93.184.215.14'))).toHaveProperty('refusal');
});

test('refuses a name if one of its addresses is private', async () => {
  const found = await checkTarget(hosted, 'https://portal.example', resolveTo('93.184.215.14', '192.168.1.4'));
  expect(found).toHaveProperty('refusal');
});

test('refuses the sandbox itself, its inboxes, and cloud metadata on any server', async () => {
  expect(await checkTarget(local, 'http://127.0.0.1:4400')).toHaveProperty('refusal');
  expect(await checkTarget(local, 'http://127.0.0.1:4400/sandbox/inbox/abc')).toHaveProperty('refusal');
  expect(await checkTarget(local, 'http://169.254.169.254')).toHaveProperty('refusal');
});

test('refuses a name that does not resolve', async () => {
  const fail = async (): Promise<readonly string[]> => {
    throw new Error('ENOTFOUND');
  };
  expect(await checkTarget(local, 'http://no.such.example', fail)).toEqual({
    refusal: 'The name no.such.example could not be resolved. Expected the name of a server.',
  });
});
