import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { canonicalise } from '../reading/values/canonical-json.ts';
import { serialiseSafely } from '../reports/parts/screen.ts';
import type { Certificate, Statement } from './certificate.ts';

const ALGORITHM = 'Ed25519';

const toBytes = (statement: Statement): Buffer => Buffer.from(canonicalise(statement), 'utf8');

/** Creates a key for one certificate. */
export const createSigningKey = (): KeyObject => generateKeyPairSync('ed25519').privateKey;

/** Reads a private key in PEM (PKCS #8). A problem completes "FILE …". */
export function readSigningKey(pem: string): KeyObject | { readonly problem: string } {
  return readKey(
    () => createPrivateKey(pem),
    'an Ed25519 private key in PEM, such as one of: openssl genpkey -algorithm ed25519',
  );
}

/** Reads a public key in PEM. */
export function readIssuerKey(pem: string): KeyObject | { readonly problem: string } {
  return readKey(
    () => createPublicKey(pem),
    'an Ed25519 public key in PEM, such as one of: openssl pkey -in KEY -pubout',
  );
}

function readKey(read: () => KeyObject, expected: string): KeyObject | { readonly problem: string } {
  try {
    const key = read();
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // the message of OpenSSL does not help
  }
  return { problem: `is no suitable key; expected ${expected}` };
}

/** Returns the public key, as the member `x` of a JSON Web Key. */
export const formatPublicKey = (key: KeyObject): string =>
  (key.type === 'public' ? key : createPublicKey(key)).export({ format: 'jwk' }).x ?? '';

export function signStatement(statement: Statement, key: KeyObject): Certificate {
  return {
    statement,
    signature: {
      algorithm: ALGORITHM,
      public_key: formatPublicKey(key),
      value: sign(null, toBytes(statement), key).toString('base64url'),
    },
  };
}

/** Whether a text is the one base64url form of its bytes: the last character has bits without a meaning. */
const isCanonical = (text: string): boolean => Buffer.from(text, 'base64url').toString('base64url') === text;

/** Whether the signature is that of the statement by the key in the certificate. */
export function hasValidSignature({ statement, signature }: Certificate): boolean {
  if (!isCanonical(signature.value) || !isCanonical(signature.public_key)) return false;
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: ALGORITHM, x: signature.public_key }, format: 'jwk' });
    return verify(null, toBytes(statement), key, Buffer.from(signature.value, 'base64url'));
  } catch {
    return false; // no such key
  }
}

/** The only form of a certificate in a file. */
export const formatCertificate = (certificate: Certificate): string => serialiseSafely(certificate);
