/** Takes secrets out of text, in every spelling in which they could leave the kit. */
export type Redactor = (text: string) => string;

/** What an API key becomes in anything that is kept or shown. */
const placeholder = (name: string): string => `[key ${name}]`;

/** A secret shorter than this is only hidden where it is known to stand: by value it would blot out ordinary text. */
const SHORTEST_BY_VALUE = 4;
/** Encoded text that short occurs by chance. */
const SHORTEST_BASE64 = 6;

/**
 * Makes a redactor for keys by their names. It works by value, so that a key is hidden wherever the target repeats it: as
 * it is or in other case, each of its characters escaped for URLs (more than once too), JSON, XML or HTML or not at all,
 * in hexadecimal, and in base64, also inside a longer base64 text. `others` are secrets that are no keys, each with the
 * words to say in its place.
 */
export function createRedactor(
  keys: ReadonlyMap<string, string>,
  others: readonly (readonly [label: string, secret: string])[] = [],
): Redactor {
  const labelled = [
    ...[...keys].map(([name, secret]) => [placeholder(name), secret] as const),
    ...others.map(([label, secret]) => [`[${label}]`, secret] as const),
  ];
  const hidden = labelled
    .filter(([, secret]) => secret.length >= SHORTEST_BY_VALUE)
    .sort(([, one], [, other]) => other.length - one.length);
  if (hidden.length === 0) return (text) => text;
  const patternWith = (spell: (character: string) => string) =>
    new RegExp(hidden.map(([, secret]) => `(${patternOf(secret, spell)})`).join('|'), 'gi');
  const anySpelling = patternWith(anySpellingOf);
  const unescaped = patternWith(escapeForPattern);
  const labelOf = (groups: readonly unknown[]) =>
    hidden.find((_, index) => groups[index] !== undefined)?.[0] ?? '[key]';
  return (text) => text.replace(MAY_ESCAPE.test(text) ? anySpelling : unescaped, (_, ...groups) => labelOf(groups));
}

/** Every escape of `anySpellingOf` has one of these; a text without them, as most are, is searched much faster. */
const MAY_ESCAPE = /[%\\&+]/;

/** A key shorter than this may stand in a text by chance. */
const SHORTEST_TO_SPOT = 8;

/** Tells whether a text repeats one of these keys, in any of the spellings that a redactor knows. */
export function keySpotter(keys: readonly string[]): (text: string) => boolean {
  const long = keys.filter((key) => key.length >= SHORTEST_TO_SPOT);
  const redact = createRedactor(new Map(long.map((key, index) => [String(index), key])));
  return (text) => redact(text) !== text;
}

/** Without capturing groups, and with bounds on what repeats, so that no text takes long. */
function patternOf(secret: string, spell: (character: string) => string): string {
  const cases = [...new Set([secret, secret.toLowerCase(), secret.toUpperCase()])].map((one) => Buffer.from(one));
  const encoded = cases.flatMap((bytes) => [
    [...bytes].map((byte) => hex(byte)).join('[ :-]?'),
    ...insideBase64(bytes).map(escapeForPattern),
  ]);
  // The longest first: of two that start at one place, the first one wins.
  const spellings = [...new Set(encoded)].sort((one, other) => other.length - one.length);
  return [[...secret].map(spell).join(''), ...spellings].join('|');
}

const NAMED_ENTITIES: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
};

/** A pattern for one character, written in any way that URLs, JSON, JavaScript, XML and HTML know. */
function anySpellingOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const percent = [...Buffer.from(character)].map((byte) => `%(?:25){0,4}${hex(byte)}`).join('');
  const units = [...Array(character.length).keys()].map((place) => `u${hex(character.charCodeAt(place), 4)}`);
  const named = NAMED_ENTITIES[character];
  const escapes = `(?:${units.join(`${SLASHES}{1,4}`)}|u\\{0{0,6}${hex(code)}\\}|x${hex(code)})`;
  return `(?:${[
    percent,
    `${SLASHES}{1,4}${escapes}`,
    `&(?:amp;){0,4}#(?:x0{0,6}${hex(code)}|0{0,6}${code});?`,
    ...(named === undefined ? [] : [`&(?:amp;){0,4}${named};`]),
    ...(character === ' ' ? ['\\+'] : []),
    character === '\\' ? `${SLASHES}{1,8}` : `${SLASHES}{0,4}${escapeForPattern(character)}`,
  ].join('|')})`;
}

const SLASHES = '\\\\';

const hex = (number: number, digits = 2): string => number.toString(16).padStart(digits, '0');

const escapeForPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/**
 * The characters that a secret gives to base64 text for each of the three places, counted modulo 3, where it can start.
 * The edges, which depend on the neighbours, are cut off.
 */
function insideBase64(bytes: Buffer): string[] {
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
