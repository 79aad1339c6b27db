import { randomBytes } from 'node:crypto';
import type { RealMs } from '../../world/state/time.ts';

/** How long a code is valid, in real milliseconds. */
const VALID_MS = 3_600_000;

/** Maximum number of valid codes. A further one replaces the oldest. */
const MAX_CODES = 20;

/** Codes that a browser exchanges once for the operator's token. @see gap sandbox.sign_in */
export class SignInCodes {
  readonly #realNow: () => RealMs;
  readonly #tokensByCode = new Map<string, { readonly token: string; readonly expiresAtMs: number }>();

  /** `realNow` returns real time. */
  constructor(realNow: () => RealMs) {
    this.#realNow = realNow;
  }

  /** Creates a code for `token`, the operator's token. */
  create(token: string): { readonly code: string; readonly expiresAtMs: number } {
    const [oldest] = this.#tokensByCode.keys();
    if (oldest !== undefined && this.#tokensByCode.size >= MAX_CODES) this.#tokensByCode.delete(oldest);
    const code = randomBytes(24).toString('base64url');
    const expiresAtMs = this.#realNow() + VALID_MS;
    this.#tokensByCode.set(code, { token, expiresAtMs });
    return { code, expiresAtMs };
  }

  /** Returns the token of a valid code, otherwise undefined. The code is not valid again. */
  redeem(code: string): string | undefined {
    const found = this.#tokensByCode.get(code);
    this.#tokensByCode.delete(code);
    return found !== undefined && this.#realNow() < found.expiresAtMs ? found.token : undefined;
  }
}
