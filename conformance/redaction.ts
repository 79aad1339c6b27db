/** Takes secrets out of text, in every spelling in which they could leave the kit. */
export type Redactor = (text: string) => string;

/** What an API key becomes in anything that is kept or shown. */
const placeholder = (name: string): string => `[key ${name}]`;

/** A secret shorter than this is only hidden where it is known to stand: by value it would blot out ordinary text. */
const SHORTEST_BY_VALUE = 4;

/**
 * Makes a redactor for named secrets. It works by value, so that a key is hidden wherever the target repeats it:
 * as it is, percent-encoded, in base64 (also inside a longer base64 text), hexadecimal, escaped for JSON or for XML.
 * `others` are secrets that are no keys, each with the words to say in its place.
 */
export function createRedactor(
  keys: ReadonlyMap<string, string>,
  others: readonly (readonly [label: string, secret: string])[] = [],
): Redactor {
  const byValue = new Map<string, string>();
  const labelled = [
    ...others.map(([label, secret]) => [`[${label}]`, secret] as const),
    ...[...keys].map(([name, secret]) => [placeholder(name), secret] as const),
  ];
  for (const [label, secret] of labelled) {
    if (secret.length < SHORTEST_BY_VALUE) continue;
    for (const spelling of spellingsOf(secret)) byValue.set(spelling.toLowerCase(), label);
  }
  if (byValue.size === 0) return (text) => text;
  const longestFirst = [...byValue.keys()].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(longestFirst.map((value) => escapeForPattern(value)).join('|'), 'gi');
  return (text) => text.replace(pattern, (found) => byValue.get(found.toLowerCase()) ?? '[key]');
}

const escapeForPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

function spellingsOf(secret: string): Set<string> {
  const bytes = Buffer.from(secret, 'utf8');
  const spellings = [
    secret,
    encodeURIComponent(secret),
    encodeURIComponent(secret).replaceAll('%20', '+'),
    percentEncoded(bytes),
    JSON.stringify(secret).slice(1, -1),
    secret.replaceAll('/', '\\/'),
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    bytes.toString('hex'),
    ...insideBase64(bytes),
  ];
  return new Set(spellings.filter((spelling) => spelling.length >= SHORTEST_BY_VALUE));
}

const percentEncoded = (bytes: Buffer): string =>
  [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

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
    return stable.length < 6 ? [] : [stable, stable.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
