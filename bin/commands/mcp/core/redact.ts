/** Replaces secrets in texts for a client. */
export type Redact = (text: string) => string;

const MASK = '[redacted]';

/** API keys and tokens of sandboxes, signing secrets, and the tokens in the addresses of inboxes. */
const FORMS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:sbx|opr)-[A-Za-z0-9_-]{4,}/g, MASK],
  [/\bwhsec_[A-Za-z0-9+/_-]+={0,2}/g, MASK],
  [/(\/sandbox\/inbox\/)[\w-]+/g, `$1${MASK}`],
  [/\bBearer [\w.~+/-]{8,}=*/g, `Bearer ${MASK}`],
];

/** A shorter text is no secret, and a replacement would damage ordinary words. */
const MIN_SECRET_LENGTH = 6;

/** Creates a redactor of the usual forms of secrets, and of given ones. `known` may grow. */
export const createRedactor =
  (known: ReadonlySet<string>): Redact =>
  (text) => {
    let redacted = text;
    for (const secret of known)
      if (secret.length >= MIN_SECRET_LENGTH) redacted = redacted.replaceAll(secret, () => MASK);
    for (const [form, replacement] of FORMS) redacted = redacted.replaceAll(form, replacement);
    return redacted;
  };
