import { createHash } from 'node:crypto';
import type { SignatureScheme } from './scheme.ts';

type SecretForm = SignatureScheme['secretForm'];

const FORMS: Readonly<Record<SecretForm, { readonly pattern: RegExp; readonly words: string }>> = {
  whsec: { pattern: /^(whsec_)?[A-Za-z0-9+/]+={0,2}$/, words: 'base64, as a rule after whsec_' },
  base64: { pattern: /^[A-Za-z0-9+/]+={0,2}$/, words: 'base64' },
  hex: { pattern: /^([0-9a-fA-F]{2})+$/, words: 'pairs of hexadecimal digits' },
  text: { pattern: /./s, words: 'text' },
};

/**
 * The key of an HMAC, from a secret as it is written. Base64 may lack its padding.
 * @throws RangeError when it is not written so. The message does not repeat the secret.
 */
export function keyOf(form: SecretForm, secret: string): Buffer {
  const { pattern, words } = FORMS[form];
  const key = pattern.test(secret) ? decoded(form, secret) : Buffer.alloc(0);
  if (key.length === 0) throw new RangeError(`the secret is not written as expected: ${words}`);
  return key;
}

function decoded(form: SecretForm, secret: string): Buffer {
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
 * What stands for a secret where it may be seen: 8 hexadecimal digits of the SHA-256 of its key, so that it is the same
 * however the secret is written.
 * @throws RangeError when it is not written as expected.
 */
export const secretFingerprint = (form: SecretForm, secret: string): string =>
  createHash('sha256').update(keyOf(form, secret)).digest('hex').slice(0, 8);
