import { type OperationId, operations } from '../../../spec/index.ts';
import { check } from '../../engine/check.ts';
import { type Exchange, isSuccess } from '../../http/client.ts';
import {
  EVENTS_BY_LETTERS,
  findEvent,
  isEmptyValue,
  type ListedEndpoint,
  listAllTexts,
  listEndpoints,
  listServiceGroups,
  type ServiceGroup,
  simplify,
} from '../../reading/documents/catalog.ts';
import { CATALOG_MEMBERS, EVENTS_BY_FAMILY } from '../../reading/documents/documented-values.ts';
import {
  addRemedy,
  Concluded,
  fail,
  inconclusive,
  notApplicable,
  pass,
  untestable,
} from '../../reading/verdicts/verdict.ts';
import { findWidestReader, type Principal } from '../../relations/survey/principals.ts';
import { findRoute, NO_SUCH_ID } from '../../relations/survey/routes.ts';
import type { Bindings } from '../../slots/bindings.ts';
import { formatNames, readTable } from '../../slots/read-lists.ts';
import { LIST_SLOTS, type ListOperationId } from '../../slots/slots.ts';
import { OF_THE_PORTAL } from '../protocol/public.ts';

/** The catalog that a key sees. */
interface Catalog {
  readonly reader: Principal;
  readonly exchange: Exchange;
  readonly groups: readonly ServiceGroup[];
}

/**
 * Reads the catalogs of the keys.
 * @throws Concluded (untestable) if no key can read one.
 */
async function readCatalogs(readers: readonly Principal[]): Promise<readonly [Catalog, ...Catalog[]]> {
  const catalogs: Catalog[] = [];
  for (const reader of readers) {
    const exchange = await reader.get('getIntegrationCatalog');
    if (isSuccess(exchange) && exchange.json !== undefined)
      catalogs.push({ reader, exchange, groups: listServiceGroups(exchange.json) });
  }
  const [first, ...others] = catalogs;
  if (first !== undefined) return [first, ...others];
  throw new Concluded(addRemedy(untestable('no key can read the catalog'), { kind: 'reading-key' }));
}

/**
 * Reads the catalogs with service groups.
 * @throws Concluded (untestable) if there are none.
 */
async function readGroupedCatalogs(readers: readonly Principal[]): Promise<readonly [Catalog, ...Catalog[]]> {
  const all = await readCatalogs(readers);
  const [first, ...others] = all.filter(({ groups }) => groups.length > 0);
  if (first !== undefined) return [first, ...others];
  throw new Concluded(untestable('the catalog has no service groups that the kit recognises', all[0].exchange));
}

const getMember = (group: ServiceGroup, name: string): unknown => group.members.get(name)?.value;
const formatGroup = ({ titles }: ServiceGroup): string => JSON.stringify(titles.at(-1) ?? 'one group');

/** With fewer reads, a key may have nothing to do with the integration surface. */
const FEWEST_READS = 4;
/** With fewer members, an object may be something else than a service group. */
const SURE_MEMBERS = 3;

export const groupsHaveTheMembers = check({
  id: 'catalog/groups-have-the-five-members',
  title: 'Each service group in the catalog has the five documented members',
  clause: 'catalog.members',
  covers: ['catalog.get', 'catalog.by_service'],
  level: 'must',
  needs: ['readers'],
  async run({ readers }) {
    const catalogs = await readCatalogs(readers);
    const [{ exchange: first, reader }] = catalogs;
    const expected = `${CATALOG_MEMBERS.join(', ')} in each group`;
    const isMentioned = ({ exchange }: Catalog, name: string) =>
      listAllTexts(exchange.json).some((text) => simplify(text) === simplify(name));
    if (!catalogs.some((catalog) => CATALOG_MEMBERS.some((name) => isMentioned(catalog, name))))
      return reader.sees.reads.size < FEWEST_READS
        ? untestable('the catalog has no service groups, and the key can read little', first)
        : fail({ expected, actual: first, saw: 'no service group' });
    for (const catalog of catalogs)
      for (const group of catalog.groups) {
        const { exchange: actual, groups } = catalog;
        const spelled = [...group.members].find(([name, found]) => name !== found.name);
        if (spelled !== undefined && group.members.size >= SURE_MEMBERS)
          return fail({ expected, actual, saw: `${spelled[1].name} in place of ${spelled[0]}` });
        const absent = CATALOG_MEMBERS.filter((name) => !group.members.has(name));
        if (absent.length === 0) continue;
        const isAlike = (other: ServiceGroup, name: string) =>
          other !== group &&
          other.members.has(name) &&
          [...group.members.keys()].every((one) => other.members.has(one));
        // another group of the same make has it, or it is nowhere in the response
        const missing = absent.filter(
          (name) => groups.some((other) => isAlike(other, name)) || !isMentioned(catalog, name),
        );
        if (missing.length > 0 && group.members.size >= SURE_MEMBERS)
          return fail({ expected, actual, saw: `no ${missing.join(', ')} in ${formatGroup(group)}` });
        return inconclusive(`${absent.join(', ')} is in another place of the catalog than the other members`, actual);
      }
    const merged = catalogs.find(({ groups }) => areMerged(groups));
    if (merged !== undefined)
      return fail({ expected: 'groups by service', actual: merged.exchange, saw: 'one group without a name' });
    return catalogs.some(({ groups }) => groups.length > 0)
      ? pass(first)
      : inconclusive('the catalog names the documented members in a form that the kit does not know', first);
  },
});

/** Whether a catalog has one group without a name, of plain texts, with the events of several families. */
function areMerged([group, ...others]: readonly ServiceGroup[]): boolean {
  if (group === undefined || others.length > 0 || group.titles.length > 0) return false;
  const areTexts = [...group.members.values()].every(
    ({ value }) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  );
  const events = listEvents(group);
  return areTexts && Object.values(EVENTS_BY_FAMILY).every((family) => family.some((event) => events.has(event)));
}

/** Returns the documented events of a group. */
const listEvents = (group: ServiceGroup): Set<string> =>
  new Set(listAllTexts(getMember(group, 'webhook_events')).flatMap((text) => findEvent(text) ?? []));

/** Returns the groups that have the name of one documented family. */
const listFamilies = (groups: readonly ServiceGroup[]) =>
  groups.flatMap((group) => {
    const families = Object.entries(EVENTS_BY_FAMILY).filter(([family]) =>
      group.titles.some((title) => simplify(title) === simplify(family)),
    );
    const [family] = families;
    return family === undefined || families.length > 1 ? [] : [{ group, family: family[0], events: family[1] }];
  });

/** With fewer families as titles, an equal title may be a coincidence. */
const FEWEST_FAMILIES = 3;
/** One letter in this many may differ: a catalog may have further events with a similar name. */
const LETTERS_PER_CHANGE = 6;

export const eventsAreTheDocumented = check({
  id: 'catalog/events-are-the-documented',
  title: 'The catalog lists events under no other family than the documented ones, and under their documented names',
  clause: 'events.families',
  covers: ['events.names', 'catalog.families'],
  level: 'must',
  needs: ['readers'],
  async run({ readers }) {
    const catalogs = await readGroupedCatalogs(readers);
    for (const { exchange, groups } of catalogs) {
      const titled = listFamilies(groups);
      if (new Set(titled.map(({ family }) => family)).size !== titled.length || titled.length < FEWEST_FAMILIES)
        continue;
      for (const { group, family, events } of titled) {
        const others = [...listEvents(group)].filter((event) => !events.includes(event));
        if (others.length === 0) continue;
        return fail({
          expected: `${family}: ${events.join(', ')}`,
          actual: exchange,
          saw: `also ${formatNames(others)}`,
        });
      }
    }
    const listed = catalogs.flatMap(({ groups }) =>
      groups.flatMap((group) => listAllTexts(getMember(group, 'webhook_events'))),
    );
    const known = new Set(listed.flatMap((text) => findEvent(text) ?? []));
    const [{ exchange }] = catalogs;
    const misspelt = [...EVENTS_BY_LETTERS.values()].flatMap((event) => {
      const near = known.has(event) ? undefined : listed.find((text) => isNearly(text, event));
      return near === undefined ? [] : [{ event, near }];
    });
    const [first] = misspelt;
    if (first !== undefined) return fail({ expected: first.event, actual: exchange, saw: first.near });
    if (known.size > 0) return pass(exchange);
    return listed.length > 0
      ? inconclusive('the catalog names events in a form that the kit does not know', exchange)
      : notApplicable('the catalog lists no events', exchange);
  },
});

/** Whether a text is an event name with a few letters changed: no other event, and no further version of one. */
function isNearly(text: string, event: string): boolean {
  const [one, other] = [simplify(text), simplify(event)];
  if (findEvent(text) !== undefined || (one.startsWith(other) && /^v?\d+$/.test(one.slice(other.length)))) return false;
  const most = Math.max(1, Math.floor(other.length / LETTERS_PER_CHANGE));
  return Math.abs(one.length - other.length) <= most && countChanges(one, other) <= most;
}

/** Returns the Levenshtein distance of two short texts. */
function countChanges(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...one].entries()) {
    const next = [row + 1];
    for (let column = 0; column < other.length; column += 1) {
      const replaced = (before[column] ?? 0) + (other[column] === letter ? 0 : 1);
      next.push(Math.min(replaced, (before[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    before = next;
  }
  return before[other.length] ?? 0;
}

/** Reads that together show that a key may use the whole surface, so that its catalog leaves nothing out for its role. */
const WHOLE_SURFACE: readonly OperationId[] = [
  'listTransactions',
  'listSettlements',
  'listDisputes',
  'listLocations',
  'listConnectors',
  'listTerminalGroups',
  'getProvisioningPayload',
];

export const membersHaveContent = check({
  id: 'catalog/members-have-content',
  title: 'The catalog lists endpoints, and events to a key that may use the whole surface',
  clause: 'catalog.get',
  covers: ['versioning.current_contract', 'events.names'],
  level: 'must',
  needs: ['readers'],
  async run({ readers }) {
    const catalogs = await readGroupedCatalogs(readers);
    const [{ exchange }] = catalogs;
    const isEmpty = (name: string) =>
      catalogs.every(({ groups }) =>
        groups.every((group) => group.members.has(name) && isEmptyValue(getMember(group, name))),
      );
    const isUsed = catalogs.some(({ reader }) => reader.sees.reads.size >= FEWEST_READS);
    if (isUsed && isEmpty('api_endpoints'))
      return fail({ expected: 'the endpoints that the keys can read', actual: exchange, saw: 'no api_endpoints' });
    if (!isEmpty('webhook_events')) return pass(exchange);
    const whole = catalogs.find(({ reader }) => WHOLE_SURFACE.every((operation) => reader.sees.reads.has(operation)));
    return whole === undefined
      ? addRemedy(untestable('the catalog lists no events, which may be for the role of the keys', exchange), {
          kind: 'reading-key',
        })
      : fail({ expected: 'the documented events', actual: whole.exchange, saw: 'no webhook_events' });
  },
});

const OPERATIONS = Object.keys(operations) as OperationId[]; // the keys of the table
const toPattern = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
const DOCUMENTED = OPERATIONS.map((id) => ({ ...operations[id], pattern: toPattern(operations[id].path) }));

/** Returns the endpoints and feeds of a catalog. */
const listAllEndpoints = ({ groups }: Catalog): ListedEndpoint[] =>
  groups.flatMap((group) => [
    ...listEndpoints(getMember(group, 'api_endpoints')),
    ...listEndpoints(getMember(group, 'rss_feeds')).map((feed) => ({ ...feed, method: 'GET' })),
  ]);

/** A name in the style of the documented events. */
const EVENT_NAME = /^[a-z]+(_[a-z]+)+$/;

/** Advice: a catalog may be limited to what the key may use, and describes the contract, perhaps a part of it. */
export const catalogIsComplete = check({
  id: 'catalog/lists-every-endpoint',
  title: 'The catalog lists every documented endpoint and feed, and exactly the documented events of each family',
  clause: 'versioning.current_contract',
  covers: ['events.names', 'feeds.catalog_listed'],
  level: 'should',
  needs: ['readers'],
  async run({ readers }) {
    const [first, ...others] = await readGroupedCatalogs(readers);
    const catalog = [first, ...others].find(({ reader }) => reader.name === findWidestReader(readers).name) ?? first;
    const listed = listAllEndpoints(catalog);
    if (listed.length === 0) return notApplicable('the catalog lists no paths', catalog.exchange);
    const events = new Set(catalog.groups.flatMap((group) => [...listEvents(group)]));
    const families = listFamilies(catalog.groups).map(({ family }) => family);
    const isOfFamilies = families.length >= FEWEST_FAMILIES;
    const absent = [
      ...Object.keys(EVENTS_BY_FAMILY).filter((family) => isOfFamilies && !families.includes(family)),
      ...DOCUMENTED.filter(
        ({ method, pattern }) =>
          !listed.some((one) => pattern.test(one.path) && (one.method === undefined || one.method === method)),
      ).map(({ method, path }) => `${method} ${path}`),
      ...[...EVENTS_BY_LETTERS.values()].filter((event) => !events.has(event)),
      ...listFamilies(catalog.groups).flatMap(({ group, family, events: documented }) => {
        const own = listEvents(group);
        return documented
          .filter((event) => events.has(event) && !own.has(event))
          .map((event) => `${event} of ${family}`);
      }),
    ];
    const further = catalog.groups
      .flatMap((group) => listAllTexts(getMember(group, 'webhook_events')))
      .filter((text) => EVENT_NAME.test(text) && findEvent(text) === undefined && !/^(event|webhook)s?_/.test(text));
    if (absent.length + further.length === 0) return pass(catalog.exchange);
    const saw = [...absent.map((name) => `no ${name}`), ...new Set(further.map((name) => `also ${name}`))];
    return fail({ expected: 'what is documented', actual: catalog.exchange, saw: formatNames(saw) });
  },
});

/** Returns the id of a row of the documented list at a path, if a key sees one. */
function findListedId(path: string, { readers, bindings }: Ids): string | undefined {
  const operation = LISTS.find((id) => operations[id].path === path);
  if (operation === undefined || bindings.find(LIST_SLOTS[operation].rows) === undefined) return undefined;
  const idAt = LIST_SLOTS[operation].id;
  if (bindings.find(idAt) === undefined) return undefined;
  const lists = readers.flatMap(({ sees }) => sees.responses.get(operation) ?? []);
  return lists.flatMap((list) => readTable(list, bindings, operation)?.rows ?? [])[0]?.id;
}

const LISTS = Object.keys(LIST_SLOTS) as ListOperationId[]; // the keys of the table

/** Where ids of things are found. */
interface Ids {
  readonly readers: readonly Principal[];
  readonly bindings: Bindings;
}

/** Returns ids for the placeholders of a path, by what is before them; made-up ones for others. */
function fillPlaceholders(path: string, known: Ids): string {
  const ids = known.readers.flatMap(({ sees }) => [...sees.reads.values()]);
  const find = (name: string) => ids.find((parameters) => parameters[name] !== undefined)?.[name];
  return path.replaceAll(/([^/]+)\/\{\}/g, (_, segment: string, at: number) => {
    const named = find(`${segment.replace(/s$/, '')}_id`);
    const id = named ?? (segment === 'locations' ? find('terminal_id') : undefined);
    const listed = id ?? findListedId(path.slice(0, at + segment.length), known);
    return `${segment}/${encodeURIComponent(String(listed ?? NO_SUCH_ID).toWellFormed())}`;
  });
}

const MOST_TRIED = 8;

export const catalogListsWhatExists = check({
  id: 'catalog/lists-only-what-exists',
  title: 'The catalog lists no read and no feed that the service does not have',
  clause: 'versioning.current_contract',
  level: 'must',
  needs: ['anonymous', 'readers', 'expectedScopes', 'bindings'],
  async run({ anonymous, readers, expectedScopes, bindings }) {
    const catalogs = await readGroupedCatalogs(readers);
    const [{ exchange }] = catalogs;
    const listed = catalogs.flatMap(listAllEndpoints);
    if (listed.length === 0) return notApplicable('the catalog lists no paths', exchange);
    const further = listed.filter(
      ({ method, path }) => (method ?? 'GET') === 'GET' && !DOCUMENTED.some(({ pattern }) => pattern.test(path)),
    );
    const unknown: string[] = [];
    const answers: Exchange[] = [];
    for (const path of [...new Set(further.map((one) => one.path))].slice(0, MOST_TRIED)) {
      const tried = { path: fillPlaceholders(path, { readers, bindings }), hasId: path.includes('{}') };
      const route = await findRoute({ anonymous, readers, expectedScopes }, tried);
      if (route.kind === 'none')
        return fail(
          { expected: `an endpoint at ${path}`, actual: route.answer, saw: route.why },
          exchange,
          ...route.proof,
        );
      if (route.kind === 'served') answers.push(route.answer);
      else unknown.push(path);
    }
    return unknown.length === 0
      ? pass(exchange, ...answers)
      : addRemedy(untestable(`no key can read ${formatNames(unknown)}, which may be for its role`, exchange), {
          kind: 'administrator',
        });
  },
});

/** A listed endpoint of this kind exists against section 1, or does not exist against section 9. */
export const catalogListsNoCompliance = check({
  id: 'catalog/lists-no-compliance-endpoint',
  title: 'The catalog lists no endpoint for compliance, onboarding, documents or videos',
  clause: 'compliance.no_endpoints',
  level: 'must',
  needs: ['readers'],
  async run({ readers }) {
    const catalogs = await readGroupedCatalogs(readers);
    for (const catalog of catalogs) {
      const dedicated = listAllEndpoints(catalog).find(({ path }) => OF_THE_PORTAL.test(path));
      if (dedicated !== undefined)
        return fail({
          expected: 'no such endpoint: the portal has this data',
          actual: catalog.exchange,
          saw: dedicated.path,
        });
    }
    return pass(catalogs[0].exchange);
  },
});

export const feedsAreListed = check({
  id: 'catalog/lists-both-feeds',
  title: 'The catalog states in rss_feeds which services expose feeds',
  clause: 'feeds.catalog_listed',
  level: 'must',
  needs: ['readers'],
  async run({ readers }) {
    const catalogs = await readGroupedCatalogs(readers);
    const withFeeds = catalogs.filter(({ groups }) => groups.every((group) => group.members.has('rss_feeds')));
    const [first] = withFeeds;
    if (first === undefined) return untestable('needs rss_feeds in each group', catalogs[0].exchange);
    const stating = withFeeds.find(({ groups }) =>
      groups.some((group) => !isEmptyValue(getMember(group, 'rss_feeds'))),
    );
    if (stating !== undefined) return pass(stating.exchange);
    const reader = readers.find(({ sees }) => sees.reads.has('getAccountFeed'));
    const feed = reader?.sees.responses.get('getAccountFeed');
    if (feed === undefined) return untestable('no key can read a feed', first.exchange);
    return fail(
      { expected: 'the services that expose feeds', actual: first.exchange, saw: 'rss_feeds is empty' },
      feed,
    );
  },
});
