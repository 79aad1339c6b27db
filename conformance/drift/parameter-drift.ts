import { classify, explain, type Writer } from './change.ts';
import type { Comparison } from './comparison.ts';
import { listMembers, type Part, partOf, show, toMembers, toParts } from './nodes.ts';
import type { OperationPair, Pair } from './pairs.ts';
import { areSame } from './same-parts.ts';
import { compareSchemas } from './schema-drift.ts';

/** Adds the changes between the parameters of two versions of an operation, with those of their paths. */
export function compareParameters(comparison: Comparison, { old, now, paths, templates, caller }: OperationPair): void {
  const before = mapParameters(comparison.old.document, [paths.old, old], templates?.[0]);
  const after = mapParameters(comparison.now.document, [paths.now, now], templates?.[1]);
  for (const [key, part] of before) {
    const later = after.get(key);
    if (later !== undefined) compareParameter(comparison, { old: part, now: later }, caller);
    else if (caller === 'service' && isRequired(part))
      comparison.add(
        'breaking',
        part.pointer,
        `The ${show(nameOf(part))} parameter is gone, on which receivers could rely`,
      );
    else
      comparison.add(
        'unclear',
        part.pointer,
        `The parameter ${show(nameOf(part))} is gone; the document does not state whether it is ignored`,
      );
  }
  for (const [key, part] of after) {
    if (before.has(key)) continue;
    const isBreaking = caller === 'client' && isRequired(part);
    comparison.add(
      isBreaking ? 'breaking' : 'compatible',
      part.pointer,
      `The ${isRequired(part) ? 'required' : 'optional'} parameter ${show(nameOf(part))} is new${isBreaking ? ', and clients do not send it' : ''}`,
    );
  }
}

const nameOf = (part: Part): string => String(toMembers(part).name);
const isRequired = (part: Part): boolean => toMembers(part).required === true;

/** Headers that are described elsewhere, so that a parameter with this name has no effect. */
const IGNORED = new Set(['accept', 'content-type', 'authorization']);

/** Returns the parameters by place and name. Those of the path have their position in its template as a name. */
function mapParameters(
  document: Comparison['documents'][0],
  owners: readonly Part[],
  template: string | undefined,
): ReadonlyMap<string, Part> {
  const inPath = [...(template ?? '').matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name);
  const parts = owners.flatMap((owner) => toParts(partOf(owner, 'parameters')).map((part) => document.resolve(part)));
  return new Map(
    parts.flatMap((part): readonly (readonly [string, Part])[] => {
      const { in: place, name } = toMembers(part);
      if (place === 'path' && template !== undefined) return [[`path ${inPath.indexOf(String(name))}`, part]];
      if (place !== 'header') return [[`${String(place)} ${String(name)}`, part]];
      const lower = String(name).toLowerCase();
      return IGNORED.has(lower) ? [] : [[`header ${lower}`, part]];
    }),
  );
}

function compareParameter(comparison: Comparison, { old, now }: Pair, caller: Writer): void {
  const [before, after] = [toMembers(old), toMembers(now)];
  if (before.in === 'path' && before.name !== after.name)
    comparison.add(
      'compatible',
      `${now.pointer}/name`,
      `The parameter is named ${show(after.name)} instead of ${show(before.name)}, which is not sent`,
    );
  for (const name of ['description', 'deprecated', 'example', 'examples'])
    if (JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      comparison.add('compatible', `${now.pointer}/${name}`, `The ${name} changed, which has no effect on requests`);
  if (isRequired(old) !== isRequired(now)) {
    const effect = isRequired(now) ? 'narrows' : 'widens';
    comparison.add(
      classify(effect, caller),
      `${now.pointer}/required`,
      `The parameter ${show(after.name)} is ${isRequired(now) ? 'required' : 'optional'} now, so ${explain(effect, caller)}`,
    );
  }
  const [style, later] = [describeStyle(comparison, old, 'old'), describeStyle(comparison, now, 'now')];
  if (style !== later)
    comparison.add(
      'breaking',
      now.pointer,
      `The parameter ${show(after.name)} is serialised as ${later} instead of ${style}`,
    );
  if ((before.allowReserved === true) !== (after.allowReserved === true))
    comparison.add(
      'unclear',
      `${now.pointer}/allowReserved`,
      'The escaping of reserved characters changed, which matters for some values',
    );
  if ((before.allowEmptyValue === true) !== (after.allowEmptyValue === true))
    comparison.addEffect(before.allowEmptyValue === true ? 'narrows' : 'widens', {
      path: `${now.pointer}/allowEmptyValue`,
      writer: caller,
      what: `An empty value is ${before.allowEmptyValue === true ? 'not allowed any longer' : 'allowed now'}`,
    });
  compareSchemas(comparison, {
    old: [partOf(old, 'schema')],
    now: [partOf(now, 'schema')],
    writer: caller,
    isText: true,
  });
  compareParameterContent(comparison, { old, now }, caller);
}

function compareParameterContent(comparison: Comparison, { old, now }: Pair, writer: Writer): void {
  const [before, after] = [old, now].map((part) => listMembers(partOf(part, 'content')));
  const types = [before, after].map((content) => [...(content?.keys() ?? [])].join(' '));
  if (types[0] !== types[1]) {
    comparison.add('breaking', `${now.pointer}/content`, 'The media type of the parameter changed');
    return;
  }
  for (const [type, part] of before ?? []) {
    const later = after?.get(type);
    if (later !== undefined)
      compareSchemas(comparison, { old: [partOf(part, 'schema')], now: [partOf(later, 'schema')], writer });
  }
}

/** Returns how values are serialised. `explode` matters for lists and objects only. */
function describeStyle(comparison: Comparison, part: Part, version: 'old' | 'now'): string {
  const { in: place, style: given, explode } = toMembers(part);
  const style = given ?? (place === 'query' || place === 'cookie' ? 'form' : 'simple');
  const { types } = comparison[version].read([partOf(part, 'schema')]);
  const hasParts = types?.has('array') === true || types?.has('object') === true;
  return `${String(style)}${hasParts && (explode ?? style === 'form') ? ', exploded' : ''}`;
}

/** Adds the changes between the headers of two responses. */
export function compareHeaders(comparison: Comparison, { old, now }: Pair, writer: Writer): void {
  const [before, after] = [old, now].map(
    (part) => new Map([...listMembers(part)].map(([name, header]) => [name.toLowerCase(), header])),
  );
  for (const [name, header] of before ?? []) {
    const part = comparison.old.document.resolve(header);
    const given = after?.get(name);
    if (given === undefined) {
      const isBreaking = isRequired(part) && writer === 'service';
      comparison.add(
        isBreaking ? 'breaking' : 'unclear',
        header.pointer,
        `The ${isRequired(part) ? 'required' : 'optional'} header ${show(name)} is gone`,
      );
      continue;
    }
    const later = comparison.now.document.resolve(given);
    if (isRequired(part) !== isRequired(later)) {
      const effect = isRequired(later) ? 'narrows' : 'widens';
      comparison.add(
        classify(effect, writer),
        `${later.pointer}/required`,
        `The header ${show(name)} is ${isRequired(later) ? 'required' : 'optional'} now, so ${explain(effect, writer)}`,
      );
    }
    compareSchemas(comparison, { old: [partOf(part, 'schema')], now: [partOf(later, 'schema')], writer, isText: true });
  }
  for (const [name, header] of after ?? [])
    if (before?.has(name) !== true) comparison.add('compatible', header.pointer, `The header ${show(name)} is new`);
}

/** Adds the changes between the links of two responses. */
export function compareLinks(comparison: Comparison, { old, now }: Pair): void {
  const [before, after] = [listMembers(old), listMembers(now)];
  for (const [name, link] of before) {
    const later = after.get(name);
    if (later === undefined)
      comparison.add('unclear', link.pointer, `The link ${show(name)} is gone, and clients may follow it`);
    else if (!areSame(comparison.documents, link, later))
      comparison.add('unclear', later.pointer, `The link ${show(name)} changed, and clients may follow it`);
  }
  for (const [name, link] of after)
    if (!before.has(name)) comparison.add('compatible', link.pointer, `The link ${show(name)} is new`);
}
