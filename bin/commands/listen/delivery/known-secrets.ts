import { RequestFailure } from '../../shared/client.ts';
import { type ForwardedRequest, type ListenSignatureVerdict, verifyDelivery } from './verify-signature.ts';

/** Caches the secrets of a destination. Reads them again when no cached secret verifies a delivery. */
export class SecretCache {
  #secrets: readonly string[];
  readonly #readSecrets: () => Promise<readonly string[]>;
  readonly #onReplaced: () => void;

  constructor(secrets: readonly string[], fetchSecrets: () => Promise<readonly string[]>, onReplaced: () => void) {
    this.#secrets = secrets;
    this.#readSecrets = fetchSecrets;
    this.#onReplaced = onReplaced;
  }

  /** Verifies the signature at `nowMs` of the real clock. */
  async verify(delivery: ForwardedRequest, nowMs: number): Promise<ListenSignatureVerdict> {
    const verdict = verifyDelivery(delivery, this.#secrets, nowMs);
    if (verdict.code !== 'no-match') return verdict;
    await this.#reload();
    return verifyDelivery(delivery, this.#secrets, nowMs);
  }

  /** Keeps the cached secrets if the request fails. */
  async #reload(): Promise<void> {
    try {
      const secrets = await this.#readSecrets();
      if (secrets[0] !== this.#secrets[0]) this.#onReplaced();
      this.#secrets = secrets;
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error;
    }
  }
}
