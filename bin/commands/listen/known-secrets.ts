import { NoAnswer } from '../shared/client.ts';
import { judgeSignature, type SignatureVerdict, type Verifiable } from './signature.ts';

/** Caches the secrets of a destination. Reads them again when no cached secret verifies a delivery. */
export class KnownSecrets {
  #secrets: readonly string[];
  readonly #ask: () => Promise<readonly string[]>;
  readonly #onReplaced: () => void;

  constructor(secrets: readonly string[], ask: () => Promise<readonly string[]>, onReplaced: () => void) {
    this.#secrets = secrets;
    this.#ask = ask;
    this.#onReplaced = onReplaced;
  }

  /** Verifies the signature at `nowMs` of the real clock. */
  async judge(delivery: Verifiable, nowMs: number): Promise<SignatureVerdict> {
    const verdict = judgeSignature(delivery, this.#secrets, nowMs);
    if (verdict.code !== 'no-match') return verdict;
    await this.#renew();
    return judgeSignature(delivery, this.#secrets, nowMs);
  }

  /** Keeps the cached secrets if the request fails. */
  async #renew(): Promise<void> {
    try {
      const secrets = await this.#ask();
      if (secrets[0] !== this.#secrets[0]) this.#onReplaced();
      this.#secrets = secrets;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
    }
  }
}
