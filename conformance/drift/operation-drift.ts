import { classify, explain, otherThan, type Writer } from './change.ts';
import type { Comparison } from './comparison.ts';
import { compareContent } from './content-drift.ts';
import { isMembers, listMembers, type Part, partOf, show, toMembers } from './nodes.ts';
import type { OperationPair, Pair } from './pairs.ts';
import { compareParameters } from './parameter-drift.ts';
import { compareResponses } from './response-drift.ts';
import { areSame } from './same-parts.ts';
import { compareSecurity } from './security-drift.ts';

export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'] as const;

/** Adds the changes between two versions of an operation. */
export function compareOperations(comparison: Comparison, pair: OperationPair): void {
  const { old, now, caller } = pair;
  compareTexts(comparison, { old, now }, ['summary', 'description', 'tags', 'deprecated', 'externalDocs']);
  const [before, after] = [old, now].map((part) => toMembers(part).operationId);
  if (before !== after)
    comparison.add(
      'unclear',
      `${now.pointer}/operationId`,
      `The operationId is ${show(after)} instead of ${show(before)}, from which clients may be generated`,
    );
  compareParameters(comparison, pair);
  compareBodies(comparison, pair);
  compareResponses(comparison, {
    old: partOf(old, 'responses'),
    now: partOf(now, 'responses'),
    writer: otherThan(caller),
  });
  compareSecurity(comparison, pair);
  compareCallbacks(comparison, pair);
  const [oldServers, nowServers] = [partOf(old, 'servers'), partOf(now, 'servers')];
  if (!areSame(comparison.documents, oldServers, nowServers))
    comparison.add(
      'unclear',
      nowServers.pointer,
      'The servers of the operation changed, and the earlier ones may still answer',
    );
}

/** Adds changes of members that have no effect on requests and responses. */
export function compareTexts(comparison: Comparison, { old, now }: Pair, names: readonly string[]): void {
  for (const name of names) {
    const [before, after] = [old, now].map((part) => JSON.stringify(toMembers(part)[name]));
    if (before !== after)
      comparison.add('compatible', `${now.pointer}/${name}`, `The ${name} changed, which has no effect on requests`);
  }
}

function compareBodies(comparison: Comparison, { old, now, caller }: OperationPair): void {
  const [before, after] = [
    comparison.old.document.resolve(partOf(old, 'requestBody')),
    comparison.now.document.resolve(partOf(now, 'requestBody')),
  ];
  const path = partOf(now, 'requestBody').pointer;
  const wasRequired = toMembers(before).required === true;
  const isRequired = toMembers(after).required === true;
  if (before.node === undefined && after.node === undefined) return;
  if (before.node === undefined) {
    const isBreaking = caller === 'client' && isRequired;
    comparison.add(
      isBreaking ? 'breaking' : 'compatible',
      path,
      `The request has ${isRequired ? 'a required' : 'an optional'} body now`,
    );
    return;
  }
  if (after.node === undefined) {
    const isBreaking = caller === 'service' && wasRequired;
    comparison.add(
      isBreaking ? 'breaking' : 'unclear',
      before.pointer,
      'The request has no body any longer, and programs may use it',
    );
    return;
  }
  if (wasRequired !== isRequired) {
    const effect = isRequired ? 'narrows' : 'widens';
    comparison.add(
      classify(effect, caller),
      `${after.pointer}/required`,
      `The body is ${isRequired ? 'required' : 'optional'} now, so ${explain(effect, caller)}`,
    );
  }
  compareContent(comparison, {
    old: partOf(before, 'content'),
    now: partOf(after, 'content'),
    writer: caller,
    isNegotiated: false,
  });
}

/** Callbacks are requests that the service sends. */
function compareCallbacks(comparison: Comparison, { old, now, caller }: OperationPair): void {
  const before = listCallbacks(comparison.old.document, partOf(old, 'callbacks'));
  const after = listCallbacks(comparison.now.document, partOf(now, 'callbacks'));
  const { operation } = comparison;
  for (const [name, item] of before) {
    const later = after.get(name);
    if (later === undefined)
      comparison.add(
        'breaking',
        item.pointer,
        `The callback ${show(name)} is gone, so clients do not get its requests`,
      );
    else comparePathItems(comparison, { old: item, now: later, caller: otherThan(caller), name: `callback ${name}` });
    comparison.operation = operation;
  }
  for (const [name, item] of after)
    if (!before.has(name)) comparison.add('compatible', item.pointer, `The callback ${show(name)} is new`);
}

const listCallbacks = (document: Comparison['documents'][0], callbacks: Part): ReadonlyMap<string, Part> =>
  new Map(
    [...listMembers(callbacks)].flatMap(([name, callback]) =>
      [...listMembers(document.resolve(callback))].map(([url, item]) => [`${name} ${url}`, item] as const),
    ),
  );

export interface PathPair extends Pair {
  readonly caller: Writer;
  /** How operations are named in the result; a path has the names of its methods before it. */
  readonly name: string;
  readonly templates?: readonly [string, string];
}

/** Adds the changes between the operations of two path items. */
export function comparePathItems(comparison: Comparison, { old, now, caller, name, templates }: PathPair): void {
  const paths = { old: comparison.old.document.resolve(old), now: comparison.now.document.resolve(now) };
  compareTexts(comparison, paths, ['summary', 'description']);
  for (const method of METHODS) {
    const [before, after] = [partOf(paths.old, method), partOf(paths.now, method)];
    if (before.node === undefined && after.node === undefined) continue;
    comparison.operation = templates === undefined ? name : `${method.toUpperCase()} ${templates[1]}`;
    if (after.node === undefined) comparison.add('breaking', before.pointer, 'The operation is gone');
    else if (before.node === undefined) comparison.add('compatible', after.pointer, 'The operation is new');
    else compareOperations(comparison, { old: before, now: after, paths, caller, ...(templates && { templates }) });
  }
  comparison.operation = undefined;
}

/** Whether a part has at least one operation. */
export const hasOperations = ({ node }: Part): boolean => isMembers(node) && METHODS.some((method) => method in node);
