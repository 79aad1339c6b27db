import { EVENTS_BY_FAMILY } from '../model/activity.ts';
import type { CatalogAnswer, CatalogGroup } from '../protocol/answers.ts';
import { ALL_OPERATIONS, type AnyOperation } from '../protocol/operations.ts';
import { type Call, describeCall } from './call.ts';

interface Service {
  readonly name: string;
  readonly family: keyof typeof EVENTS_BY_FAMILY | 'platform';
  readonly surfaces: readonly string[];
  readonly notes: readonly string[];
  /** Selects operations of the family, where a family has several services. */
  readonly includes?: (operation: AnyOperation) => boolean;
}

const FAMILIES: readonly Service[] = [
  {
    name: 'Account and fleet snapshot',
    family: 'fleet',
    surfaces: ['Dashboard', 'Account profile'],
    notes: ['Call the portal snapshot first.'],
  },
  { name: 'Terminals, locations, telemetry', family: 'telemetry', surfaces: ['Terminal map', 'Monitoring'], notes: [] },
  {
    name: 'Transactions and processor activity',
    family: 'transactions',
    surfaces: ['Transaction search'],
    notes: ['Rows are normalized.', 'Filters combine.'],
  },
  { name: 'RMS, commands, connectors, provisioning', family: 'rms', surfaces: ['Remote management'], notes: [] },
  {
    name: 'Settlements, payouts, disputes',
    family: 'settlements',
    surfaces: ['Payouts', 'Disputes'],
    notes: ['Writes need a higher privilege.'],
  },
  {
    name: 'Compliance vault and onboarding',
    family: 'compliance',
    surfaces: ['Vault', 'Onboarding'],
    notes: ['Only in the portal snapshot.'],
  },
];
const PLATFORM: Service = { name: 'Integration platform', family: 'platform', surfaces: ['Developer page'], notes: [] };

/** Splits the services of two families more finely. */
function splitFamilies(): Service[] {
  const has = (word: string) => (operation: AnyOperation) => operation.path.includes(word);
  const hasNot = (word: string) => (operation: AnyOperation) => !operation.path.includes(word);
  return [...FAMILIES, PLATFORM].flatMap((service) => {
    if (service.family === 'settlements') {
      return [
        { ...service, name: 'Settlements and payouts', surfaces: ['Payouts'], includes: has('settlements') },
        { ...service, name: 'Disputes', surfaces: ['Disputes'], includes: has('disputes') },
      ];
    }
    if (service.family === 'rms') {
      return [
        { ...service, name: 'Provisioning', surfaces: ['Provisioning'], includes: has('provisioning') },
        { ...service, name: 'RMS and connectors', surfaces: ['Remote management'], includes: hasNot('provisioning') },
      ];
    }
    return [service];
  });
}

/** Returns whether the caller may use an operation. */
export function mayUse(operation: AnyOperation, call: Call): boolean {
  const { scope } = call;
  if (operation.id === 'deriveSettlements') return scope.mayDerive;
  if (operation.id === 'createDispute') return scope.mayOpenDispute;
  return operation.area === undefined || scope.areas.includes(operation.area);
}

function listEvents({ family }: Service, hasMore: boolean): string[] {
  const events: readonly string[] = family === 'platform' ? [] : EVENTS_BY_FAMILY[family];
  return hasMore && family === 'fleet' ? [...events, 'firmware_outdated'] : [...events];
}

/** Returns the paths of a feed: one, or one per visible terminal. */
function expandFeed(path: string, { service, scope }: Call): string[] {
  if (service.choices.catalogFeeds !== 'expanded' || !path.includes('{terminal_id}')) return [path];
  return scope.terminals.map((terminal) =>
    path.replace('{terminal_id}', encodeURIComponent(service.style.ids.text('terminal', terminal.key))),
  );
}

function selectServices(call: Call): readonly Service[] {
  if (call.service.choices.catalogServices === 'fine') return splitFamilies();
  // Every operation belongs to some group; without a platform group the fleet group has the others.
  return call.service.choices.catalogServices === 'with-platform' ? [...FAMILIES, PLATFORM] : FAMILIES;
}

/** Answers GET /v1/integrations/catalog. */
export function answerCatalog(call: Call): CatalogAnswer {
  const { choices, hooks } = call.service;
  const services = selectServices(call);
  const hasPlatform = services.some((service) => service.family === 'platform');
  const groups = services.map((service): CatalogGroup => {
    const operations = ALL_OPERATIONS.filter((operation) => {
      const family = operation.family === 'platform' && !hasPlatform ? 'fleet' : operation.family;
      if (family !== service.family || service.includes?.(operation) === false) return false;
      if (choices.catalogCoverage === 'writes' && operation.method === 'POST') return false;
      if (choices.catalogCoverage === 'itself' && operation.id === 'getCatalog') return false;
      return choices.catalogReach === 'all' || mayUse(operation, call);
    });
    const isFeed = (operation: AnyOperation) => operation.path.endsWith('.xml');
    return {
      service: service.name,
      portalSurfaces: service.surfaces,
      endpoints: operations.filter((each) => !isFeed(each)).map(({ id, method, path }) => ({ id, method, path })),
      events: listEvents(service, choices.catalogEventNames === 'more'),
      feeds: operations.filter(isFeed).flatMap((each) => expandFeed(each.path, call)),
      notes: service.notes,
    };
  });
  return { kind: 'catalog', groups: hooks.catalog?.(groups, describeCall(call)) ?? groups };
}
