import type { KeyObject } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { parseJson } from '../http/bodies/json-text.ts';
import { type Certificate, countRules, FORMAT, type Statement, VERDICTS } from './certificate.ts';
import { formatCertificate, formatPublicKey, hasValidSignature } from './signature.ts';

/** A certificate that passed all tests except, perhaps, those in `problems`. */
export interface ReadCertificate {
  readonly statement: Statement;
  /** Whether the key of an issuer was given, and it is the key of the certificate. */
  readonly isFromIssuer: boolean;
}

const KINDS: readonly unknown[] = ['service', 'sender', 'receiver', 'client'];
const LEVELS = ['required', 'advice'];

type Members = Readonly<Record<string, unknown>>;

const readMembers = (value: unknown): Members =>
  typeof value === 'object' && value !== null ? (value as Members) : {};
const isText = (value: unknown): value is string => typeof value === 'string';
const isInstant = (value: unknown): boolean =>
  isText(value) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value) && !Number.isNaN(Date.parse(value));

function isRule(value: unknown): boolean {
  const { id, title, required, verdict, reason } = readMembers(value);
  const isVerdict = (VERDICTS as readonly unknown[]).includes(verdict);
  return (
    isText(id) && isText(title) && typeof required === 'boolean' && isVerdict && (reason === null || isText(reason))
  );
}

function isRun(value: unknown): boolean {
  const { kind, subject, started_at: startedAt, report_sha256: digest, counts, rules } = readMembers(value);
  if (!KINDS.includes(kind) || !isText(subject) || !(startedAt === null || isText(startedAt))) return false;
  if (!isText(digest) || !/^[0-9a-f]{64}$/.test(digest) || !Array.isArray(rules) || !rules.every(isRule)) return false;
  const levels = readMembers(counts);
  return (
    isDeepStrictEqual(Object.keys(levels).sort(), [...LEVELS].sort()) && isDeepStrictEqual(counts, countRules(rules))
  );
}

function isStatement(statement: Members): boolean {
  const {
    subject,
    declaration,
    fleetkit_version: version,
    issued_at: issuedAt,
    expires_at: expiresAt,
    runs,
  } = statement;
  const areTexts = isText(subject) && declaration === 'self-declared' && isText(version);
  return (
    areTexts &&
    isInstant(issuedAt) &&
    isInstant(expiresAt) &&
    Array.isArray(runs) &&
    runs.length > 0 &&
    runs.every(isRun)
  );
}

/**
 * Reads a certificate, and verifies it without a network: its form, its signature, its dates, and its issuer if one is given. A problem
 * completes "FILE …".
 *
 * @example
 * const read = readCertificate(text, { nowMs: Date.now() });
 */
export function readCertificate(
  text: string,
  { nowMs, issuer }: { readonly nowMs: number; readonly issuer?: KeyObject },
): ReadCertificate | { readonly problem: string } {
  const parsed = parseJson(text);
  const certificate = readMembers(parsed.isUnreadable ? undefined : parsed.value);
  const statement = readMembers(certificate.statement);
  const { type, format } = statement;
  if (type !== 'fleetkit-certificate') return { problem: 'is no certificate of fleetkit' };
  if (typeof format === 'number' && format > FORMAT)
    return {
      problem: `was written by a newer version of fleetkit: its format is ${format}, and this version reads ${FORMAT}`,
    };
  const { algorithm, public_key: key, value } = readMembers(certificate.signature);
  const isWhole =
    algorithm === 'Ed25519' && isText(key) && isText(value) && format === FORMAT && isStatement(statement);
  if (!isWhole) return { problem: 'is damaged: members are missing or wrong' };
  const read = certificate as unknown as Certificate; // just checked
  if (!hasValidSignature(read)) return { problem: 'was changed after it was signed: the signature is not valid' };
  // Equal members, twice or in another order, could mean something else to another program.
  if (formatCertificate(read) !== text)
    return {
      problem: 'is not in the form in which fleetkit writes it: it was formatted again, or something was added',
    };
  const { issued_at: issuedAt, expires_at: expiresAt } = read.statement;
  if (Date.parse(issuedAt) > nowMs + CLOCK_DIFFERENCE_MS) return { problem: `is not valid before ${issuedAt}` };
  if (Date.parse(expiresAt) <= nowMs) return { problem: `expired at ${expiresAt}` };
  if (issuer !== undefined && formatPublicKey(issuer) !== read.signature.public_key)
    return { problem: 'was signed with another key than that of the issuer' };
  return { statement: read.statement, isFromIssuer: issuer !== undefined };
}

/** By how much the clocks of two machines may differ. */
const CLOCK_DIFFERENCE_MS = 300_000;
