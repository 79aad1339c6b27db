import { type OperationId, operations } from '../../../spec/index.ts';
import type { Bindings } from '../../bindings/bindings.ts';
import { check } from '../../engine/check.ts';
import type { Principal } from '../../engine/survey/principals.ts';
import { formatNames } from '../../engine/survey/reading.ts';
import { Concluded, fail, pass, untestable } from '../../engine/verdicts/verdict.ts';
import { type Exchange, isSuccess } from '../../http/client.ts';
import { CATALOG_MEMBERS, EVENTS_BY_FAMILY } from '../../oracles/documented-values.ts';
import { findEntries, findTexts, findValue, type PointerEntry } from '../../oracles/pointers.ts';
import { listPublishedOperations, toObject } from '../../oracles/published-document.ts';

/** Returns the service groups of the catalog. Ends the check if there are none. */
async function readServices(
  reader: Principal,
  bindings: Bindings,
): Promise<{ catalog: Exchange; services: readonly PointerEntry[] }> {
  const catalog = await reader.get('getIntegrationCatalog');
  const pointer = bindings.need('catalog.services');
  const services = isSuccess(catalog) ? findEntries(catalog.json, pointer) : [];
  if (services.length > 0) return { catalog, services };
  throw new Concluded(untestable(`${reader.name} found no service groups in the catalog`, catalog));
}

/** Returns the name of a service group, if a binding for it exists. */
function getFamily({ value, key }: PointerEntry, bindings: Bindings): string | undefined {
  const pointer = bindings.find('catalog.family');
  return pointer === undefined ? undefined : findTexts(value, pointer, key)[0];
}

export const groupsHaveTheMembers = check({
  id: 'catalog/groups-have-the-five-members',
  title: 'Each service group in the catalog has the five documented members',
  clause: 'catalog.members',
  covers: ['catalog.get', 'catalog.by_service'],
  level: 'must',
  needs: ['reader', 'bindings'],
  async run({ reader, bindings }) {
    const { catalog, services } = await readServices(reader, bindings);
    for (const service of services) {
      const absent = CATALOG_MEMBERS.filter((member) => findValue(service.value, `/${member}`) === undefined);
      if (absent.length === 0) continue;
      const saw = `missing in ${getFamily(service, bindings) ?? 'one group'}`;
      return fail({ expected: `${absent.join(', ')} in each group`, actual: catalog, saw });
    }
    return pass(catalog);
  },
});

export const eventsAreTheDocumented = check({
  id: 'catalog/events-are-the-documented',
  title: 'The catalog lists exactly the documented event names of each documented family',
  clause: 'events.families',
  covers: ['events.names', 'catalog.families'],
  level: 'must',
  needs: ['reader', 'bindings'],
  async run({ reader, bindings }) {
    const { catalog, services } = await readServices(reader, bindings);
    const pointer = bindings.need('catalog.event_types');
    const listed = services
      .map((service) => ({
        name: keepLetters(getFamily(service, bindings)),
        events: formatSorted(findTexts(service.value, pointer)),
      }))
      .filter(({ events }) => events !== '');
    for (const [family, events] of Object.entries(EVENTS_BY_FAMILY)) {
      const expected = formatSorted(events);
      const named = listed.find(({ name }) => name === keepLetters(family));
      // the document does not define the member that names a family, so a group with another name is matched by its events
      if (named === undefined ? listed.some((other) => other.events === expected) : named.events === expected) continue;
      const saw = named?.events ?? 'no group with exactly these events';
      return fail({ expected: `${family}: ${expected}`, actual: catalog, saw });
    }
    const invented = listed.length - Object.keys(EVENTS_BY_FAMILY).length;
    if (invented <= 0) return pass(catalog);
    return fail({
      expected: 'events of the six documented families only',
      actual: catalog,
      saw: `${invented} undocumented`,
    });
  },
});

const formatSorted = (events: readonly string[]): string => [...events].sort().join(', ');

const keepLetters = (name = ''): string => name.toLowerCase().replaceAll(/[^a-z]/g, '');

const OPERATIONS = Object.keys(operations) as OperationId[]; // the keys of the table
const DOCUMENTED = OPERATIONS.map((id) => formatEndpoint(operations[id].method, operations[id].path));

/** Normalises a path to `GET /v1/locations/{}`: without host and for any placeholder syntax. */
function formatEndpoint(method: string, path: string): string {
  const withoutHost = path.replace(/^https?:\/\/[^/]+/, '');
  const plainPath = withoutHost.replaceAll(/\{[^{}]*\}|:[A-Za-z_]\w*|<[^<>]*>/g, '{}').replace(/[?#].*/s, '');
  return `${method.toUpperCase()} ${plainPath}`;
}

/** The entries of a catalog as `GET /v1/locations/{}`. A path without a method means every documented method of it. */
function listEndpoints(services: readonly PointerEntry[], bindings: Bindings): string[] {
  const endpointsAt = bindings.need('catalog.endpoints');
  const pathAt = bindings.need('catalog.endpoint_path');
  const methodAt = bindings.find('catalog.endpoint_method');
  return services.flatMap(({ value: service }) => {
    const endpoints = findEntries(service, endpointsAt).flatMap(({ value, key }) =>
      findTexts(value, pathAt, key).flatMap((text) =>
        parseEndpoints(text, methodAt === undefined ? [] : findTexts(value, methodAt, key)),
      ),
    );
    return [...endpoints, ...listFeeds(service, bindings)];
  });
}

function parseEndpoints(text: string, methods: readonly string[]): string[] {
  const [, written, path] = /^([A-Za-z]+)\s+(\S+)$/.exec(text) ?? ['', undefined, text];
  const listedMethods = written === undefined ? methods : [written];
  if (listedMethods.length > 0) return listedMethods.map((method) => formatEndpoint(method, path ?? text));
  const documented = DOCUMENTED.filter((name) => name.endsWith(formatEndpoint('', text)));
  return documented.length > 0 ? documented : [formatEndpoint('GET', text)];
}

const listFeeds = (service: unknown, bindings: Bindings): string[] =>
  findTexts(service, bindings.need('catalog.feed_paths')).map((text) =>
    formatEndpoint('GET', text.replace(/^GET\s+/i, '')),
  );

export const catalogIsComplete = check({
  id: 'catalog/lists-every-endpoint',
  title: 'The catalog lists every documented endpoint and feed',
  clause: 'versioning.current_contract',
  level: 'must',
  needs: ['reader', 'bindings'],
  async run({ reader, bindings }) {
    const { catalog, services } = await readServices(reader, bindings);
    const listed = new Set(listEndpoints(services, bindings));
    const absent = DOCUMENTED.filter((name) => !listed.has(name));
    if (absent.length === 0) return pass(catalog);
    return fail({ expected: `all ${OPERATIONS.length} operations`, actual: catalog, saw: `no ${formatNames(absent)}` });
  },
});

export const catalogListsWhatExists = check({
  id: 'catalog/lists-only-what-exists',
  title: 'The catalog lists only endpoints and feeds that exist',
  clause: 'versioning.current_contract',
  level: 'must',
  needs: ['reader', 'bindings'],
  async run({ reader, bindings }) {
    const { catalog, services } = await readServices(reader, bindings);
    const documented = new Set(DOCUMENTED);
    const listed = listEndpoints(services, bindings);
    if (listed.length === 0)
      return untestable('the catalog has no endpoints at the place that the bindings name', catalog);
    const published = await reader.get('getPublicOpenapi');
    const declared = new Set(
      listPublishedOperations(toObject(published.json)).map(({ method, path }) => formatEndpoint(method, path)),
    );
    const unknown = [...new Set(listed)].filter((name) => !documented.has(name) && !declared.has(name));
    const invented: string[] = [];
    for (const name of unknown) if (!(await exists(reader, name))) invented.push(name);
    if (invented.length === 0) return pass(catalog);
    const expected = 'endpoints that are documented here or in the published document, or that respond';
    return fail({ expected, actual: catalog, saw: formatNames(invented) });
  },
});

/** Whether an undocumented endpoint responds to a read. One with placeholders cannot be tried. */
async function exists(reader: Principal, name: string): Promise<boolean> {
  const [method, path = ''] = name.split(' ');
  if (method !== 'GET' || path.includes('{}') || !path.startsWith('/')) return false;
  const { status } = await reader.get('listLocations', {}, { spell: () => path });
  return status !== 404 && status !== 405 && status !== 410 && status < 500;
}

/** Segments of a path that name what only the portal contains. */
const OF_THE_PORTAL = /^(compliance|onboarding|documents|videos)([_-]\w+)?$/i;

export const catalogListsNoCompliance = check({
  id: 'catalog/lists-no-compliance-endpoint',
  title: 'The catalog lists no endpoint for compliance, onboarding, documents or videos that exists',
  clause: 'compliance.no_endpoints',
  level: 'must',
  needs: ['reader', 'bindings'],
  async run({ reader, bindings }) {
    const { catalog, services } = await readServices(reader, bindings);
    const suspect = [...new Set(listEndpoints(services, bindings))].filter((name) =>
      (name.split(' ')[1] ?? '').split('/').some((segment) => OF_THE_PORTAL.test(segment)),
    );
    for (const name of suspect)
      if (await exists(reader, name))
        return fail({ expected: 'no such endpoint: the portal has this data', actual: catalog, saw: name });
    return pass(catalog);
  },
});

export const feedsAreListed = check({
  id: 'catalog/lists-both-feeds',
  title: 'The catalog states which services expose the two feeds',
  clause: 'feeds.catalog_listed',
  level: 'must',
  needs: ['reader', 'bindings'],
  async run({ reader, bindings }) {
    const { catalog, services } = await readServices(reader, bindings);
    const isEmptyEverywhere = services.every(({ value }) => {
      const feeds = findValue(value, '/rss_feeds');
      return feeds === null || (typeof feeds === 'object' && Object.keys(feeds).length === 0);
    });
    if (isEmptyEverywhere)
      return fail({ expected: 'both feeds under rss_feeds', actual: catalog, saw: 'no feeds in any group' });
    const feeds = new Set(services.flatMap(({ value }) => listFeeds(value, bindings)));
    const absent = (['getAccountFeed', 'getTerminalFeed'] as const).filter(
      (id) => !feeds.has(formatEndpoint('GET', operations[id].path)),
    );
    if (absent.length === 0) return pass(catalog);
    return fail({ expected: 'both feeds under rss_feeds', actual: catalog, saw: `not ${formatNames(absent)}` });
  },
});
