import { randomBytes } from 'node:crypto';
import type { RealMs } from '../../../world/state/time.ts';

/** How long a code is valid, in real milliseconds. */
export const VALID_MS = 3_600_000;

/** Maximum number of valid codes. A further one replaces the oldest. */
export const MAX_CODES = 20;

export interface SignInCode {
  readonly code: string;
  readonly expiresAtMs: number;
}

/** Codes that a browser exchanges once for the operator's token. @see gap sandbox.sign_in */
export interface SignInCodes {
  /** Creates a code for `token`, the operator's token. */
  create(token: string): Promise<SignInCode>;
  /** Returns the token of a valid code, otherwise undefined. The code is not valid again. */
  redeem(code: string): Promise<string | undefined>;
}

/** Returns a new code. */
export const generateCode = (): string => randomBytes(24).toString('base64url');

/** Keeps codes in memory. */
export class MemorySignInCodes implements SignInCodes {
  readonly #realNow: () => RealMs;
  readonly #tokensByCode = new Map<string, { readonly token: string; readonly expiresAtMs: number }>();

  /** `realNow` returns real time. */
  constructor(realNow: () => RealMs) {
    this.#realNow = realNow;
  }

  async create(token: string): Promise<SignInCode> {
    const [oldest] = this.#tokensByCode.keys();
    if (oldest !== undefined && this.#tokensByCode.size >= MAX_CODES) this.#tokensByCode.delete(oldest);
    const code = generateCode();
    const expiresAtMs = this.#realNow() + VALID_MS;
    this.#tokensByCode.set(code, { token, expiresAtMs });
    return { code, expiresAtMs };
  }

  async redeem(code: string): Promise<string | undefined> {
    const found = this.#tokensByCode.get(code);
    this.#tokensByCode.delete(code);
    return found !== undefined && this.#realNow() < found.expiresAtMs ? found.token : undefined;
  }
}
