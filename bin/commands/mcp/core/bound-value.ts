/** The maximum length of the text of a tool result, in characters. */
export const MAX_OUTPUT = 24_000;

interface Limits {
  readonly items: number;
  readonly characters: number;
  readonly depth: number;
}

/** The limits in the order in which they are tried. The last ones give a short text of any value. */
const STEPS: readonly Limits[] = [
  { items: 500, characters: 16_000, depth: 24 },
  { items: 100, characters: 4000, depth: 16 },
  { items: 50, characters: 2500, depth: 14 },
  { items: 25, characters: 1500, depth: 12 },
  { items: 10, characters: 600, depth: 8 },
  { items: 4, characters: 200, depth: 5 },
  { items: 1, characters: 80, depth: 3 },
];

/**
 * Formats a value as JSON of at most `MAX_OUTPUT` characters. Shortens lists and texts of a value that is too large, and
 * `left_out` names each of them with what is missing.
 */
export function formatBounded(value: unknown): string {
  for (const limits of STEPS) {
    const leftOut: string[] = [];
    const shortened = shorten(value, '', { limits, leftOut });
    const text = JSON.stringify(leftOut.length === 0 ? shortened : addNotes(shortened, leftOut));
    if (text.length <= MAX_OUTPUT) return text;
  }
  const text = JSON.stringify(value) ?? '';
  return JSON.stringify({
    beginning: text.slice(0, MAX_OUTPUT / 4),
    left_out: [`the rest of ${text.length} characters`],
  });
}

const MAX_NOTES = 10;

const addNotes = (shortened: unknown, leftOut: readonly string[]): object => ({
  result: shortened,
  left_out: [
    ...leftOut.slice(0, MAX_NOTES),
    ...(leftOut.length > MAX_NOTES ? [`and in ${leftOut.length - MAX_NOTES} more places`] : []),
    'To read it, repeat the call with filters or a smaller limit: a cursor continues after what is left out.',
  ],
});

interface Shortening {
  readonly limits: Limits;
  /** Receives what is missing, by place. */
  readonly leftOut: string[];
}

function shorten(value: unknown, place: string, shortening: Shortening): unknown {
  const { limits, leftOut } = shortening;
  if (typeof value === 'string') {
    if (value.length <= limits.characters) return value;
    leftOut.push(`${place || 'text'}: ${value.length - limits.characters} of ${value.length} characters`);
    return `${value.slice(0, limits.characters)}…`;
  }
  if (value === null || typeof value !== 'object') return value;
  if (place.split('/').length > limits.depth) {
    leftOut.push(`${place}: its members`);
    return Array.isArray(value) ? [] : {};
  }
  const inside = (name: string | number, one: unknown): unknown => shorten(one, `${place}/${name}`, shortening);
  if (Array.isArray(value)) {
    if (value.length > limits.items)
      leftOut.push(`${place || 'list'}: ${value.length - limits.items} of ${value.length} items`);
    return value.slice(0, limits.items).map((one, at) => inside(at, one));
  }
  const members = Object.entries(value);
  const most = Math.max(limits.items, MIN_MEMBERS);
  if (members.length > most)
    leftOut.push(`${place || 'object'}: ${members.length - most} of ${members.length} members`);
  return Object.fromEntries(members.slice(0, most).map(([name, one]) => [name, inside(name, one)]));
}

/** Objects keep their first members with every limit: they are rows, and not lists. */
const MIN_MEMBERS = 40;
