import { CATALOG_MEMBERS, EVENTS_BY_FAMILY } from '../../reading/documents/documented-values.ts';
import { findValue, findValues, toSegment, type ValuePointer } from '../../reading/pointers.ts';
import type { Binding } from '../bindings.ts';
import { chooseColumn } from './columns/choose-column.ts';
import { type Column, collectColumns, containsStrings, listTexts } from './columns/columns.ts';
import { createEvidence, type InferenceState, readWithAllKeys } from './columns/inference-state.ts';

const EVENTS = new Set(Object.values(EVENTS_BY_FAMILY).flat());
const FAMILIES = new Set(Object.keys(EVENTS_BY_FAMILY).map(keepLetters));

/** Binds the service groups of the catalog by their documented members, and the contents of these members. */
export async function bindCatalog(state: InferenceState): Promise<void> {
  const [answer] = await readWithAllKeys(state, 'getIntegrationCatalog');
  const services = answer && findServices(answer.json, '', 0);
  if (answer === undefined || services === undefined) return;
  const evidence = 'its elements have the documented members';
  state.bind('catalog.services', {
    value: services,
    confidence: 'certain',
    evidence: [createEvidence('names', evidence), createEvidence('shape', evidence)],
  });
  const groups = findValues(answer.json, services);
  const columns = collectColumns(groups, new Map());
  bindFamily(state, findValues(answer.json, `${services}/#`).map(String), columns);
  const events = filterInside(columns, 'webhook_events', (column) =>
    listTexts(column).some((text) => EVENTS.has(text)),
  );
  state.bind('catalog.event_types', createFirstBinding(events, 'it contains documented event names'));
  if (
    events.length === 0 &&
    groups.some((group) => findValues(group, '/webhook_events/*/#').some((name) => EVENTS.has(String(name))))
  )
    state.bind('catalog.event_types', {
      value: '/webhook_events/*/#',
      confidence: 'likely',
      evidence: [createEvidence('shape', 'its keys are event names')],
    });
  const isVersioned = (column: Column) =>
    listTexts(column).some((text) => /^(?:[A-Z]+\s+)?(?:https?:\/\/[^/]+)?\/(?:.*\/)?v1\//.test(text));
  const isPath = (column: Column) =>
    isVersioned(column) ||
    (listTexts(column).length > 0 &&
      listTexts(column).every((text) => /^(?:[A-Z]+\s+)?(?:https?:\/\/[^/]+)?\/[\w{}.:/-]+$/.test(text)));
  state.bind(
    'catalog.feed_paths',
    createFirstBinding(filterInside(columns, 'rss_feeds', isPath), 'it contains feed paths'),
  );
  const [path] = filterInside(columns, 'api_endpoints', isPath);
  if (path === undefined) return;
  const endpoints = '/api_endpoints/*';
  const pathEvidence = [createEvidence('shape', 'it contains paths')];
  state.bind('catalog.endpoints', { value: endpoints, confidence: 'certain', evidence: pathEvidence });
  state.bind('catalog.endpoint_path', {
    value: path.pointer.slice(endpoints.length),
    confidence: 'certain',
    evidence: pathEvidence,
  });
  const isMethod = (column: Column) =>
    listTexts(column).length > 0 && listTexts(column).every((text) => /^(GET|POST|PUT|PATCH|DELETE|HEAD)$/i.test(text));
  const [method] = filterInside(columns, 'api_endpoints', isMethod);
  if (method !== undefined)
    state.bind('catalog.endpoint_method', {
      value: method.pointer.slice(endpoints.length),
      confidence: 'certain',
      evidence: [createEvidence('shape', 'it contains HTTP methods')],
    });
}

/** Returns the place where most elements have at least three of the documented members. */
function findServices(value: unknown, pointer: ValuePointer, depth: number): ValuePointer | undefined {
  if (typeof value !== 'object' || value === null || depth > 4) return undefined;
  const members = Object.entries(value);
  for (const wrapper of ['', ...listWrappers(members)]) {
    const groups = members.filter(([, one]) => hasDocumentedMembers(findValue(one, wrapper)));
    if (groups.length > 0 && groups.length * 2 > members.length) return `${pointer}/*${wrapper}`;
  }
  for (const [name, one] of members) {
    const found = findServices(one, pointer + toSegment(name), depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the members of the groups that contain objects, such as `/attributes`. */
const listWrappers = ([first]: readonly (readonly [string, unknown])[]): readonly ValuePointer[] =>
  (Array.isArray(first?.[1]) ? [] : Object.entries(Object(first?.[1]))).flatMap(([name, member]) =>
    typeof member === 'object' && member !== null && !Array.isArray(member) ? [toSegment(name)] : [],
  );

const hasDocumentedMembers = (group: unknown): boolean =>
  typeof group === 'object' &&
  group !== null &&
  CATALOG_MEMBERS.filter((name) => letters(group).has(keepLetters(name))).length >= 3;

/** The member names of an object without case and separators: another spelling is a fault, not another structure. */
const letters = (group: object): ReadonlySet<string> => new Set(Object.keys(group).map(keepLetters));

/** Binds the family of a service group; `keys` are the keys of the groups in their container. */
function bindFamily(state: InferenceState, keys: readonly string[], columns: readonly Column[]): void {
  const isKeyed = keys.some((key) => !/^\d+$/.test(key));
  if (isKeyed) {
    state.bind('catalog.family', {
      value: '#',
      confidence: 'certain',
      evidence: [createEvidence('shape', 'the names of the groups are object keys')],
    });
    return;
  }
  const top = columns.filter(({ pointer, values }) => pointer.split('/').length === 2 && values.length > 0);
  const evidenceByPointer = top.filter((column) => listTexts(column).some((text) => FAMILIES.has(keepLetters(text))));
  const experiments = new Map(
    evidenceByPointer.map(({ pointer }) => [pointer, [createEvidence('shape', 'it contains documented family names')]]),
  );
  state.bind('catalog.family', chooseColumn(top, { names: [['family']], fits: containsStrings }, experiments));
}

const filterInside = (columns: readonly Column[], member: string, fits: (column: Column) => boolean): Column[] =>
  columns
    .filter((column) => column.pointer.startsWith(`/${member}/*`) && containsStrings(column) && fits(column))
    .sort((a, b) => a.pointer.length - b.pointer.length);

const createFirstBinding = ([first]: readonly Column[], evidence: string): Binding<ValuePointer> | undefined =>
  first && {
    value: first.pointer,
    confidence: 'certain',
    evidence: [createEvidence('names', 'the member has its documented name'), createEvidence('shape', evidence)],
  };

function keepLetters(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z]/g, '');
}
