import type { Exchange } from '../../http/client.ts';
import { CATALOG_MEMBERS, EVENTS_BY_FAMILY } from '../../oracles/documented-values.ts';
import { type Pointer, segmentOf, valuesAt } from '../../oracles/pointers.ts';
import { choose } from './choosing.ts';
import { type Column, columnsOf, isText, textsOf } from './columns.ts';
import { type Look, readAsAll, reason } from './look.ts';

const EVENTS = new Set(Object.values(EVENTS_BY_FAMILY).flat());
const FAMILIES = new Set(Object.keys(EVENTS_BY_FAMILY).map(plain));

/** Binds the service groups of the catalog by their documented members, and the contents of these members. */
export async function findCatalog(look: Look): Promise<void> {
  const [answer] = await readAsAll(look, 'getIntegrationCatalog');
  const services = answer && servicesAt(answer.json, '', 0);
  if (answer === undefined || services === undefined) return;
  const evidence = 'its elements have the documented members';
  look.note('catalog.services', {
    value: services,
    confidence: 'certain',
    support: [reason('names', evidence), reason('shape', evidence)],
  });
  const groups = valuesAt(answer.json, services);
  const columns = columnsOf(groups, new Map());
  findFamily(look, answer, services, columns);
  const events = within(columns, 'webhook_events', (column) => textsOf(column).some((text) => EVENTS.has(text)));
  noteOne(look, 'catalog.event_types', events, 'it contains documented event names');
  if (
    events.length === 0 &&
    groups.some((group) => valuesAt(group, '/webhook_events/*/#').some((name) => EVENTS.has(String(name))))
  )
    look.note('catalog.event_types', {
      value: '/webhook_events/*/#',
      confidence: 'likely',
      support: [reason('shape', 'its keys are event names')],
    });
  const isPath = (column: Column) =>
    textsOf(column).some((text) => /^(?:[A-Z]+\s+)?(?:https?:\/\/[^/]+)?\/(?:.*\/)?v1\//.test(text));
  noteOne(look, 'catalog.feed_paths', within(columns, 'rss_feeds', isPath), 'it contains feed paths');
  const [path] = within(columns, 'api_endpoints', isPath);
  if (path === undefined) return;
  const endpoints = '/api_endpoints/*';
  const support = [reason('shape', 'it contains paths')];
  look.note('catalog.endpoints', { value: endpoints, confidence: 'certain', support });
  look.note('catalog.endpoint_path', { value: path.pointer.slice(endpoints.length), confidence: 'certain', support });
  const isMethod = (column: Column) =>
    textsOf(column).length > 0 && textsOf(column).every((text) => /^(GET|POST|PUT|PATCH|DELETE|HEAD)$/i.test(text));
  const [method] = within(columns, 'api_endpoints', isMethod);
  if (method !== undefined)
    look.note('catalog.endpoint_method', {
      value: method.pointer.slice(endpoints.length),
      confidence: 'certain',
      support: [reason('shape', 'it contains HTTP methods')],
    });
}

/** Returns the place where most elements have at least three of the documented members. */
function servicesAt(value: unknown, pointer: Pointer, depth: number): Pointer | undefined {
  if (typeof value !== 'object' || value === null || depth > 4) return undefined;
  const members = Object.entries(value);
  const isService = (one: unknown) =>
    typeof one === 'object' && one !== null && CATALOG_MEMBERS.filter((name) => Object.hasOwn(one, name)).length >= 3;
  if (members.length > 0 && members.filter(([, one]) => isService(one)).length * 2 > members.length)
    return `${pointer}/*`;
  for (const [name, one] of members) {
    const found = servicesAt(one, pointer + segmentOf(name), depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function findFamily(look: Look, answer: Exchange, services: Pointer, columns: readonly Column[]): void {
  const keys = valuesAt(answer.json, `${services}/#`).map(String);
  const isKeyed = keys.some((key) => !/^\d+$/.test(key));
  if (isKeyed) {
    look.note('catalog.family', {
      value: '#',
      confidence: 'certain',
      support: [reason('shape', 'the names of the groups are object keys')],
    });
    return;
  }
  const top = columns.filter(({ pointer, values }) => pointer.split('/').length === 2 && values.length > 0);
  const shown = top.filter((column) => textsOf(column).some((text) => FAMILIES.has(plain(text))));
  const experiments = new Map(
    shown.map(({ pointer }) => [pointer, [reason('shape', 'it contains documented family names')]]),
  );
  look.note('catalog.family', choose(top, { called: [['family']], looks: isText }, experiments));
}

const within = (columns: readonly Column[], member: string, fits: (column: Column) => boolean): Column[] =>
  columns
    .filter((column) => column.pointer.startsWith(`/${member}/*`) && isText(column) && fits(column))
    .sort((a, b) => a.pointer.length - b.pointer.length);

function noteOne(
  look: Look,
  slot: 'catalog.event_types' | 'catalog.feed_paths',
  found: readonly Column[],
  evidence: string,
): void {
  const [first] = found;
  if (first !== undefined)
    look.note(slot, {
      value: first.pointer,
      confidence: 'certain',
      support: [reason('names', 'the member has its documented name'), reason('shape', evidence)],
    });
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z]/g, '');
}
