import { randomBytes } from 'node:crypto';
import type { SignatureScheme } from '../webhooks/scheme.ts';
import { decodeSecret } from '../webhooks/secret.ts';

/** A property of a secret that shows mistakes of handlers that process secrets as text. */
interface SecretFeature {
  /** Completes the sentence "the secret has no …". */
  readonly description: string;
  isPresent(text: string, key: Buffer): boolean;
}

const FEATURES: readonly SecretFeature[] = [
  { description: '+', isPresent: (text) => text.includes('+') },
  { description: '/', isPresent: (text) => text.includes('/') },
  { description: '= at its end', isPresent: (text) => text.endsWith('=') },
  { description: 'letter of whsec_ at the beginning of its base64', isPresent: (text) => /^[whsec]/.test(text) },
  { description: 'byte that is not UTF-8', isPresent: (_, key) => !Buffer.from(key.toString('utf8')).equals(key) },
  { description: 'byte after the 32nd', isPresent: (_, key) => key.length > 32 },
  { description: 'zero byte', isPresent: (_, key) => key.includes(0) },
  { description: 'white space at the end of its key', isPresent: (_, key) => /\s$/.test(key.toString('latin1')) },
];

/** Lists what a secret lacks; empty for a scheme whose secrets are not base64. */
export function listMissingFeatures({ secretForm }: SignatureScheme, secret: string): readonly string[] {
  if (secretForm !== 'whsec' && secretForm !== 'base64') return [];
  const key = decodeSecret(secretForm, secret);
  const text = secret.replace(/^whsec_/, '');
  return FEATURES.filter(({ isPresent }) => !isPresent(text, key)).map(({ description }) => description);
}

/** More than handlers that expect 24 or 32 bytes read; less than a block of SHA-256, from which on HMAC hashes the key. */
const KEY_BYTES = 50;

/**
 * Returns a new secret, in the form of the contract, that has all properties by which mistakes of handlers show.
 *
 * @example
 * process.env.WEBHOOK_SECRET = generateTestSecret();
 */
export function generateTestSecret(): string {
  const key = randomBytes(KEY_BYTES);
  key.set(Buffer.from('secw+/+/', 'base64'));
  key[KEY_BYTES / 2] = 0;
  key[KEY_BYTES - 1] = 0x0a;
  return `whsec_${key.toString('base64')}`;
}
