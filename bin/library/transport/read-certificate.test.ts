import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSelfSignedCertificate } from '../../../conformance/testing/certificate.ts';
import { readCertificate } from './read-certificate.ts';

const NOW_MS = Date.parse('2026-11-02T15:00:00Z');
const period = (from: string, until: string) => ({ from: new Date(from), until: new Date(until) });

let folder = '';
const write = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fleetkit-certificate-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const valid = createSelfSignedCertificate(period('2026-01-01', '2027-01-01'));
const other = createSelfSignedCertificate(period('2026-01-01', '2027-01-01'));
const expired = createSelfSignedCertificate(period('2025-01-01', '2026-01-01'));
const future = createSelfSignedCertificate(period('2027-01-01', '2028-01-01'));
const weakKey = generateKeyPairSync('rsa', { modulusLength: 2048 });
const protectedKey = weakKey.privateKey.export({
  type: 'pkcs8',
  format: 'pem',
  cipher: 'aes-256-cbc',
  passphrase: 'secret',
}) as string; // PEM

test('reads a certificate with its key', () => {
  const files = { certFile: write('cert.pem', valid.cert), keyFile: write('key.pem', valid.key) };
  expect(readCertificate(files, NOW_MS)).toEqual(valid);
});

test.each<[string, string, string, RegExp]>([
  [
    'a key of another certificate',
    valid.cert,
    other.key,
    /private key .*key\.pem does not belong to the certificate .*cert\.pem/,
  ],
  ['an expired certificate', expired.cert, expired.key, /cert\.pem expired on 2026-01-01T00:00:00\.000Z.*--tls/],
  ['a certificate of the future', future.cert, future.key, /not valid before 2027-01-01T00:00:00\.000Z/],
  ['no certificate', 'hello', valid.key, /cert\.pem contains no certificate. Expected PEM/],
  [
    'a damaged certificate',
    '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
    valid.key,
    /contains no certificate/,
  ],
  ['no key', valid.cert, valid.cert, /key\.pem contains no private key. Expected PEM/],
  ['a key with a passphrase', valid.cert, protectedKey, /key\.pem is protected by a passphrase.*openssl pkey/],
])('rejects %s, and names the file', (...[, cert, key, message]) => {
  const files = { certFile: write('cert.pem', cert), keyFile: write('key.pem', key) };
  expect(() => readCertificate(files, NOW_MS)).toThrow(message);
  expect(() => readCertificate(files, NOW_MS)).toThrow(RangeError);
});

test('rejects files that cannot be read, and states why', () => {
  const certFile = write('cert.pem', valid.cert);
  const missing = { certFile: join(folder, 'missing.pem'), keyFile: certFile };
  expect(() => readCertificate(missing, NOW_MS)).toThrow(
    /certificate .*missing\.pem cannot be read: there is no such file/,
  );
  expect(() => readCertificate({ certFile, keyFile: folder }, NOW_MS)).toThrow(/private key .* it is a directory/);
});
