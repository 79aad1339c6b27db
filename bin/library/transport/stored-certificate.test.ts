import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeCertificate } from './make-certificate.ts';
import { openStoredCertificate } from './stored-certificate.ts';

const NOW_MS = Date.parse('2026-11-02T15:00:00Z');
const DAY_MS = 86_400_000;

let data = '';
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'fleetkit-stored-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(data, { recursive: true });
});

const serverFile = (): string => join(data, 'tls', 'server.pem');

test('makes a certificate for the local names, which the authority in caFile has signed', async () => {
  const { cert, caFile } = await openStoredCertificate(data, [], NOW_MS);
  const [server, authority] = [new X509Certificate(cert), new X509Certificate(readFileSync(caFile))];
  expect(server.checkIssued(authority) && server.verify(authority.publicKey)).toBe(true);
  expect([server.checkHost('localhost'), server.checkIP('127.0.0.1'), server.checkIP('::1')]).not.toContain(undefined);
  expect([authority.ca, server.ca]).toEqual([true, false]);
  expect(Date.parse(server.validTo) - Date.parse(server.validFrom)).toBeLessThan(825 * DAY_MS);
});

test('contains IPv4 and IPv6 addresses and other names', async () => {
  const names = ['10.1.2.3', 'fe80::1:2', '::ffff:10.9.8.7', 'fleet.example'];
  const server = new X509Certificate((await makeCertificate(names, NOW_MS)).cert);
  expect(server.subjectAltName).toBe(
    'IP Address:10.1.2.3, IP Address:FE80:0:0:0:0:0:1:2, IP Address:10.9.8.7, DNS:fleet.example',
  );
});

test('stores keys for this user only, and never the key of the authority', async () => {
  const { caFile } = await openStoredCertificate(data, [], NOW_MS);
  expect(statSync(serverFile()).mode & 0o777).toBe(0o600);
  expect(statSync(join(data, 'tls')).mode & 0o777).toBe(0o700);
  expect(readdirSync(join(data, 'tls')).toSorted()).toEqual(['ca.pem', 'server.pem']);
  expect(readFileSync(serverFile(), 'utf8').match(/PRIVATE KEY-----\n/g)).toHaveLength(2); // begin and end of one
  expect(readFileSync(caFile, 'utf8')).not.toContain('PRIVATE KEY');
});

test('uses the stored certificate again, and closes a file that others could read', async () => {
  const first = await openStoredCertificate(data, [], NOW_MS);
  writeFileSync(serverFile(), readFileSync(serverFile()), { mode: 0o644 });
  expect(await openStoredCertificate(data, [], NOW_MS + 700 * DAY_MS)).toEqual(first);
  expect(statSync(serverFile()).mode & 0o777).toBe(0o600);
});

test('replaces a certificate that expires within 30 days', async () => {
  const first = await openStoredCertificate(data, [], NOW_MS);
  const later = await openStoredCertificate(data, [], NOW_MS + 800 * DAY_MS);
  expect(later.cert).not.toBe(first.cert);
  expect(readFileSync(later.caFile, 'utf8')).toBe(later.ca);
});

test.each([
  ['empty', ''],
  ['cut', '-----BEGIN CERTIFICATE-----\nMIIB'],
])('replaces a file that is %s', async (_, text) => {
  await openStoredCertificate(data, [], NOW_MS);
  writeFileSync(serverFile(), text);
  const { cert } = await openStoredCertificate(data, [], NOW_MS);
  expect(readFileSync(serverFile(), 'utf8')).toContain(cert);
});

test('gives servers that start at the same time one certificate', async () => {
  const opened = await Promise.all([1, 2, 3].map(() => openStoredCertificate(data, [], NOW_MS)));
  expect(new Set(opened.map(({ cert }) => cert)).size).toBe(1);
  expect(readdirSync(join(data, 'tls')).toSorted()).toEqual(['ca.pem', 'server.pem']);
});

test('keeps the certificate of the local names when a server needs other names', async () => {
  const local = await openStoredCertificate(data, [], NOW_MS);
  const named = await openStoredCertificate(data, ['fleet.example'], NOW_MS);
  expect(new X509Certificate(named.cert).checkHost('fleet.example')).toBe('fleet.example');
  expect(named.caFile).not.toBe(local.caFile);
  expect(await openStoredCertificate(data, [], NOW_MS)).toEqual(local);
});

test('stores the certificate in the folder for caches without a data directory', async () => {
  vi.stubEnv('XDG_CACHE_HOME', data);
  const { caFile } = await openStoredCertificate(undefined, [], NOW_MS);
  expect(caFile).toBe(join(data, 'fleetkit', 'tls', 'ca.pem'));
});

test('rejects a folder that cannot be written, and names a way out', async () => {
  writeFileSync(join(data, 'tls'), '');
  await expect(openStoredCertificate(data, [], NOW_MS)).rejects.toThrow(
    /^The certificate cannot be stored in .*tls: .*--data, or give a certificate with --tls-cert/,
  );
});
