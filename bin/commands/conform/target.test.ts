import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { createSelfSignedCertificate } from '../../../conformance/testing/certificate.ts';
import { parseAddresses } from './options.ts';
import { parseHeaders, parseTarget, readNetworkOptions, readProxyFromEnvironment } from './target.ts';

const refuse = (message: string): never => {
  throw new Error(message);
};

test.each<[string, Record<string, string>, string | undefined]>([
  ['https://portal.example', { HTTPS_PROXY: 'http://p:1' }, 'http://p:1'],
  ['https://portal.example', { https_proxy: 'p:1' }, 'http://p:1'],
  ['https://portal.example', { HTTP_PROXY: 'http://p:1' }, undefined],
  ['http://portal.example', { HTTP_PROXY: 'http://p:1' }, 'http://p:1'],
  ['https://portal.example', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'portal.example' }, undefined],
  ['https://a.portal.example', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'x, .portal.example' }, undefined],
  ['https://a.portal.example', { HTTPS_PROXY: 'http://p:1', NO_PROXY: '*.portal.example' }, undefined],
  ['https://notportal.example', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'portal.example' }, 'http://p:1'],
  ['https://portal.example', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'portal.example:8443' }, 'http://p:1'],
  ['https://portal.example:8443', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'portal.example:8443' }, undefined],
  ['https://portal.example', { HTTPS_PROXY: 'http://p:1', no_proxy: '*' }, undefined],
  ['http://127.0.0.1:4400', { HTTP_PROXY: 'http://p:1' }, undefined],
  ['http://localhost', { HTTP_PROXY: 'http://p:1' }, undefined],
])('%s with %j is reached through %s', (target, environment, proxy) => {
  expect(readProxyFromEnvironment(target, environment)).toBe(proxy);
});

test.each([
  ['https://portal.example/', 'https://portal.example'],
  ['https://portal.example/v1', 'https://portal.example'],
  ['https://portal.example/api/v1/', 'https://portal.example/api'],
])('%s begins at %s', (given, target) => {
  expect(parseTarget(given, refuse)).toBe(target);
});

test('headers have a name and a value, and headers that the kit sets are rejected', () => {
  expect(parseHeaders(['X-Gate: a: b', 'x-b:c'], refuse)).toEqual([
    ['X-Gate', 'a: b'],
    ['x-b', 'c'],
  ]);
  for (const name of ['x-api-key', 'Host', 'Content-Length', 'Transfer-Encoding'])
    expect(() => parseHeaders([`${name}: 1`], refuse)).toThrow('is set by the kit');
  expect(() => parseHeaders(['X-A: b\r\nX-C: d'], refuse)).toThrow("'Name: value'");
});

test('--resolve is refused with a proxy, which resolves the name itself', () => {
  const resolve = ['192.0.2.10'];
  const read = (proxy?: string) =>
    readNetworkOptions('https://portal.example', { resolve, ...(proxy === undefined ? {} : { proxy }) }, refuse);
  expect(read().addresses).toEqual(resolve);
  expect(() => read('http://proxy.example:8080')).toThrow('--resolve has no effect with the proxy proxy.example:8080');
});

test('--resolve accepts IP addresses only', () => {
  expect(parseAddresses('192.0.2.10,2001:db8::10')).toEqual(['192.0.2.10', '2001:db8::10']);
  for (const text of ['', 'portal.example', '192.0.2.10,', '192.0.2.300'])
    expect(() => parseAddresses(text)).toThrow('Expected IP addresses');
});

describe('a client certificate', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fleetkit-cert-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  afterEach(() => vi.unstubAllEnvs());
  const { cert, key } = createSelfSignedCertificate({ from: new Date('2026-01-01'), until: new Date('2027-01-01') });
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const passphrase = 'a made-up passphrase';
  const encrypted = createPrivateKey(key)
    .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase })
    .toString();
  const files = {
    cert: write('cert.pem', cert),
    key: write('key.pem', key),
    encrypted: write('encrypted.pem', encrypted),
    other: write(
      'other.pem',
      generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    ),
  };
  const common = { depth: 'quick', timeout: 1, runTimeout: 1, concurrency: 1, seed: 1 } as const;
  const readWith = (certKey: string, certificate = files.cert) =>
    readNetworkOptions('https://portal.example', { ...common, cert: certificate, certKey }, refuse).tls;

  test('is read with its private key', () => {
    expect(readWith(files.key)).toMatchObject({ certificate: cert, certificateKey: key });
    const both = write('both.pem', `${key}${cert}`);
    expect(readWith(both, both)).toMatchObject({ certificateKey: key });
  });

  test('has a private key that the passphrase in the environment decrypts', () => {
    vi.stubEnv('FLEETKIT_CERT_KEY_PASSPHRASE', passphrase);
    expect(readWith(files.encrypted)).toMatchObject({ certificateKey: key });
  });

  test('is refused if its private key is encrypted, another one, or no key, and the message has no secret', () => {
    expect(() => readWith(files.encrypted)).toThrow('is encrypted; set its passphrase in the environment variable');
    expect(() => readWith(files.other)).toThrow('contains no certificate to which the private key in');
    expect(() => readWith(files.cert)).toThrow('contains no private key that can be read');
    vi.stubEnv('FLEETKIT_CERT_KEY_PASSPHRASE', 'wrong words');
    expect(() => readWith(files.encrypted)).toThrow(/cannot be decrypted with the passphrase in \w+$/);
  });
});
