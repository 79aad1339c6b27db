import { isSecretHeader, MASK } from '../../delivery/network/received-response.ts';
import { decodeFully, type Redact } from '../edge/redaction.ts';

/** Parts of names that only secrets have: `client_secret`, `X-Session-Token`, `newPassword`. */
const SECRET_PART =
  /passw|passphrase|passcode|passkey|pwd|secret|token|credential|cookie|session|authori[sz]|signature|api.?key|access.?key|private.?key|card.?(?:number|no\b)|cvv|cvc|pin.?block|track.?(?:[123]|data)|jwt|bearer/i;
/** Words that are secrets if they are a whole part of a name: `pin`, `card-pan`, `auth.key`. */
const SECRET_WORD = /(?<![a-z])(?:pass|pin|pan|key|auth|otp)(?![a-z])/i;
/** Names of the contract that contain such a word. */
const HARMLESS = new Set(['idempotency-key', 'dedupe_key']);

/** Whether a header, a parameter or a member with this name may contain a secret. */
export function isSensitiveName(sent: string): boolean {
  const name = decodeFully(sent);
  if (name === undefined) return true;
  if (HARMLESS.has(name.toLowerCase())) return false;
  const words = name.replace(/([a-z])(?=[A-Z])/g, '$1_');
  return isSecretHeader(name) || SECRET_PART.test(name) || SECRET_WORD.test(words);
}

/** `Bearer …`, `Basic …`, and JSON Web Tokens. */
const SCHEME = /\b(bearer|basic|digest)\s+[\w.~+/=-]+/gi;
const WEB_TOKEN = /(?<![\w-])eyJ[\w-]+\.[\w-]*\.?[\w-]*/g;
/** The credentials of a URL. */
const USER_INFO = /(?<=:\/\/)[^/?#\s@]*@/g;
/** The beginning of `name=value` and `"name": "value"` within a text. */
const NAME_AND_SIGN = /(?<![\w.\-[\]])([\w.\-[\]]+)["']?\s*[=:]\s*/g;

/** Cuts a text after the first name of a secret with a sign: where its value ends is unknown. */
function cutAtValue(text: string): string {
  for (const { 0: start, 1: name = '', index } of text.matchAll(NAME_AND_SIGN))
    if (isSensitiveName(name)) return `${text.slice(0, index + start.length)}${MASK}`;
  return text;
}

/**
 * Returns a function that masks the secrets in a decoded value: what `redact` finds, and all after the name of a secret. If it
 * masks something in a percent-encoded text, it returns the decoded one.
 */
export function createTextMask(redact: Redact): Redact {
  const mask = (text: string): string =>
    cutAtValue(text.replace(SCHEME, `$1 ${MASK}`).replace(WEB_TOKEN, MASK).replace(USER_INFO, `${MASK}@`));
  return (text) => {
    const redacted = redact(text);
    const decoded = redacted.includes('%') ? decodeFully(redacted) : redacted;
    if (decoded === undefined) return MASK;
    const masked = mask(decoded);
    return masked === decoded ? redacted : masked;
  };
}

/** Masks the value of a parameter, a header or a member of a form. */
export const maskValue = (name: string, value: string, mask: Redact): string =>
  value !== '' && isSensitiveName(name) ? MASK : mask(value);

/** Returns a text up to the first name of a secret, for texts that no parser can read. */
export function cutBeforeSecret(text: string): string {
  for (const { 0: word, index } of text.matchAll(/[\w.-]+/g))
    if (isSensitiveName(word)) return `${text.slice(0, index)}${MASK}`;
  return text;
}

export { MASK };
