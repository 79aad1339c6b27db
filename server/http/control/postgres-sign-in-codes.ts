import { createCipheriv, createDecipheriv, hash, hkdfSync } from 'node:crypto';
import type { PostgresDatabase } from '../../storage/postgres/database.ts';
import type { RealMs } from '../../world/state/time.ts';
import {
  generateCode,
  MAX_CODES,
  type SignInCode,
  type SignInCodes,
  VALID_MS,
} from '../request/3-caller/sign-in-codes.ts';

const CIPHER = 'aes-256-gcm';
/** Each key encrypts one token, so a constant is safe. */
const INITIAL_VECTOR = Buffer.alloc(12);
const TAG_BYTES = 16;

/**
 * Keeps codes in a database, so that each replica accepts the codes of the others. It contains the digests of codes, and the
 * tokens encrypted with keys that are derived from the codes.
 */
export class PostgresSignInCodes implements SignInCodes {
  readonly #database: PostgresDatabase;
  readonly #workspace: string;
  readonly #realNow: () => RealMs;

  /** `realNow` returns real time. */
  constructor(database: PostgresDatabase, workspace: string, realNow: () => RealMs) {
    this.#database = database;
    this.#workspace = workspace;
    this.#realNow = realNow;
  }

  async create(token: string): Promise<SignInCode> {
    const code = generateCode();
    const expiresAtMs = this.#realNow() + VALID_MS;
    await this.#database.connection.query(
      `WITH old AS MATERIALIZED (
         SELECT digest FROM fleetkit.sign_in_codes WHERE workspace = $1 ORDER BY expires_ms DESC OFFSET $5
       ), dropped AS (
         DELETE FROM fleetkit.sign_in_codes WHERE workspace = $1 AND digest IN (SELECT digest FROM old)
       )
       INSERT INTO fleetkit.sign_in_codes (workspace, digest, token, expires_ms) VALUES ($1, $2, $3, $4)`,
      [this.#workspace, digestCode(code), encrypt(token, code), expiresAtMs, MAX_CODES - 1],
    );
    return { code, expiresAtMs };
  }

  async redeem(code: string): Promise<string | undefined> {
    const [found] = await this.#database.connection.query<{ token: string; expiresAtMs: number }>(
      `DELETE FROM fleetkit.sign_in_codes WHERE workspace = $1 AND digest = $2
       RETURNING token, expires_ms AS "expiresAtMs"`,
      [this.#workspace, digestCode(code)],
    );
    return found !== undefined && this.#realNow() < found.expiresAtMs ? decrypt(found.token, code) : undefined;
  }
}

const digestCode = (code: string): string => hash('sha256', code, 'base64url');

/** Codes have 192 random bits, so the key needs no salt. */
const deriveKey = (code: string): Buffer => Buffer.from(hkdfSync('sha256', code, '', 'fleetkit sign-in token', 32));

function encrypt(token: string, code: string): string {
  const cipher = createCipheriv(CIPHER, deriveKey(code), INITIAL_VECTOR);
  return Buffer.concat([cipher.update(token, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

function decrypt(encrypted: string, code: string): string {
  const bytes = Buffer.from(encrypted, 'base64url');
  const decipher = createDecipheriv(CIPHER, deriveKey(code), INITIAL_VECTOR);
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return decipher.update(bytes.subarray(0, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}
