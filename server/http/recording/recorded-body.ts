import { isNestedTooDeep } from '../../../base/nesting/nesting.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { decodeFully, type Redact } from '../edge/redaction.ts';
import type { BodyCapture } from '../exchange/body-capture.ts';
import { cutBeforeSecret, isSensitiveName, MASK, maskValue } from './sensitive-text.ts';

export type RecordedBody = SandboxSchemas['RecordedBody'];

/** Longest recorded text, in characters. */
export const MAX_RECORDED_TEXT = 16 * 1024;

interface BodyForm {
  /** Whether the headers announce a body. */
  readonly isSent: boolean;
  readonly isForm: boolean;
  /** Masks the secrets in a decoded text. */
  readonly mask: Redact;
}

const EMPTY = { text: null, size_bytes: 0, is_truncated: false, omitted: null } as const;

/** Returns a body without secrets; null if there was none. */
export function recordBody(capture: BodyCapture, { isSent, isForm, mask }: BodyForm): RecordedBody | null {
  if (!capture.wasRead) return isSent ? { ...EMPTY, omitted: 'not_read' } : null;
  const { sizeBytes, isWhole } = capture;
  if (sizeBytes === 0) return null;
  const text = decode(capture.keptBytes, isWhole);
  if (text === undefined) return { ...EMPTY, size_bytes: sizeBytes, omitted: 'binary' };
  const masked = isForm ? maskForm(text, isWhole, mask) : maskBody(text, isWhole, mask);
  const isTruncated = masked.length > MAX_RECORDED_TEXT || !isWhole;
  // The cut must not leave half of a surrogate pair.
  const shown = isTruncated ? `${masked.slice(0, MAX_RECORDED_TEXT).replace(/[\ud800-\udbff]$/, '')}…` : masked;
  return { text: shown.toWellFormed(), size_bytes: sizeBytes, is_truncated: isTruncated, omitted: null };
}

/** Returns undefined for bytes that are not UTF-8. A character that the limit cut is dropped. */
function decode(bytes: Buffer, isWhole: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole });
  } catch {
    return undefined; // the decoder's only error
  }
}

function maskForm(text: string, isWhole: boolean, mask: Redact): string {
  const pairs = [...new URLSearchParams(isWhole ? text : text.slice(0, Math.max(0, text.lastIndexOf('&'))))];
  return new URLSearchParams(
    pairs.map(([name, value]): [string, string] => [mask(name), maskValue(name, value, mask)]),
  ).toString();
}

function maskBody(text: string, isWhole: boolean, mask: Redact): string {
  const value = isWhole ? parse(text) : undefined;
  return value === undefined ? maskUnparsed(text, isWhole, mask) : JSON.stringify(maskJson(value, mask));
}

/** Returns undefined for a text that is no JSON, or too deep. */
function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isNestedTooDeep(value) ? undefined : value;
  } catch {
    return undefined; // a `SyntaxError`
  }
}

function maskJson(value: unknown, mask: Redact): unknown {
  if (typeof value === 'string') return mask(value);
  if (typeof value === 'number') return maskNumber(value, mask);
  if (Array.isArray(value)) return value.map((item) => maskJson(item, mask));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value);
  const namesSecret = members.some(
    ([name, member]) => NAMING.has(name) && typeof member === 'string' && isSensitiveName(member),
  );
  return Object.fromEntries(
    members.map(([name, member]) => {
      const isSecret = isSensitiveName(name) || (namesSecret && VALUES.has(name));
      return [mask(name), isSecret ? maskSecret(member) : maskJson(member, mask)];
    }),
  );
}

/* Members of a named value: `{"name": "password", "value": "…"}`. */
const NAMING: ReadonlySet<string> = new Set(['name', 'key', 'field', 'header', 'parameter']);
const VALUES: ReadonlySet<string> = new Set(['value', 'values', 'content', 'data', 'text']);

const maskSecret = (value: unknown): unknown => (value === null || typeof value === 'boolean' ? value : MASK);

function maskNumber(value: number, mask: Redact): unknown {
  const digits = Number.isInteger(value) ? BigInt(value).toString() : String(value);
  return mask(digits) === digits ? value : MASK;
}

/** Masks a text whose structure is unknown. Such a text ends before the first name of a secret. */
function maskUnparsed(text: string, isWhole: boolean, mask: Redact): string {
  const plain = text.replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const decoded = decodeFully(plain);
  if (decoded === undefined) return MASK;
  // The limit may have cut a secret, which is then not recognised.
  const sent = isWhole ? decoded : decoded.replace(/[^\s",:{}[\]&]*$/, '').replace(/[\d\s-]*$/, '');
  return mask(cutBeforeSecret(sent));
}
