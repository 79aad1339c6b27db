import { type OperationId, operations } from '../../spec/index.ts';
import { type Bindings, textsAt, valueAt, valuesAt } from '../bindings.ts';
import { check } from '../check.ts';
import { type Exchange, isSuccess } from '../client.ts';
import { CATALOG_MEMBERS, EVENTS_BY_FAMILY } from '../documented.ts';
import type { Principal } from '../principals.ts';
import { few } from '../reading.ts';
import { Concluded, fail, pass, untestable } from '../verdict.ts';

/** The catalog's service groups. Ends the check when there are none. */
async function servicesOf(
  reader: Principal,
  bindings: Bindings,
): Promise<{ catalog: Exchange; services: readonly unknown[] }> {
  const catalog = await reader.get('getIntegrationCatalog');
  const services = isSuccess(catalog) ? valuesAt(catalog.json, bindings.catalog.services) : [];
  if (services.length > 0) return { catalog, services };
  throw new Concluded(untestable(`${reader.name} reads no service groups in the catalog`, catalog));
}

export const groupsHaveTheMembers = check({
  id: 'catalog/groups-have-the-five-members',
  title: 'Each service group of the catalog has the five documented members',
  clause: 'catalog.members',
  covers: ['catalog.get', 'catalog.by_service'],
  level: 'must',
  needs: ['reader', 'bindings'],
  async run({ reader, bindings }) {
    const { catalog, services } = await servicesOf(reader, bindings);
    for (const service of services) {
      const absent = CATALOG_MEMBERS.filter((member) => valueAt(service, `/${member}`) === undefined);
      if (absent.length === 0) continue;
      const saw = `not so in ${String(valueAt(service, bindings.catalog.family) ?? 'one of them')}`;
      return fail({ expected: `${absent.join(', ')} in each group`, actual: catalog, saw });
    }
    return pass(catalog);
  },
});

export const eventsAreTheDocumented = check({
  id: 'catalog/events-are-the-documented',
  title: 'The catalog lists the documented families, each with just its documented event names',
  clause: 'events.families',
  covers: ['events.names', 'catalog.families'],
  level: 'must',
  needs: ['reader', 'bindings'],
  async run({ reader, bindings }) {
    const { catalog, services } = await servicesOf(reader, bindings);
    const listed = new Map(
      services.map((service) => [
        plain(valueAt(service, bindings.catalog.family)),
        textsAt(service, bindings.catalog.eventTypes).sort().join(', '),
      ]),
    );
    for (const [family, events] of Object.entries(EVENTS_BY_FAMILY)) {
      const expected = [...events].sort().join(', ');
      const came = listed.get(plain(family));
      if (came === expected) continue;
      return fail({ expected: `${family}: ${expected}`, actual: catalog, saw: came ?? 'no such family' });
    }
    const invented = listed.size - Object.keys(EVENTS_BY_FAMILY).length;
    if (invented === 0) return pass(catalog);
    return fail({ expected: 'the six documented families', actual: catalog, saw: `${invented} more` });
  },
});

const plain = (name: unknown): string =>
  String(name)
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');

const OPERATIONS = Object.keys(operations) as OperationId[]; // the table's own keys
const nameOf = (method: string, path: string): string =>
  `${method.toUpperCase()} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`;

/** What a catalog lists, as `GET /v1/locations/{}`. */
function listedIn(services: readonly unknown[], { catalog }: Bindings): string[] {
  return services.flatMap((service) => {
    const methods = textsAt(service, catalog.endpointMethods);
    const endpoints = textsAt(service, catalog.endpointPaths).map((path, index) =>
      nameOf(methods[index] ?? 'GET', path),
    );
    return [...endpoints, ...textsAt(service, catalog.feedPaths).map((path) => nameOf('GET', path))];
  });
}

export const catalogIsComplete = check({
  id: 'catalog/lists-every-endpoint',
  title: 'The catalog lists every documented endpoint and feed',
  clause: 'versioning.current_contract',
  level: 'must',
  needs: ['reader', 'bindings'],
  async run({ reader, bindings }) {
    const { catalog, services } = await servicesOf(reader, bindings);
    const listed = new Set(listedIn(services, bindings));
    const absent = OPERATIONS.map((id) => nameOf(operations[id].method, operations[id].path)).filter(
      (name) => !listed.has(name),
    );
    if (absent.length === 0) return pass(catalog);
    return fail({ expected: `all ${OPERATIONS.length} operations`, actual: catalog, saw: `no ${few(absent)}` });
  },
});

export const catalogListsWhatExists = check({
  id: 'catalog/lists-only-what-exists',
  title: 'Each endpoint and feed that the catalog lists is a documented one',
  clause: 'versioning.current_contract',
  level: 'must',
  needs: ['reader', 'bindings'],
  async run({ reader, bindings }) {
    const { catalog, services } = await servicesOf(reader, bindings);
    const documented = new Set(OPERATIONS.map((id) => nameOf(operations[id].method, operations[id].path)));
    const listed = listedIn(services, bindings);
    if (listed.length === 0) return untestable('the catalog lists no endpoints where the bindings say', catalog);
    const invented = listed.filter((name) => !documented.has(name));
    if (invented.length === 0) return pass(catalog);
    return fail({ expected: 'documented endpoints only', actual: catalog, saw: few(invented) });
  },
});

export const feedsAreListed = check({
  id: 'catalog/lists-both-feeds',
  title: 'The catalog says which services expose the two feeds',
  clause: 'feeds.catalog_listed',
  level: 'must',
  needs: ['reader', 'bindings'],
  async run({ reader, bindings }) {
    const { catalog, services } = await servicesOf(reader, bindings);
    const feeds = new Set(
      services.flatMap((service) => textsAt(service, bindings.catalog.feedPaths)).map((path) => nameOf('GET', path)),
    );
    const absent = (['getAccountFeed', 'getTerminalFeed'] as const).filter(
      (id) => !feeds.has(nameOf('GET', operations[id].path)),
    );
    if (absent.length === 0) return pass(catalog);
    return fail({ expected: 'both feeds under rss_feeds', actual: catalog, saw: `not ${few(absent)}` });
  },
});
