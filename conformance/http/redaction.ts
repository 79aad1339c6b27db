/** Replaces secrets in a text, in every known encoding. */
export type Redactor = (text: string) => string;

/** Returns the text that replaces an API key. */
const formatKeyLabel = (name: string): string => `[key ${name}]`;

/** The minimum length of a secret to redact by value: shorter ones occur in ordinary text. */
const SHORTEST_BY_VALUE = 4;
/** The minimum length of base64 text to redact: shorter ones occur by chance. */
const SHORTEST_BASE64 = 6;

/**
 * Creates a redactor for keys by name. It searches for values, so that it redacts every occurrence: in any letter case,
 * with any characters escaped for URLs (also repeatedly), JSON, XML or HTML, in hexadecimal, and in base64, also inside a
 * longer base64 text. `others` are further secrets with their replacement texts.
 */
export function createRedactor(
  keys: ReadonlyMap<string, string>,
  others: readonly (readonly [label: string, secret: string])[] = [],
): Redactor {
  const labelled = [
    ...[...keys].map(([name, secret]) => [formatKeyLabel(name), secret] as const),
    ...others.map(([label, secret]) => [`[${label}]`, secret] as const),
  ];
  const hidden = labelled
    .filter(([, secret]) => secret.length >= SHORTEST_BY_VALUE)
    .sort(([, one], [, other]) => other.length - one.length);
  if (hidden.length === 0) return (text) => text;
  const patternWith = (spell: (character: string) => string) =>
    new RegExp(hidden.map(([, secret]) => `(${createSecretPattern(secret, spell)})`).join('|'), 'gi');
  const anySpelling = patternWith(createEscapedPattern);
  const unescaped = patternWith(escapeForPattern);
  const getLabel = (groups: readonly unknown[]) =>
    hidden.find((_, index) => groups[index] !== undefined)?.[0] ?? '[key]';
  const mayContainSecret = createPrefilter(hidden.map(([, secret]) => secret));
  return (text) =>
    mayContainSecret(text)
      ? text.replace(MAY_ESCAPE.test(text) ? anySpelling : unescaped, (_, ...groups) => getLabel(groups))
      : text;
}

/** Every escape sequence contains one of these characters; searching a text without them is much faster. */
const MAY_ESCAPE = /[%\\&+]/;

/** The minimum length of a key to detect: shorter ones occur by chance. */
const SHORTEST_TO_SPOT = 8;

/** Returns a function that detects any of these keys in a text, in any known encoding. */
export function createKeyDetector(keys: readonly string[]): (text: string) => boolean {
  const long = keys.filter((key) => key.length >= SHORTEST_TO_SPOT);
  const redact = createRedactor(new Map(long.map((key, index) => [String(index), key])));
  return (text) => redact(text) !== text;
}

/** The number of characters that are compared at once: six times five bits fit into an integer. */
const WINDOW = 6;
const WINDOW_BITS = 0x3fffffff;
/** The last three characters of a window. A table of them is faster than a set of windows, and rules out most windows. */
const ENDING_MASK = 0x7fff;
/** A secret without characters that have a named escape, such as `&lt;`, or the plus for a space. */
const ORDINARY_SECRET = /^[\w.:/=~-]{6,}$/;

/**
 * Returns a function that is false only for texts that contain none of these secrets, in no encoding; most texts do not, and
 * reading their characters once is many times faster than matching a pattern. The low five bits of letters are the same in
 * both cases.
 */
function createPrefilter(secrets: readonly string[]): (text: string) => boolean {
  if (!secrets.every((secret) => ORDINARY_SECRET.test(secret))) return () => true;
  const starts = new Set(
    secrets.flatMap((secret) => [secret, ...listEncodedStarts(secret)]).map((start) => packCharacters(start)),
  );
  const endings = new Uint8Array(ENDING_MASK + 1);
  for (const start of starts) endings[start & ENDING_MASK] = 1;
  const codes = new Set([...secrets.join('')].map((character) => formatHex(character.charCodeAt(0))));
  const escapes = new RegExp(`%(?:25)*(?:${[...codes].join('|')})|${SLASHES}[ux]|&(?:amp;)*#`, 'i');
  return (text) => {
    if (escapes.test(text)) return true;
    let last = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === BACKSLASH) continue; // may precede any character of a secret
      last = ((last << 5) | (code & 31)) & WINDOW_BITS;
      if (endings[last & ENDING_MASK] === 1 && starts.has(last)) return true;
    }
    return false;
  };
}

const BACKSLASH = 92;

/** Returns the low five bits of the first characters as one number. */
const packCharacters = (text: string): number =>
  [...text.slice(0, WINDOW)].reduce((packed, character) => (packed << 5) | (character.charCodeAt(0) & 31), 0);

/** Returns the first characters of a secret in base64 and in hexadecimal. */
const listEncodedStarts = (secret: string): string[] =>
  listCases(secret).flatMap((bytes) => {
    const [first = '', second = '', third = ''] = [...bytes].map((byte) => formatHex(byte));
    const separators = ['', ' ', ':', '-'];
    const hex = separators.flatMap((one) => separators.map((other) => first + one + second + other + third));
    return [...hex, ...listBase64Fragments(bytes)];
  });

/** Returns a pattern for a secret, without capturing groups and with bounded repetition, so that matching is fast. */
function createSecretPattern(secret: string, spell: (character: string) => string): string {
  const encoded = listCases(secret).flatMap((bytes) => [
    [...bytes].map((byte) => formatHex(byte)).join('[ :-]?'),
    ...listBase64Fragments(bytes).map(escapeForPattern),
  ]);
  // The longest first: the first alternative that matches wins.
  const spellings = [...new Set(encoded)].sort((one, other) => other.length - one.length);
  return [[...secret].map(spell).join(''), ...spellings].join('|');
}

const listCases = (secret: string): Buffer[] =>
  [...new Set([secret, secret.toLowerCase(), secret.toUpperCase()])].map((one) => Buffer.from(one));

const NAMED_ENTITIES: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
};

/** Returns a pattern for a character in all escapes of URLs, JSON, JavaScript, XML and HTML. */
function createEscapedPattern(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const percent = [...Buffer.from(character)].map((byte) => `%(?:25){0,4}${formatHex(byte)}`).join('');
  const units = [...Array(character.length).keys()].map((place) => `u${formatHex(character.charCodeAt(place), 4)}`);
  const named = NAMED_ENTITIES[character];
  const escapes = `(?:${units.join(`${SLASHES}{1,4}`)}|u\\{0{0,6}${formatHex(code)}\\}|x${formatHex(code)})`;
  return `(?:${[
    percent,
    `${SLASHES}{1,4}${escapes}`,
    `&(?:amp;){0,4}#(?:x0{0,6}${formatHex(code)}|0{0,6}${code});?`,
    ...(named === undefined ? [] : [`&(?:amp;){0,4}${named};`]),
    ...(character === ' ' ? ['\\+'] : []),
    character === '\\' ? `${SLASHES}{1,8}` : `${SLASHES}{0,4}${escapeForPattern(character)}`,
  ].join('|')})`;
}

const SLASHES = '\\\\';

const formatHex = (number: number, digits = 2): string => number.toString(16).padStart(digits, '0');

const escapeForPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/**
 * Returns the base64 text of a secret inside a longer base64 text, for each of its three possible offsets modulo 3.
 * Omits the characters at both ends, which depend on the neighbouring bytes.
 */
function listBase64Fragments(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replaceAll('=', '');
    const from = Math.ceil((shift * 8) / 6);
    const until = Math.floor(((shift + bytes.length) * 8) / 6);
    const stable = text.slice(from, until);
    return stable.length < SHORTEST_BASE64 ? [] : [stable, stable.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
