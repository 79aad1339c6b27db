import { hash, timingSafeEqual } from 'node:crypto';
import type { RealMs } from './time.ts';

/** An API key that the operator issued. The world has a digest of the key, never the key itself. @see gap sandbox.keys */
export interface IssuedKey {
  /** Eight characters, also a part of the key. Unique in the world. */
  readonly keyId: string;
  readonly tenantId: string;
  readonly userId: string;
  /** SHA-256 of the whole key, base64url. Keys have 160 random bits, so that a fast digest is enough. */
  readonly digest: string;
  readonly issuedAtMs: RealMs;
  /** On the real clock; null if it does not expire. */
  readonly expiresAtMs: RealMs | null;
  /** Set for the key of a guest, which reads what its user sees and nothing else. */
  readonly isReadOnly?: true;
}

/** Digits and lower-case letters without `i`, `l`, `o` and `u`: 32 symbols, so that each takes five random bits. */
const SYMBOLS = '0123456789abcdefghjkmnpqrstvwxyz';

const ISSUED_KEY = /^sbx-ws-([0-9a-z]{4,12})-([0-9a-z]{8})-[0-9a-z]{32}$/;

/** Returns `length` symbols, one for each byte of `random`, which must have at least as many bytes. */
export function formatSymbols(random: Uint8Array, length: number): string {
  if (random.length < length) throw new RangeError(`${length} symbols need ${length} random bytes`);
  return Array.from(random.subarray(0, length), (byte) => SYMBOLS[byte % SYMBOLS.length]).join('');
}

/** Random bytes that a key needs. */
export const KEY_BYTES = 40;

/** Creates the text of a key for the world with this name, from `KEY_BYTES` random bytes. */
export function createKeyText(world: string, random: Uint8Array): { readonly keyId: string; readonly key: string } {
  const keyId = formatSymbols(random, 8);
  return { keyId, key: `sbx-ws-${world}-${keyId}-${formatSymbols(random.subarray(8), 32)}` };
}

/** Returns the parts of an issued key; undefined for a text of another form. */
export function parseIssuedKey(key: string): { readonly world: string; readonly keyId: string } | undefined {
  const [, world, keyId] = ISSUED_KEY.exec(key) ?? [];
  return world === undefined || keyId === undefined ? undefined : { world, keyId };
}

export const digestKey = (key: string): string => hash('sha256', key, 'base64url');

/** Returns the issued key that `key` is the text of, whether it has expired or not. Compares in constant time. */
export function findIssuedKey(keys: ReadonlyMap<string, IssuedKey>, key: string): IssuedKey | undefined {
  const parsed = parseIssuedKey(key);
  const issued = parsed && keys.get(parsed.keyId);
  if (issued === undefined) return undefined;
  const isSame = timingSafeEqual(Buffer.from(issued.digest), Buffer.from(digestKey(key)));
  return isSame ? issued : undefined;
}
