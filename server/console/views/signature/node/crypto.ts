import { hmac } from '@noble/hashes/hmac.js';
import { sha1 } from '@noble/hashes/legacy.js';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';

/* The parts of `node:crypto` that signatures need, for browsers: theirs is asynchronous, and absent at addresses without TLS. */

const ALGORITHMS = { sha1, sha256, sha384, sha512 } as const;
type Algorithm = keyof typeof ALGORITHMS;

type Key = Uint8Array | SecretKey;

/** The common part of hashes and HMACs of the library. */
interface Running {
  update(data: Uint8Array): unknown;
  digest(): Uint8Array;
}

class Digest {
  readonly #running: Running;

  constructor(running: Running) {
    this.#running = running;
  }

  update(data: string | Uint8Array): this {
    this.#running.update(Buffer.from(data as Uint8Array)); // it accepts both
    return this;
  }

  digest(encoding?: 'hex'): Buffer | string {
    const bytes = Buffer.from(this.#running.digest());
    return encoding === undefined ? bytes : bytes.toString(encoding);
  }
}

class SecretKey {
  readonly #bytes: Buffer;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes);
  }

  export(): Buffer {
    return Buffer.from(this.#bytes);
  }

  equals(other: SecretKey): boolean {
    return this.#bytes.equals(other.export());
  }
}

export const createSecretKey = (bytes: Uint8Array): SecretKey => new SecretKey(bytes);

export const createHash = (algorithm: Algorithm): Digest => new Digest(ALGORITHMS[algorithm].create());

export const createHmac = (algorithm: Algorithm, key: Key): Digest =>
  new Digest(hmac.create(ALGORITHMS[algorithm], key instanceof SecretKey ? key.export() : key));

export const timingSafeEqual = (one: Uint8Array, other: Uint8Array): boolean => Buffer.from(one).equals(other);
