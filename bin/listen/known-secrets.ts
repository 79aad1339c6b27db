import { NoAnswer } from '../client.ts';
import { judgeSignature, type SignatureVerdict, type Verifiable } from './signature.ts';

/** The secrets of a destination as they are known; asked for anew when a delivery was made with none of them. */
export class KnownSecrets {
  #secrets: readonly string[];
  readonly #ask: () => Promise<readonly string[]>;
  readonly #onReplaced: () => void;

  constructor(secrets: readonly string[], ask: () => Promise<readonly string[]>, onReplaced: () => void) {
    this.#secrets = secrets;
    this.#ask = ask;
    this.#onReplaced = onReplaced;
  }

  /** What the receiver finds at `nowMs` of the real clock. */
  async judge(delivery: Verifiable, nowMs: number): Promise<SignatureVerdict> {
    const verdict = judgeSignature(delivery, this.#secrets, nowMs);
    if (verdict.code !== 'no-match') return verdict;
    await this.#renew();
    return judgeSignature(delivery, this.#secrets, nowMs);
  }

  /** Without an answer, what is known stays as it is. */
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
