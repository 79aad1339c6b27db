import { isMap, isScalar, isSeq, LineCounter, type Node, type ParsedNode, parseDocument, stringify } from 'yaml';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { isYamlNestedTooDeep, TOO_DEEP } from '../../base/yaml/yaml-nesting.ts';
import { FORMER_IDS } from '../checks/former-ids.ts';
import type { BaselineEntry, CheckResult, RunResult, Statement } from '../engine/results/result.ts';
import { neutralised } from '../reports/parts/screen.ts';
import type { Baseline } from './baseline.ts';

/** A baseline, or the problems of its file; each message starts with the line number. */
export type BaselineRead = { readonly baseline: Baseline } | { readonly problems: readonly string[] };

const LISTS = ['failures', 'untestable'] as const;
const MEMBERS = ['check', 'case', 'reason', 'owner', 'expires'] as const;
type Member = (typeof MEMBERS)[number];

/**
 * Parses the YAML of a baseline. `ids` are the ids of all checks, `nearest` returns the one closest to a
 * name: an entry for an unknown check would have no effect and go unnoticed.
 *
 * @example
 * const ids = checks.map(({ id }) => id);
 * const read = parseBaseline(text, ids, (name) => findClosestName(ids, name));
 */
export function parseBaseline(text: string, ids: readonly string[], nearest: (name: string) => string): BaselineRead {
  if (isYamlNestedTooDeep(text)) return { problems: [`line 1: ${TOO_DEEP}`] };
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const problems: string[] = [];
  const at = (node: Node | ParsedNode | null | undefined, problem: string): void => {
    problems.push(`line ${lines.linePos(node?.range?.[0] ?? 0).line}: ${problem}`);
  };
  for (const { pos, message } of document.errors)
    problems.push(`line ${lines.linePos(pos[0]).line}: ${message.split(/ at line|\n/)[0]}`);
  const root = document.contents;
  if (problems.length > 0) return { problems };
  if (root === null) return { baseline: [] };
  if (!isMap(root)) return { problems: [`line 1: expected a mapping with the lists ${formatList(LISTS)}`] };

  const entries = root.items.flatMap(({ key, value }) => {
    const list = LISTS.find((name) => isScalar(key) && key.value === name);
    if (list === undefined) at(key, `unknown list "${String(key)}"; expected ${formatList(LISTS)}`);
    else if (isSeq(value)) return value.items.map((node) => ({ list, node }));
    else if (!isScalar(value) || value.value !== null) at(value, `"${list}" must be a list`);
    return [];
  });
  const seen = new Set<string>();
  const baseline = entries.flatMap(({ list, node }): BaselineEntry[] => {
    const before = problems.length;
    if (!isMap(node)) {
      at(node, `an entry must be a mapping with the members ${formatList(MEMBERS)}`);
      return [];
    }
    const members = readTexts(node.items, at);
    for (const name of ['check', 'reason'] as const)
      if ((members[name] ?? '').trim() === '' && problems.length === before) at(node, `the entry has no "${name}"`);
    const { check: listed = '', expires } = members;
    const check = FORMER_IDS[listed] ?? listed;
    const nameNode = node.get('check', true);
    if (check !== '' && !ids.includes(check))
      at(nameNode, `unknown check "${check}"; did you mean "${nearest(check)}"?`);
    if (expires !== undefined && !isDay(expires))
      at(node.get('expires', true), `"expires" must be a date such as 2027-01-31, not "${expires}"`);
    // several former checks may have the same successor
    const subject = JSON.stringify([list, listed, members.case]);
    if (seen.has(subject)) at(nameNode, `"${listed}" is listed twice`);
    seen.add(subject);
    return problems.length > before ? [] : [{ list, ...members, check, reason: members.reason ?? '' }];
  });
  return problems.length > 0 ? { problems } : { baseline };
}

function readTexts(
  items: readonly { readonly key: unknown; readonly value: unknown }[],
  at: (node: Node | null, problem: string) => void,
): Partial<Record<Member, string>> {
  const texts: Partial<Record<Member, string>> = {};
  for (const { key, value } of items) {
    const member = MEMBERS.find((name) => isScalar(key) && key.value === name);
    const node = isScalar(key) ? key : null;
    if (member === undefined) at(node, `unknown member "${String(key)}"; expected ${formatList(MEMBERS)}`);
    else if (isScalar(value) && typeof value.value === 'string') texts[member] = value.value;
    else at(node, `"${member}" must be a string`);
  }
  return texts;
}

const formatList = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

function isDay(text: string): boolean {
  const instant = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text);
}

const HEADING = `# Known issues of %. The run fails if an entry is no longer needed, or after its
# last day ("expires", optional).
`;

/**
 * Writes a baseline that excuses the issues of a result. The reason of a new entry is what was observed, for you to
 * replace; entries of `previous` that are still needed, or undecided in this run, are kept. A check of
 * which only some cases fail is listed by those cases, so that the others still count.
 *
 * @example
 * await writeFile('baseline.yaml', writeBaseline(result));
 */
export function writeBaseline(result: RunResult, previous: Baseline = []): string {
  const kept = previous.filter((entry) => isStillNeeded(entry, result));
  const found = result.results.flatMap((check) => createEntries(check, kept));
  const lists = LISTS.map((list) => [
    list,
    [...kept, ...found].filter((entry) => entry.list === list).map(({ list: _, ...entry }) => entry),
  ]);
  return (
    HEADING.replace('%', () => neutralised(result.target)) + stringify(Object.fromEntries(lists), { lineWidth: 100 })
  );
}

function isStillNeeded(entry: BaselineEntry, { baseline = [] }: RunResult): boolean {
  const existing = baseline.find(
    (one) => one.list === entry.list && one.check === entry.check && one.case === entry.case,
  );
  return existing === undefined || existing.state === 'excused' || existing.state === 'kept';
}

function createEntries(check: CheckResult, kept: Baseline): BaselineEntry[] {
  const list = findList(check);
  if (list === undefined || (check.known !== undefined && !check.known.isExpired)) return [];
  const wrong = check.cases.filter(({ outcome }) => outcome === check.outcome);
  const isWhole = wrong.length === 0 || wrong.length === check.cases.length;
  const subjects: readonly (Statement & { readonly name?: string })[] = isWhole ? [check] : wrong;
  return subjects
    .filter(
      ({ known, name }) =>
        (known === undefined || known.isExpired) &&
        !kept.some((entry) => entry.check === check.id && entry.case === name),
    )
    .map((subject) => ({
      list,
      check: check.id,
      ...omitUndefined({ case: subject.name }),
      reason: neutralised(describeStatement(subject)),
    }));
}

/** Failed advice needs no entry: it does not make a run fail. */
function findList({ outcome, decides }: CheckResult): BaselineEntry['list'] | undefined {
  if (!decides) return undefined;
  return outcome === 'fail' ? 'failures' : outcome === 'untestable' ? 'untestable' : undefined;
}

const describeStatement = ({ expected, saw, reason, request }: Statement): string =>
  reason ?? `expected ${expected}, received ${request?.status}${saw === undefined ? '' : `, ${saw}`}`;
