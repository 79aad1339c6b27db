import { type ApiDocument, parseApiDocument } from '../../../conformance/drift/api-document.ts';
import { CHANGE_CLASSES, type Change, type ChangeClass } from '../../../conformance/drift/change.ts';
import { compareDocuments } from '../../../conformance/drift/compare-documents.ts';
import { DocumentFault, isMembers } from '../../../conformance/drift/nodes.ts';
import { RequestFailure, reportFailure } from '../shared/client.ts';
import { formatJson } from '../shared/options/json-option.ts';
import { toPrintable } from '../shared/printable.ts';
import type { DriftOptions } from './options.ts';
import { readSource } from './read-source.ts';

/** The action of `fleetkit drift`: prints the differences between two documents, and sets the exit code. */
export async function compareSources(sources: readonly [string, string], options: DriftOptions): Promise<void> {
  await reportFailure(async () => {
    const [old, now] = [await readDocument(sources[0]), await readDocument(sources[1])];
    const changes = sortChanges(describeFault(sources.join(' and '), () => compareDocuments(old, now)));
    process.stdout.write(options.json === true ? formatAsJson([old, now], changes) : formatText(changes));
    if (changes.some((change) => FAILING[options.failOn].includes(change.class))) process.exitCode = 1;
  });
}

/** The classes that each value of `--fail-on` names. */
const FAILING: Readonly<Record<DriftOptions['failOn'], readonly ChangeClass[]>> = {
  never: [],
  breaking: ['breaking'],
  unclear: ['breaking', 'unclear'],
};

async function readDocument(source: string): Promise<ApiDocument> {
  const text = await readSource(source);
  return describeFault(source, () => parseApiDocument(text));
}

function describeFault<Result>(source: string, run: () => Result): Result {
  try {
    return run();
  } catch (thrown) {
    if (thrown instanceof DocumentFault) throw new RequestFailure(`${source}: ${thrown.message}`, 2);
    throw thrown;
  }
}

const sortChanges = (changes: readonly Change[]): readonly Change[] =>
  changes.toSorted((a, b) => CHANGE_CLASSES.indexOf(a.class) - CHANGE_CLASSES.indexOf(b.class)); // otherwise in the order of the documents

const countClasses = (changes: readonly Change[]): Readonly<Record<string, number>> =>
  Object.fromEntries(CHANGE_CLASSES.map((one) => [one, changes.filter((change) => change.class === one).length]));

function formatAsJson(documents: readonly ApiDocument[], changes: readonly Change[]): string {
  const [old, now] = documents.map(({ root }) => {
    const { openapi, info } = isMembers(root.node) ? root.node : {};
    const { title, version } = isMembers(info) ? info : {};
    return { openapi, title, version };
  });
  return formatJson({ old, new: now, summary: countClasses(changes), changes });
}

function formatText(changes: readonly Change[]): string {
  const counts = Object.entries(countClasses(changes)).map(([name, count]) => `${count} ${name}`);
  if (changes.length === 0) return 'No differences.\n';
  const lines = changes.map((change) => {
    const clauses = change.clauses.length === 0 ? '' : ` [${change.clauses.join(', ')}]`;
    const place = [change.operation, change.path].filter((part) => part !== undefined).join('  ');
    return `${change.class.padEnd(10)}  ${toPrintable(place)}\n            ${toPrintable(change.explanation)}${toPrintable(clauses)}`;
  });
  return `${counts.join(', ')}\n\n${lines.join('\n')}\n`;
}
