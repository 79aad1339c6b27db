import { isClerk, type ScopedRequest } from '../http/request.ts';
import type { OperationName } from '../http/routes.ts';
import { ROUTES } from '../http/routes.ts';

interface Family {
  readonly surfaces: readonly string[];
  readonly operations: readonly OperationName[];
  readonly feeds: readonly OperationName[];
  /** Event names, each with its severity. */
  readonly events: Readonly<Record<string, 'Note' | 'Warn' | 'Urgent'>>;
  readonly note: string;
}

/** The service families: the documented event families, with the surfaces and endpoints of each. */
const FAMILIES: Readonly<Record<string, Family>> = {
  'Account and fleet snapshot': {
    surfaces: ['Overview', 'People'],
    operations: ['portal', 'catalog', 'document', 'branding'],
    feeds: ['account-feed'],
    events: { heartbeat_stale: 'Warn', processor_outage: 'Urgent', communication_flapping: 'Note' },
    note: 'Ask for the portal first.',
  },
  'Terminals, locations, telemetry': {
    surfaces: ['Units', 'Map'],
    operations: ['locations', 'location', 'status', 'groups'],
    feeds: ['account-feed', 'unit-feed'],
    events: {
      heartbeat_stale: 'Warn',
      cash_low: 'Note',
      cash_out: 'Urgent',
      dispenser_fault: 'Urgent',
      compliance_expiration: 'Warn',
      location_risk_change: 'Note',
    },
    note: 'A unit is known by its code.',
  },
  'Transactions and processor activity': {
    surfaces: ['Journal'],
    operations: ['transactions', 'timeline', 'unit-transactions'],
    feeds: ['account-feed', 'unit-feed'],
    events: {
      decline_spike: 'Warn',
      approval_rate_drop: 'Warn',
      reversal_spike: 'Warn',
      high_decline_velocity: 'Urgent',
      repeated_same_card_attempt: 'Urgent',
    },
    note: 'Totals are those of the page.',
  },
  'RMS, commands, connectors, provisioning': {
    surfaces: ['Remote desk'],
    operations: ['connectors', 'connector-status', 'commands', 'payload', 'export'],
    feeds: ['unit-feed'],
    events: { command_failed: 'Warn', provisioning_failed: 'Warn' },
    note: 'Keys are loaded by the unit itself.',
  },
  'Settlements, payouts, disputes': {
    surfaces: ['Payouts', 'Claims'],
    operations: ['settlements', 'derive', 'disputes', 'lodge'],
    feeds: [],
    events: { settlement_mismatch: 'Urgent' },
    note: 'Writes are for owners.',
  },
  'Compliance vault and onboarding': {
    surfaces: ['Vault', 'First steps'],
    operations: ['portal'],
    feeds: [],
    events: { compliance_expiration: 'Warn', location_risk_change: 'Note' },
    note: 'To be found in the portal alone.',
  },
};

/** Returns the integration catalog, with one member for each family. */
export function presentCatalog(request: ScopedRequest) {
  const { hasFault } = request;
  const entries = Object.entries(FAMILIES).map(([name, family], index) => {
    const isLast = index === Object.keys(FAMILIES).length - 1;
    const isMissing = (operation: OperationName) => hasFault('catalog-misses-the-derivation') && operation === 'derive';
    const extra =
      isLast && hasFault('catalog-lists-a-vault-endpoint') ? [{ verb: 'GET', route: '/v1/compliance/vault' }] : [];
    const hasFeeds = !(hasFault('catalog-shows-clerks-no-feeds') && isClerk(request.view.user));
    return [
      name,
      {
        portal_surfaces: family.surfaces,
        api_endpoints: [...family.operations.filter((one) => !isMissing(one)).map(describeEndpoint), ...extra],
        webhook_events: listFamilyEvents(name, family, request).map(([event, weight]) => ({ name: event, weight })),
        rss_feeds: (hasFeeds ? family.feeds : []).map((feed) => ({ route: describeEndpoint(feed).route })),
        notes: family.note,
      },
    ] as const;
  });
  return Object.fromEntries(entries);
}

function listFamilyEvents(
  name: string,
  { events }: Family,
  { hasFault }: ScopedRequest,
): (readonly [string, string])[] {
  const all = Object.entries(events);
  if (hasFault('catalog-a-shared-event-stands-once') && name === 'Compliance vault and onboarding') {
    return all.filter(([event]) => event !== 'location_risk_change');
  }
  if (hasFault('catalog-an-event-in-another-family') && name === 'Settlements, payouts, disputes') {
    return [...all, ['reversal_spike', 'Warn']];
  }
  return all;
}

function describeEndpoint(name: OperationName) {
  const route = ROUTES.find((one) => one.name === name);
  return { verb: route?.verb ?? '', route: route?.path ?? '' };
}
