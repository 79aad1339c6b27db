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

/**
 * Returns a function that replaces API keys, webhook secrets, tokens of inboxes and the operator's token, percent-encoded or
 * not, by their prefix and `...`. A text without credentials is returned unchanged; in any other, characters that are not
 * printable ASCII are percent-encoded.
 */
export function createLogRedactor(operatorToken: string | undefined): Redact {
  // The token comes first: a key directly before it would otherwise hide its beginning.
  const sources = [...(operatorToken === undefined ? [] : [buildTokenPattern(operatorToken)]), KNOWN_CREDENTIAL];
  const credentials = sources.map((source) => new RegExp(source, 'gi'));
  const suspicious = new RegExp(`%|${sources.join('|')}`, 'i');
  const replaceIn = (text: string): string =>
    credentials.reduce(
      (rest, credential) => rest.replace(credential, (found) => `${shortenCredential(found)}...`),
      text,
    );

  return (text) => {
    if (!suspicious.test(text)) return text;
    const decoded = decodeFully(text);
    if (decoded === undefined) return '...';
    const replaced = replaceIn(decoded);
    return replaced === decoded ? text : escapeUnprintable(replaced);
  };
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
function decodeFully(text: string): string | undefined {
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
