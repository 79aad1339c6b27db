import { createHash } from 'node:crypto';
import type { SignatureScheme } from './scheme.ts';

type SecretForm = SignatureScheme['secretForm'];

const FORMS: Readonly<Record<SecretForm, { readonly pattern: RegExp; readonly words: string }>> = {
  whsec: { pattern: /^(whsec_)?[A-Za-z0-9+/]+={0,2}$/, words: 'base64, usually after whsec_' },
  base64: { pattern: /^[A-Za-z0-9+/]+={0,2}$/, words: 'base64' },
  hex: { pattern: /^([0-9a-fA-F]{2})+$/, words: 'pairs of hexadecimal digits' },
  text: { pattern: /./s, words: 'text' },
};

/**
 * Decodes a secret to an HMAC key. Base64 padding is optional.
 * @throws RangeError for a secret in another format. The message does not contain the secret.
 */
export function decodeSecret(form: SecretForm, secret: string): Buffer {
  const { pattern, words } = FORMS[form];
  const key = pattern.test(secret) ? decodeBytes(form, secret) : Buffer.alloc(0);
  if (key.length === 0) throw new RangeError(`the secret has the wrong format; expected ${words}`);
  return key;
}

function decodeBytes(form: SecretForm, secret: string): Buffer {
  switch (form) {
    case 'whsec':
      return Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    case 'base64':
    case 'hex':
      return Buffer.from(secret, form);
    case 'text':
      return Buffer.from(secret);
    default:
      return form satisfies never;
  }
}

/**
 * Returns a fingerprint of a secret for display: 8 hexadecimal digits of the SHA-256 of its key. It does not depend on
 * the encoding of the secret.
 * @throws RangeError for a secret in another format.
 */
export const fingerprintSecret = (form: SecretForm, secret: string): string =>
  createHash('sha256').update(decodeSecret(form, secret)).digest('hex').slice(0, 8);
