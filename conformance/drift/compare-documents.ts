import type { ApiDocument } from './api-document.ts';
import type { Change } from './change.ts';
import { createClauseFinder } from './clause-finder.ts';
import { Comparison } from './comparison.ts';
import { DocumentFault, listMembers, type Part, partOf, show, toMembers, toParts } from './nodes.ts';
import { comparePathItems, compareTexts, hasOperations, METHODS } from './operation-drift.ts';

/**
 * Returns the differences between two OpenAPI documents for a client of the old one. Webhooks and callbacks have the reversed direction: the
 * service sends their requests. Components are compared where operations use them; extensions are ignored.
 * @throws DocumentFault if a part of a document has the wrong form.
 */
export function compareDocuments(old: ApiDocument, now: ApiDocument): readonly Change[] {
  try {
    return listChanges(old, now);
  } catch (thrown) {
    if (thrown instanceof RangeError) throw new DocumentFault('The schemas refer to each other in too many levels.');
    throw thrown;
  }
}

function listChanges(old: ApiDocument, now: ApiDocument): readonly Change[] {
  const comparison = new Comparison(old, now, createClauseFinder(old, now));
  const pair = { old: old.root, now: now.root };
  compareTexts(comparison, { old: partOf(old.root, 'info'), now: partOf(now.root, 'info') }, [
    'title',
    'version',
    'summary',
    'description',
    'termsOfService',
    'contact',
    'license',
  ]);
  compareTexts(comparison, pair, ['openapi', 'tags', 'externalDocs']);
  compareServers(comparison);
  comparePaths(comparison);
  compareWebhooks(comparison);
  return comparison.changes;
}

function compareServers(comparison: Comparison): void {
  const [before, after] = comparison.documents.map(
    ({ root }) => new Map(toParts(partOf(root, 'servers')).map((part) => [String(toMembers(part).url), part])),
  );
  for (const [url, part] of before ?? [])
    if (after?.has(url) !== true)
      comparison.add('unclear', part.pointer, `The server ${show(url)} is gone, and may still answer`);
  for (const [url, part] of after ?? [])
    if (before?.has(url) !== true) comparison.add('compatible', part.pointer, `The server ${show(url)} is new`);
}

/** Paths are equal if only the names of their parameters differ. */
function comparePaths(comparison: Comparison): void {
  const [before, after] = comparison.documents.map(
    ({ root }) =>
      new Map(
        [...listMembers(partOf(root, 'paths'))].map(([path, part]) => [
          path.replaceAll(/\{[^{}]*\}/g, '{}'),
          { path, part },
        ]),
      ),
  );
  for (const [key, { path, part }] of before ?? []) {
    const later = after?.get(key);
    if (later !== undefined)
      comparePathItems(comparison, {
        old: part,
        now: later.part,
        caller: 'client',
        name: path,
        templates: [path, later.path],
      });
    else reportOperations(comparison, { document: comparison.old.document, path, part, isNew: false });
  }
  for (const [key, { path, part }] of after ?? [])
    if (before?.has(key) !== true)
      reportOperations(comparison, { document: comparison.now.document, path, part, isNew: true });
}

interface OtherPath {
  readonly document: ApiDocument;
  readonly path: string;
  readonly part: Part;
  readonly isNew: boolean;
}

function reportOperations(comparison: Comparison, { document, path, part, isNew }: OtherPath): void {
  const item = document.resolve(part);
  for (const method of METHODS) {
    const operation = partOf(item, method);
    if (operation.node === undefined) continue;
    comparison.operation = `${method.toUpperCase()} ${path}`;
    comparison.add(isNew ? 'compatible' : 'breaking', operation.pointer, `The operation is ${isNew ? 'new' : 'gone'}`);
  }
  comparison.operation = undefined;
}

function compareWebhooks(comparison: Comparison): void {
  const [before, after] = comparison.documents.map(({ root }) => listMembers(partOf(root, 'webhooks')));
  for (const [name, part] of before ?? []) {
    const later = after?.get(name);
    if (later !== undefined)
      comparePathItems(comparison, { old: part, now: later, caller: 'service', name: `webhook ${name}` });
    else if (hasOperations(comparison.old.document.resolve(part)))
      comparison.add('breaking', part.pointer, `The webhook ${show(name)} is gone, so receivers do not get it`);
  }
  for (const [name, part] of after ?? [])
    if (before?.has(name) !== true) comparison.add('compatible', part.pointer, `The webhook ${show(name)} is new`);
}
