import { isNestedTooDeep } from '../../../base/nesting/nesting.ts';
import type { FindingCode } from './finding.ts';

/** One change made by parsing and serialising a JSON text. */
export interface JsonDifference {
  readonly code: Extract<FindingCode, 'spacing' | 'escapes' | 'numbers' | 'key-order' | 'members' | 'values'>;
  readonly what: string;
}

/** Returns how two JSON texts differ, as changes made by another serialiser; undefined if one of them is not JSON or too deep. */
export function compareJson(sent: string, received: string): readonly JsonDifference[] | undefined {
  const [sentJson, receivedJson] = [tokenizeJson(sent), tokenizeJson(received)];
  if (sentJson === undefined || receivedJson === undefined) return undefined;
  const [before, after] = [sentJson.tokens.map(normalizeToken), receivedJson.tokens.map(normalizeToken)];
  if (isEqual(before, after))
    return [...compareSpacing(sentJson, receivedJson), ...compareTokenForms(sentJson.tokens, receivedJson.tokens)];
  if (toCanonicalText(sentJson.value) !== toCanonicalText(receivedJson.value))
    return [{ code: 'values', what: `as JSON, ${describeValueDifference(sentJson.value, receivedJson.value, '')}` }];
  return isEqual(before.sort(), after.sort())
    ? [{ code: 'key-order', what: 'the order of members changed' }]
    : [{ code: 'members', what: 'a repeated member was reduced to one, or a single one was repeated' }];
}

interface TokenizedJson {
  readonly value: unknown;
  /** All tokens except white space. */
  readonly tokens: readonly string[];
  /** The white space before each token and at the end. */
  readonly spaces: readonly string[];
}

const TOKEN = /([ \t\r\n]*)(?:("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[{}[\]:,])|$)/gy;

function tokenizeJson(text: string): TokenizedJson | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (isNestedTooDeep(value)) return undefined;
    const matches = [...text.matchAll(TOKEN)];
    const tokens = matches.flatMap(([, , token]) => (token === undefined ? [] : [token]));
    return { value, tokens, spaces: matches.map(([, space = '']) => space) };
  } catch {
    return undefined;
  }
}

/** Normalises a token: `"é"` for `"\u00e9"`, `1000` for `1e3`. */
function normalizeToken(token: string): string {
  if (!/^["\d-]/.test(token)) return token;
  return JSON.stringify(JSON.parse(token));
}

function compareSpacing(sentJson: TokenizedJson, receivedJson: TokenizedJson): readonly JsonDifference[] {
  const at = receivedJson.spaces.findIndex((space, place) => space !== sentJson.spaces[place]);
  if (at === -1) return [];
  const [sent = '', received = ''] = [sentJson.spaces[at], receivedJson.spaces[at]];
  const before = receivedJson.tokens[at - 1];
  const place =
    before === ':'
      ? 'after a colon'
      : before === ','
        ? 'after a comma'
        : at === 0
          ? 'at its start'
          : 'between two tokens';
  const kind = /\n/.test(sent + received) ? 'line breaks and indentation' : 'a space';
  const verb = received.length > sent.length ? 'was added' : 'was removed';
  return [{ code: 'spacing', what: `${kind} ${place} ${kind === 'a space' ? verb : verb.replace('was', 'were')}` }];
}

/** Returns the differences between tokens with the same meaning. */
function compareTokenForms(sentJson: readonly string[], receivedJson: readonly string[]): readonly JsonDifference[] {
  const changed = sentJson.flatMap((token, at) =>
    token === receivedJson[at] ? [] : [[token, receivedJson[at] ?? ''] as const],
  );
  const text = changed.find(([token]) => token.startsWith('"'));
  const number = changed.find(([token]) => !token.startsWith('"'));
  return [
    ...(text === undefined ? [] : [{ code: 'escapes', what: describeEscapeChange(...text) } as const]),
    ...(number === undefined
      ? []
      : [{ code: 'numbers', what: `the number ${number[0]} became ${number[1]}` } as const]),
  ];
}

function describeEscapeChange(sent: string, received: string): string {
  const lost = /\\(?:u[0-9a-fA-F]{4}|.)/.exec(sent)?.[0];
  const made = /\\(?:u[0-9a-fA-F]{4}|.)/.exec(received)?.[0];
  if (made !== undefined && countEscapes(received) > countEscapes(sent)) return `a character became the escape ${made}`;
  if (lost !== undefined && countEscapes(sent) > countEscapes(received)) return `the escape ${lost} became a character`;
  return 'an escape was written in another form';
}

const countEscapes = (token: string): number => token.split('\\').length;

const isEqual = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((entry, at) => entry === other[at]);

/** Describes the first place at which two values differ, as a JSON pointer. */
function describeValueDifference(sentJson: unknown, receivedJson: unknown, pointer: string): string {
  const [sent, received] = [toMembers(sentJson), toMembers(receivedJson)];
  const place = pointer === '' ? 'the whole' : pointer;
  if (sent === undefined || received === undefined || Array.isArray(sentJson) !== Array.isArray(receivedJson))
    return `${place} has another value`;
  const step = (name: string): string => `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  for (const [name, value] of sent) {
    if (!received.has(name)) return `${step(name)} is missing`;
    if (toCanonicalText(value) !== toCanonicalText(received.get(name)))
      return describeValueDifference(value, received.get(name), step(name));
  }
  const added = [...received.keys()].find((name) => !sent.has(name));
  return added === undefined ? `${place} has another value` : `${step(added)} was added`;
}

/** Returns members by name or elements by index; undefined for other values. */
function toMembers(value: unknown): ReadonlyMap<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : undefined;
}

/** Returns the same text for equal values, regardless of the order of members. */
function toCanonicalText(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}
