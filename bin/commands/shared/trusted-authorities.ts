import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import tls from 'node:tls';
import { InvalidArgumentError } from 'commander';

/** Reads a file with certificate authorities for an option of a command. Returns its text, in PEM. */
export function readAuthorities(file: string): string {
  let pem: string;
  try {
    pem = readFileSync(file, 'utf8');
  } catch (error) {
    throw new InvalidArgumentError(`The file cannot be read: ${(error as Error).message}.`);
  }
  try {
    new X509Certificate(pem);
  } catch {
    throw new InvalidArgumentError('Expected a file in PEM format, which begins with -----BEGIN CERTIFICATE-----.');
  }
  return pem;
}

/** Trusts these authorities in all later connections of the process, in addition to the usual ones. */
export const trustAuthorities = (pem: string): void =>
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), pem]);

/** Returns why a connection to a server failed, with the next step; undefined if TLS is not the reason. */
export function describeTlsFailure(origin: string, code: string): string | undefined {
  if (UNTRUSTED.has(code))
    return `The certificate of ${origin} is not signed by a trusted authority. Give the file of its authority with --ca or NODE_EXTRA_CA_CERTS; fleetkit serve --tls prints it.`;
  if (code === 'CERT_HAS_EXPIRED')
    return `The certificate of ${origin} has expired. Start the server with a valid one.`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `The certificate of ${origin} is for another host name. Use a name that it contains, such as localhost.`;
  if (/^(EPROTO|ERR_SSL_)/.test(code)) return `${origin} does not speak TLS. Give its address with http:// in --url.`;
  if (['UND_ERR_SOCKET', 'ECONNRESET'].includes(code) && origin.startsWith('http:'))
    return `${origin} closed the connection without a response. If it speaks TLS, give its address with https:// in --url.`;
  return undefined;
}

const UNTRUSTED = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);
