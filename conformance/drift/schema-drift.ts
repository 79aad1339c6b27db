import { compareAlternatives } from './alternatives-drift.ts';
import { classify, type Effect, explain, type Writer } from './change.ts';
import type { Comparison } from './comparison.ts';
import { compareKeywords } from './keyword-drift.ts';
import { show } from './nodes.ts';
import type { NormalSchema } from './normal-schema.ts';
import type { ReadPair, SchemaPair } from './pairs.ts';

/** Adds the changes between two schemas. Compares each pair of schemas once for each writer. */
export function compareSchemas(comparison: Comparison, { old, now, writer, isText = false }: SchemaPair): void {
  const key = `${writer}${isText ? ' text' : ''}: ${comparison.old.identify(old)} | ${comparison.now.identify(now)}`;
  if (comparison.isKnown(key)) return;
  const pair: ReadPair = { a: comparison.old.read(old), b: comparison.now.read(now), writer, isText };
  if (pair.a.isNever || pair.b.isNever) {
    if (pair.a.isNever !== pair.b.isNever)
      comparison.addEffect(pair.b.isNever ? 'narrows' : 'widens', {
        path: pair.b.pointer,
        writer,
        what: pair.b.isNever ? 'No value is valid any longer' : 'Values are valid now',
      });
    return;
  }
  if (compareAlternatives(comparison, { ...pair, old, now, compare: compareSchemas })) return;
  const isOther = compareTypes(comparison, pair);
  if (isOther) return;
  compareValues(comparison, pair);
  compareKeywords(comparison, pair);
  compareProperties(comparison, pair);
  compareAdditional(comparison, pair);
  compareItems(comparison, pair);
}

/** Returns whether no earlier type remains, so that nothing else can be compared. */
function compareTypes(comparison: Comparison, { a, b, writer, isText }: ReadPair): boolean {
  const gone = listOthers(a.types, b.types);
  const added = listOthers(b.types, a.types);
  const effect = combine(gone === undefined || gone.length > 0, added === undefined || added.length > 0);
  if (effect === undefined) return false;
  const isWithText = (types: NormalSchema['types']): boolean => types?.has('string') === true && isText;
  const seen: Effect =
    effect === 'replaces' && isWithText(b.types)
      ? 'widens'
      : effect === 'replaces' && isWithText(a.types)
        ? 'narrows'
        : effect;
  comparison.addEffect(seen, {
    path: `${b.pointer}/type`,
    writer,
    what: `The type is ${showTypes(b.types)} instead of ${showTypes(a.types)}`,
  });
  const kept =
    a.types === undefined || b.types === undefined || [...a.types].some((type) => includesType(b.types, type));
  return effect === 'replaces' && !kept;
}

const combine = (isNarrower: boolean, isWider: boolean): Effect | undefined =>
  isNarrower && isWider ? 'replaces' : isNarrower ? 'narrows' : isWider ? 'widens' : undefined;

/** Returns the types of one schema that another does not allow; undefined if it allows all types and the other does not. */
function listOthers(types: NormalSchema['types'], others: NormalSchema['types']): readonly string[] | undefined {
  if (others === undefined) return [];
  return types === undefined ? undefined : [...types].filter((type) => !includesType(others, type));
}

const includesType = (types: NormalSchema['types'], type: string): boolean =>
  types === undefined || types.has(type) || (type === 'integer' && types.has('number'));

const showTypes = (types: NormalSchema['types']): string =>
  types === undefined ? 'any' : [...types].toSorted().join(' or ') || 'none';

function compareValues(comparison: Comparison, { a, b, writer }: ReadPair): void {
  const gone =
    b.values === undefined
      ? []
      : a.values === undefined
        ? undefined
        : [...a.values].filter((one) => !b.values?.has(one));
  const added =
    a.values === undefined
      ? []
      : b.values === undefined
        ? undefined
        : [...b.values].filter((one) => !a.values?.has(one));
  const effect = combine(gone === undefined || gone.length > 0, added === undefined || added.length > 0);
  if (effect === undefined) return;
  const parts = [
    ...(gone === undefined
      ? ['only listed values are allowed']
      : gone.length > 0
        ? [`removed: ${gone.slice(0, 5).join(', ')}`]
        : []),
    ...(added === undefined
      ? ['all values are allowed']
      : added.length > 0
        ? [`added: ${added.slice(0, 5).join(', ')}`]
        : []),
  ];
  comparison.addEffect(effect, {
    path: `${b.pointer}/enum`,
    writer,
    what: `The list of values changed (${parts.join('; ')})`,
  });
}

function compareProperties(comparison: Comparison, pair: ReadPair): void {
  const { a, b, writer } = pair;
  for (const name of new Set([...a.properties.keys(), ...b.properties.keys(), ...a.required, ...b.required])) {
    const old = a.properties.get(name);
    const now = b.properties.get(name);
    const isKnown = { old: old !== undefined || a.required.has(name), now: now !== undefined || b.required.has(name) };
    if (!isKnown.now) reportRemoved(comparison, pair, name);
    else if (!isKnown.old) reportAdded(comparison, pair, name);
    else {
      compareRequired(comparison, pair, name);
      const isUnsent =
        isHidden(comparison.old.read(old ?? []), writer) && isHidden(comparison.now.read(now ?? []), writer);
      if (!isUnsent) compareSchemas(comparison, { old: old ?? [], now: now ?? [], writer });
    }
  }
}

/** Whether a property is not sent by the writer: the client does not send read-only ones. */
const isHidden = ({ keywords }: NormalSchema, writer: Writer): boolean =>
  keywords.get(writer === 'client' ? 'readOnly' : 'writeOnly') === true;

function reportRemoved(comparison: Comparison, { a, b, writer }: ReadPair, name: string): void {
  const before = comparison.old.read(a.properties.get(name) ?? []);
  const path = `${a.pointer}/properties/${name}`;
  if (isHidden(before, writer))
    comparison.add('compatible', path, `The property ${show(name)} is gone, which was not sent`);
  else if (writer === 'client')
    comparison.add(
      b.additional === undefined ? 'breaking' : 'unclear',
      path,
      b.additional === undefined
        ? `The property ${show(name)} is not allowed any longer`
        : `The property ${show(name)} is gone; the document does not state whether the service ignores it`,
    );
  else if (a.required.has(name))
    comparison.add('breaking', path, `The property ${show(name)} is gone, on which clients could rely`);
  else comparison.add('unclear', path, `The optional property ${show(name)} is gone, and clients may use it`);
}

function reportAdded(comparison: Comparison, { a, b, writer }: ReadPair, name: string): void {
  const after = comparison.now.read(b.properties.get(name) ?? []);
  const isRequired = b.required.has(name) && !isHidden(after, writer);
  const path = `${b.pointer}/properties/${name}`;
  if (writer === 'client' && isRequired)
    comparison.add('breaking', path, `The property ${show(name)} is new and required, and clients do not send it`);
  else if (writer === 'service' && a.additional === undefined && !isHidden(after, writer))
    comparison.add(
      'breaking',
      path,
      `The property ${show(name)} is new, and the object did not allow further properties`,
    );
  else comparison.add('compatible', path, `The property ${show(name)} is new`);
}

function compareRequired(comparison: Comparison, { a, b, writer }: ReadPair, name: string): void {
  const isRequired = (schema: NormalSchema, reader: Comparison['old']): boolean =>
    schema.required.has(name) && !isHidden(reader.read(schema.properties.get(name) ?? []), writer);
  const before = isRequired(a, comparison.old);
  const after = isRequired(b, comparison.now);
  if (before === after) return;
  comparison.add(
    classify(after ? 'narrows' : 'widens', writer),
    `${b.pointer}/required`,
    `The property ${show(name)} is ${after ? 'required' : 'optional'} now, so ${explain(after ? 'narrows' : 'widens', writer)}`,
  );
}

function compareAdditional(comparison: Comparison, { a, b, writer }: ReadPair): void {
  if (a.additional !== undefined && b.additional !== undefined) {
    compareSchemas(comparison, { old: a.additional, now: b.additional, writer });
    return;
  }
  if (a.additional === b.additional) return;
  const isClosed = b.additional === undefined;
  comparison.addEffect(isClosed ? 'narrows' : 'widens', {
    path: `${b.pointer}/additionalProperties`,
    writer,
    what: isClosed ? 'Further properties are not allowed any longer' : 'Further properties are allowed now',
  });
}

function compareItems(comparison: Comparison, { a, b, writer }: ReadPair): void {
  if (a.items === undefined && b.items === undefined) return;
  compareSchemas(comparison, { old: a.items ?? [], now: b.items ?? [], writer });
}
