import { classify, type Effect, explain, type Writer } from './change.ts';
import type { Comparison } from './comparison.ts';
import { isMembers, show } from './nodes.ts';
import { ANNOTATIONS } from './normal-schema.ts';
import type { ReadPair } from './pairs.ts';
import { areSame } from './same-parts.ts';

interface KeywordChange {
  readonly comparison: Comparison;
  readonly keyword: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly path: string;
  readonly writer: Writer;
}

/** Adds the changes of the keywords that a normal schema has in one list. */
export function compareKeywords(comparison: Comparison, { a, b, writer }: ReadPair): void {
  compareLimit(comparison, { a, b, writer, names: ['minimum', 'exclusiveMinimum'], isTighter: (x, y) => x > y });
  compareLimit(comparison, { a, b, writer, names: ['maximum', 'exclusiveMaximum'], isTighter: (x, y) => x < y });
  for (const keyword of new Set([...a.keywords.keys(), ...b.keywords.keys()])) {
    if (/^(exclusive)?m(in|ax)imum$/i.test(keyword)) continue;
    const before = a.keywords.get(keyword);
    const after = b.keywords.get(keyword);
    const places = [a, b].map(({ pointer }) => `${pointer}/${keyword}`);
    const path = (after === undefined ? places[0] : places[1]) ?? '';
    const pair = [
      { node: before, pointer: places[0] ?? '' },
      { node: after, pointer: places[1] ?? '' },
    ] as const;
    if (
      ANNOTATIONS.has(keyword)
        ? JSON.stringify(before) === JSON.stringify(after)
        : areSame(comparison.documents, ...pair)
    )
      continue;
    reportKeyword({ comparison, keyword, before, after, path, writer });
  }
}

/** Keywords that allow fewer values than their absence. */
const ASSERTIONS: ReadonlySet<string> = new Set(
  (
    'multipleOf maxLength minLength pattern maxItems minItems uniqueItems maxProperties minProperties not if patternProperties propertyNames ' +
    'dependentRequired dependentSchemas contains minContains maxContains prefixItems unevaluatedProperties unevaluatedItems'
  ).split(' '),
);

function reportKeyword(change: KeywordChange): void {
  const { comparison, keyword, before, after, path, writer } = change;
  const what = describe(change);
  if (ANNOTATIONS.has(keyword)) comparison.add('compatible', path, `${what}, which has no effect on values`);
  else if (keyword === 'readOnly' || keyword === 'writeOnly') reportDirection(change);
  else if (keyword === 'default')
    comparison.add(
      writer === 'client' ? 'unclear' : 'compatible',
      path,
      writer === 'client'
        ? `${what}, so the same request may mean something else`
        : `${what}, and clients do not depend on it`,
    );
  else if (keyword === 'format') reportFormat(change);
  else if (keyword === 'discriminator') reportDiscriminator(change);
  else {
    const effect = findEffect(keyword, before, after);
    if (effect === undefined) comparison.add('unclear', path, `${what}, and which values it allows cannot be compared`);
    else comparison.addEffect(effect, { path, writer, what });
  }
}

const describe = ({ keyword, before, after }: KeywordChange): string =>
  before === undefined
    ? `${keyword} is new: ${show(after)}`
    : after === undefined
      ? `${keyword} is gone; it was ${show(before)}`
      : `${keyword} is ${show(after)} instead of ${show(before)}`;

/** Returns how the set of values changed; undefined if it cannot be compared. */
function findEffect(keyword: string, before: unknown, after: unknown): Effect | undefined {
  if (!ASSERTIONS.has(keyword)) return undefined;
  if (before === undefined) return 'narrows';
  if (after === undefined) return 'widens';
  if (typeof before !== 'number' || typeof after !== 'number') return undefined;
  if (keyword === 'multipleOf') return before % after === 0 ? 'widens' : after % before === 0 ? 'narrows' : undefined;
  return after < before === keyword.startsWith('max') ? 'narrows' : 'widens';
}

/** Pairs of formats: the second contains the first. */
const WIDER_FORMATS = new Set(['int32 int64', 'float double']);

/** A format is an annotation that validators may check, so a changed set of values is unclear where it would be breaking. */
function reportFormat(change: KeywordChange): void {
  const { comparison, before, after, path, writer } = change;
  const effect: Effect | undefined =
    before === undefined || WIDER_FORMATS.has(`${after} ${before}`)
      ? 'narrows'
      : after === undefined || WIDER_FORMATS.has(`${before} ${after}`)
        ? 'widens'
        : undefined;
  const isSafe = effect !== undefined && classify(effect, writer) === 'compatible';
  comparison.add(
    isSafe ? 'compatible' : 'unclear',
    path,
    isSafe && effect !== undefined
      ? `${describe(change)}, so ${explain(effect, writer)}`
      : `${describe(change)}, and programs may check formats or ignore them`,
  );
}

/** The property is not sent in one direction any longer. Whether it is required is compared with the object. */
function reportDirection({ comparison, keyword, after, path, writer }: KeywordChange): void {
  const isGone = after === true && (keyword === 'readOnly') === (writer === 'client');
  comparison.add(
    isGone ? 'unclear' : 'compatible',
    path,
    isGone
      ? `The property is ${keyword} now; the document does not state what happens to programs that use it in this direction`
      : `The property is ${after === true ? '' : 'not '}${keyword} now, which does not matter in this direction`,
  );
}

function reportDiscriminator({ comparison, before, after, path }: KeywordChange): void {
  const nameOf = (value: unknown): unknown => (isMembers(value) ? value.propertyName : undefined);
  const isOther = before !== undefined && after !== undefined && nameOf(before) !== nameOf(after);
  comparison.add(
    isOther ? 'breaking' : 'unclear',
    path,
    isOther
      ? `The property that selects the alternative is ${show(nameOf(after))} instead of ${show(nameOf(before))}`
      : 'The discriminator changed, and programs may use it',
  );
}

interface LimitChange extends Pick<ReadPair, 'a' | 'b' | 'writer'> {
  /** The inclusive and the exclusive keyword. */
  readonly names: readonly [string, string];
  readonly isTighter: (value: number, than: number) => boolean;
}

/** Compares the limits of numbers. The tighter one of two keywords applies. */
function compareLimit(comparison: Comparison, { a, b, writer, names, isTighter }: LimitChange): void {
  const read = ({ keywords }: ReadPair['a']): { readonly value: number; readonly isExclusive: boolean } | undefined => {
    const [inclusive, exclusive] = names
      .map((name) => keywords.get(name))
      .map((one) => (typeof one === 'number' ? one : undefined));
    if (exclusive === undefined) return inclusive === undefined ? undefined : { value: inclusive, isExclusive: false };
    const isInclusive = inclusive !== undefined && isTighter(inclusive, exclusive);
    return isInclusive ? { value: inclusive, isExclusive: false } : { value: exclusive, isExclusive: true };
  };
  const before = read(a);
  const after = read(b);
  if (before?.value === after?.value && before?.isExclusive === after?.isExclusive) return;
  const isNarrower =
    before === undefined ||
    (after !== undefined && (before.value === after.value ? after.isExclusive : isTighter(after.value, before.value)));
  const showLimit = (limit: typeof before): string =>
    limit === undefined ? 'none' : `${limit.value}${limit.isExclusive ? ' (exclusive)' : ''}`;
  comparison.addEffect(isNarrower ? 'narrows' : 'widens', {
    path: `${b.pointer}/${after?.isExclusive === true ? names[1] : names[0]}`,
    writer,
    what: `The ${names[0]} is ${showLimit(after)} instead of ${showLimit(before)}`,
  });
}
