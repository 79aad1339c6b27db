/** Removes credentials from a text that a client sent, or that repeats what a client sent. */
export type Redact = (text: string) => string;

/**
 * Clients encode a path once, proxies once more. A text with more layers is treated as an attempt to hide a credential.
 */
const MAX_DECODINGS = 8;

/** Shorter pieces of a token do not help to guess the rest. */
const MIN_TOKEN_PIECE = 12;

/**
 * API keys, generated operator tokens and webhook secrets, recognised by their prefix, and the tokens in the paths of
 * inboxes. Excludes already redacted ones.
 */
const KNOWN_CREDENTIAL = '(?:sbx-|opr-)(?!\\.\\.\\.)[\\w%-]*|whsec_(?!\\.\\.\\.)[\\w%+/=-]*|(?<=/inbox/)[\\w%-]{16,}';

/** At least as many digits as a card number has, or digits in the groups in which card numbers are written. */
const CARD_DIGITS =
  /(?<!\d)(?:\d{13,}|\d{4}[ .+-]\d{4}[ .+-]\d{4}[ .+-]\d{4}(?:[ .+-]\d{1,3})?|\d{4}[ .+-]\d{6}[ .+-]\d{4,5})(?!\d)/g;
/** The lengths of card numbers, by their beginning. */
const CARD_LENGTHS: readonly (readonly [beginning: RegExp, lengths: readonly number[]])[] = [
  [/^4/, [13, 16, 19]],
  [/^(?:5[1-5]|2[2-7])/, [16]],
  [/^3[47]/, [15]],
  [/^3[0689]/, [14, 16, 19]],
  [/^35/, [16, 17, 18, 19]],
  [/^(?:6|5[0678])/, [13, 14, 15, 16, 17, 18, 19]],
];
const MIN_CARD_DIGITS = 13;
const MAX_CARD_DIGITS = 19;

/**
 * Returns a function that replaces API keys, webhook secrets, tokens of inboxes and the operator's token, percent-encoded or
 * not, by their prefix and `...`, and card numbers by `card...`. A text without credentials is returned unchanged; in any other, characters that are not
 * printable ASCII are percent-encoded.
 */
export function createLogRedactor(operatorToken: string | undefined): Redact {
  // The token comes first: a key directly before it would otherwise hide its beginning.
  const sources = [...(operatorToken === undefined ? [] : [buildTokenPattern(operatorToken)]), KNOWN_CREDENTIAL];
  const credentials = sources.map((source) => new RegExp(source, 'gi'));
  const suspicious = new RegExp(`%|${sources.join('|')}|${CARD_DIGITS.source}`, 'i');
  const replaceIn = (text: string): string =>
    credentials.reduce(
      (rest, credential) => rest.replace(credential, (found) => `${shortenCredential(found)}...`),
      replaceCards(text),
    );

  return (sent) => {
    if (!suspicious.test(sent)) return sent;
    if (decodeFully(sent) === undefined) return '...';
    const text = replaceCards(sent); // decoding can hide a number: %B4111…
    const decoded = decodeFully(text) ?? text;
    const replaced = replaceIn(decoded);
    return replaced === decoded ? text : escapeUnprintable(replaced);
  };
}

const replaceCards = (text: string): string =>
  text.replace(CARD_DIGITS, (found) => (hasCardNumber(found) ? 'card...' : found));

/** Whether the digits begin with a card number, or contain one if they are more than it can have. */
function hasCardNumber(found: string): boolean {
  const digits = found.replace(/\D/g, '');
  const lastStart = digits.length > MAX_CARD_DIGITS ? digits.length - MIN_CARD_DIGITS : 0;
  for (let start = 0; start <= lastStart; start += 1) if (beginsWithCardNumber(digits.slice(start))) return true;
  return false;
}

const beginsWithCardNumber = (digits: string): boolean =>
  CARD_LENGTHS.some(
    ([beginning, lengths]) =>
      beginning.test(digits) &&
      lengths.some((length) => length <= digits.length && fitsCheckDigit(digits.slice(0, length))),
  );

/** @see ISO/IEC 7812-1, annex B */
function fitsCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const weighted = Number(digits.at(-1 - place)) * (1 + (place % 2));
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}

const shortenCredential = (credential: string): string =>
  /^(?:sbx-|opr-|whsec_)/i.exec(credential)?.[0].toLowerCase() ?? 'token';

/**
 * Matches the decoded token, also when its end was cut off, or when its first two characters were decoded together with
 * a `%` before them.
 */
function buildTokenPattern(token: string): string {
  const characters = [...(decodeFully(token) ?? token)].map((character) => character.replace(/\W/, '\\$&'));
  const [first = '', second = '', ...others] = characters;
  const ending = others.slice(MIN_TOKEN_PIECE).reduceRight((inner, character) => `(?:${character}${inner})?`, '');
  return `(?:${first})?(?:${second})?${others.slice(0, MIN_TOKEN_PIECE).join('')}${ending}`;
}

/** Decodes until nothing changes; undefined for a text with too many layers. */
export function decodeFully(text: string): string | undefined {
  let decoded = text;
  for (let layer = 0; layer <= MAX_DECODINGS; layer += 1) {
    const before = decoded;
    decoded = decodeOnce(before);
    if (decoded === before) return decoded;
  }
  return undefined;
}

/** Decodes one layer of `%41` and `%u0041`, byte by byte: credentials are ASCII. */
const decodeOnce = (text: string): string =>
  text.replace(/%(?:u00)?([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

const escapeUnprintable = (text: string): string =>
  text.replace(/[^\x20-\x7e]/g, (character) =>
    character <= '\xff'
      ? `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
      : encodeURIComponent(character.toWellFormed()),
  );
