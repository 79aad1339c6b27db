import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { ServerCertificate } from '../../../server/http/edge/http-server.ts';

/** The files of a certificate and of its private key, both in PEM. */
export interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/**
 * Reads a certificate and its private key. Throws a `RangeError` that names the file if one cannot be read or used, the certificate is
 * not valid now, or the key is that of another certificate.
 */
export function readCertificate({ certFile, keyFile }: CertificateFiles, nowMs: number): ServerCertificate {
  const cert = readText(certFile, 'certificate');
  const key = readText(keyFile, 'private key');
  const parsed = parseCertificate(cert, certFile);
  checkPeriod(parsed, certFile, nowMs);
  if (!parsed.checkPrivateKey(parseKey(key, keyFile)))
    throw new RangeError(
      `The private key ${keyFile} does not belong to the certificate ${certFile}. Give the key with which the certificate was requested; the certificate of the server is the first one of its file.`,
    );
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    throw new RangeError(`The certificate ${certFile} cannot be used for TLS: ${(error as Error).message}.`);
  }
  return { cert, key };
}

function readText(file: string, kind: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new RangeError(
      `The ${kind} ${file} cannot be read: ${REASONS[code] ?? message}. Expected a file in PEM format.`,
    );
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read it',
  EISDIR: 'it is a directory',
};

function parseCertificate(pem: string, file: string): X509Certificate {
  try {
    if (pem.includes('-----BEGIN CERTIFICATE-----')) return new X509Certificate(pem);
  } catch {
    // refused below
  }
  throw new RangeError(
    `The file ${file} contains no certificate. Expected PEM format, which begins with -----BEGIN CERTIFICATE-----.`,
  );
}

function checkPeriod({ validFrom, validTo }: X509Certificate, file: string, nowMs: number): void {
  const [from, to] = [new Date(validFrom), new Date(validTo)];
  if (to.getTime() < nowMs)
    throw new RangeError(
      `The certificate ${file} expired on ${to.toISOString()}. Give a valid one, or let --tls make one for this machine.`,
    );
  if (from.getTime() > nowMs)
    throw new RangeError(
      `The certificate ${file} is not valid before ${from.toISOString()}. Check the clock of this machine, or give another one.`,
    );
}

function parseKey(pem: string, file: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (error) {
    const isProtected = (error as NodeJS.ErrnoException).code === 'ERR_MISSING_PASSPHRASE' || pem.includes('ENCRYPTED');
    throw new RangeError(
      isProtected
        ? `The private key ${file} is protected by a passphrase. Expected a key without one, such as: openssl pkey -in ${file} -out plain.pem.`
        : `The file ${file} contains no private key. Expected PEM format, which begins with -----BEGIN PRIVATE KEY-----.`,
    );
  }
}
