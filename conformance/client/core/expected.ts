import type { Answer } from './answer.ts';
import { formatHundredths, parseHundredths } from './decimal.ts';

/** The right value of one member of an answer. */
export type ExpectedValue =
  /** These texts in any order; each of `optional` may be among them. */
  | { readonly kind: 'set'; readonly values: readonly string[]; readonly optional?: readonly string[] }
  /** These texts in this order. */
  | { readonly kind: 'list'; readonly values: readonly string[] }
  | { readonly kind: 'count'; readonly value: number; readonly others?: readonly number[] }
  | { readonly kind: 'amount'; readonly hundredths: bigint }
  | { readonly kind: 'text'; readonly value: string }
  /** Objects with these members, by the value of `key`, in any order. Others may have a key of `optional`. */
  | {
      readonly kind: 'items';
      readonly key: string;
      readonly items: readonly Readonly<Record<string, string>>[];
      readonly optional?: readonly string[];
    };

/** The right answer, by the names of its members. */
export type Expected = Readonly<Record<string, ExpectedValue>>;

const MOST_NAMED = 3;

/** Returns the differences between an answer and the right one, as short statements; none if it is right. */
export function findDifferences(answer: Answer, expected: Expected): readonly string[] {
  if (answer.kind === 'none') return [answer.reason];
  if (answer.kind === 'error') return [`the client reported an error: ${answer.message}`];
  const names = Object.keys(expected);
  const isBare = typeof answer.value !== 'object' || answer.value === null || Array.isArray(answer.value);
  if (isBare && names.length > 1) return [`expected a JSON object with ${names.join(', ')}`];
  const members = isBare ? { [names[0] ?? '']: answer.value } : (answer.value as Readonly<Record<string, unknown>>);
  return Object.entries(expected).flatMap(([name, value]) => {
    const difference = compareValue(members[name], value);
    return difference === undefined ? [] : [`${name}: ${difference}`];
  });
}

/** Describes a right answer in one line. */
export const describeExpected = (expected: Expected): string =>
  Object.entries(expected)
    .map(([name, value]) => `${name}: ${describeValue(value)}`)
    .join('; ');

function describeValue(value: ExpectedValue): string {
  switch (value.kind) {
    case 'set':
      return `${value.values.length} ids (${nameSome(value.values)})`;
    case 'list':
      return value.values.join(', ');
    case 'count':
      return String(value.value);
    case 'amount':
      return formatHundredths(value.hundredths);
    case 'text':
      return value.value;
    default:
      return `${value.items.length} items`;
  }
}

function compareValue(given: unknown, expected: ExpectedValue): string | undefined {
  switch (expected.kind) {
    case 'count':
      return compareCount(given, [expected.value, ...(expected.others ?? [])]);
    case 'amount':
      return compareAmount(given, expected.hundredths);
    case 'text':
      return given === expected.value ? undefined : `expected ${expected.value}, got ${formatGiven(given)}`;
    case 'set':
      return compareSet(given, expected);
    case 'list':
      return compareList(given, expected.values);
    default:
      return compareItems(given, expected);
  }
}

function compareCount(given: unknown, [value, ...others]: readonly number[]): string | undefined {
  const isRight = typeof given === 'string' && [value, ...others].some((one) => Number(given) === one);
  return isRight ? undefined : `expected ${value}, got ${formatGiven(given)}`;
}

function compareAmount(given: unknown, hundredths: bigint): string | undefined {
  const isRight = typeof given === 'string' && parseHundredths(given) === hundredths;
  return isRight ? undefined : `expected ${formatHundredths(hundredths)}, got ${formatGiven(given)}`;
}

function compareSet(
  given: unknown,
  { values, optional = [] }: Extract<ExpectedValue, { readonly kind: 'set' }>,
): string | undefined {
  const texts = readTexts(given);
  if (texts === undefined) return `expected a list of texts, got ${formatGiven(given)}`;
  const found = new Set(texts);
  const missing = values.filter((value) => !found.has(value));
  const known = new Set([...values, ...optional]);
  const foreign = [...found].filter((value) => !known.has(value));
  const statements = [
    ...(missing.length === 0 ? [] : [`${missing.length} of ${values.length} are missing (${nameSome(missing)})`]),
    ...(foreign.length === 0 ? [] : [`${foreign.length} do not belong to it (${nameSome(foreign)})`]),
    ...(found.size === texts.length ? [] : [`${texts.length - found.size} are listed twice`]),
  ];
  return statements.length === 0 ? undefined : statements.join(', ');
}

function compareList(given: unknown, values: readonly string[]): string | undefined {
  const texts = readTexts(given);
  if (texts === undefined) return `expected a list of texts, got ${formatGiven(given)}`;
  if (texts.length !== values.length) return `expected ${values.length} values, got ${texts.length}`;
  const place = values.findIndex((value, index) => texts[index] !== value);
  return place < 0 ? undefined : `expected ${values[place]} at place ${place + 1}, got ${texts[place]}`;
}

function compareItems(
  given: unknown,
  { key, items, optional = [] }: Extract<ExpectedValue, { readonly kind: 'items' }>,
): string | undefined {
  if (!Array.isArray(given)) return `expected a list of objects, got ${formatGiven(given)}`;
  const byKey = new Map(given.map((item) => [readMember(item, key), item]));
  const missing = items.filter((item) => !byKey.has(item[key]));
  if (missing.length > 0)
    return `${missing.length} of ${items.length} are missing (${nameSome(missing.map((item) => item[key] ?? ''))})`;
  const known = new Set([...optional, ...items.map((item) => item[key])]);
  const foreign = [...byKey.keys()].filter((one) => typeof one !== 'string' || !known.has(one));
  if (foreign.length > 0) return `${foreign.length} do not belong to it (${nameSome(foreign.map(String))})`;
  if (byKey.size !== given.length) return `${given.length - byKey.size} are listed twice`;
  for (const item of items)
    for (const [name, value] of Object.entries(item)) {
      const found = readMember(byKey.get(item[key]), name);
      if (found !== value) return `${item[key]}: expected ${name} ${formatGiven(value)}, got ${formatGiven(found)}`;
    }
  return undefined;
}

const readMember = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;

const readTexts = (given: unknown): readonly string[] | undefined =>
  Array.isArray(given) && given.every((one) => typeof one === 'string') ? given : undefined;

const nameSome = (values: readonly string[]): string =>
  values.length <= MOST_NAMED ? values.join(', ') : `${values.slice(0, MOST_NAMED).join(', ')}, …`;

function formatGiven(given: unknown): string {
  if (given === undefined) return 'nothing';
  const text = JSON.stringify(given);
  return text.length <= 80 ? text : `${text.slice(0, 80)}…`;
}
