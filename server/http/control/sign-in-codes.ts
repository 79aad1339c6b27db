import { randomBytes } from 'node:crypto';
import type { RealMs } from '../../world/state/time.ts';

/** How long a code is valid, in real milliseconds. */
const VALID_MS = 3_600_000;

/** Maximum number of valid codes. A further one replaces the oldest. */
const MAX_CODES = 20;

/** Codes that a browser exchanges once for the operator's token. @see gap sandbox.sign_in */
export class SignInCodes {
  readonly #realNow: () => RealMs;
  readonly #expiryByCode = new Map<string, number>();

  /** `realNow` returns real time. */
  constructor(realNow: () => RealMs) {
    this.#realNow = realNow;
  }

  create(): { readonly code: string; readonly expiresAtMs: number } {
    const [oldest] = this.#expiryByCode.keys();
    if (oldest !== undefined && this.#expiryByCode.size >= MAX_CODES) this.#expiryByCode.delete(oldest);
    const code = randomBytes(24).toString('base64url');
    const expiresAtMs = this.#realNow() + VALID_MS;
    this.#expiryByCode.set(code, expiresAtMs);
    return { code, expiresAtMs };
  }

  /** Returns whether the code is valid. It is not valid again. */
  redeem(code: string): boolean {
    const expiresAtMs = this.#expiryByCode.get(code);
    this.#expiryByCode.delete(code);
    return expiresAtMs !== undefined && this.#realNow() < expiresAtMs;
  }
}
