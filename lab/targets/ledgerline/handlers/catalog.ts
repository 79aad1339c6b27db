import { json, type LedgerlineHandler } from '../http/request.ts';

interface Family {
  readonly name: string;
  readonly surfaces: readonly string[];
  readonly endpoints: readonly string[];
  readonly events: readonly string[];
  readonly feeds: readonly string[];
  readonly notes: string;
}

const ACCOUNT_FEED = '/v1/feeds/account.xml';
const TERMINAL_FEED = '/v1/feeds/terminals/{terminal_id}.xml';

/** The service families, with their events, surfaces and endpoints. */
const FAMILIES: readonly Family[] = [
  {
    name: 'Account and fleet snapshot',
    surfaces: ['Home', 'Account'],
    endpoints: [
      'GET /v1/portal',
      'GET /v1/integrations/catalog',
      'GET /v1/integrations/public-openapi.json',
      'GET /v1/public/branding-status',
    ],
    events: ['heartbeat_stale', 'processor_outage', 'communication_flapping'],
    feeds: [ACCOUNT_FEED],
    notes: 'Begin with the snapshot. The document and the state of the branding need no key.',
  },
  {
    name: 'Terminals, locations, telemetry',
    surfaces: ['Terminals', 'Map'],
    endpoints: [
      'GET /v1/locations',
      'GET /v1/locations/{terminal_id}',
      'GET /v1/terminals/{terminal_id}/status-monitoring',
      'GET /v1/terminal-groups',
    ],
    events: [
      'heartbeat_stale',
      'cash_low',
      'cash_out',
      'dispenser_fault',
      'compliance_expiration',
      'location_risk_change',
    ],
    feeds: [ACCOUNT_FEED, TERMINAL_FEED],
    notes: 'A site can hold more than one terminal.',
  },
  {
    name: 'Transactions and processor activity',
    surfaces: ['Journal'],
    endpoints: [
      'GET /v1/transactions',
      'GET /v1/transactions/{transaction_id}/timeline',
      'GET /v1/terminals/{terminal_id}/transactions',
    ],
    events: [
      'decline_spike',
      'approval_rate_drop',
      'reversal_spike',
      'high_decline_velocity',
      'repeated_same_card_attempt',
    ],
    feeds: [ACCOUNT_FEED, TERMINAL_FEED],
    notes: 'Amounts are whole cents, instants milliseconds since 1970.',
  },
  {
    name: 'RMS, commands, connectors, provisioning',
    surfaces: ['Remote management'],
    endpoints: [
      'GET /v1/connectors',
      'GET /v1/connectors/{connector_id}/status',
      'GET /v1/terminals/{terminal_id}/commands',
      'GET /v1/terminals/{terminal_id}/provisioning-payload',
      'GET /v1/terminals/{terminal_id}/provisioning-export',
    ],
    events: ['command_failed', 'provisioning_failed'],
    feeds: [TERMINAL_FEED],
    notes: 'Keys are loaded remotely and never shown.',
  },
  {
    name: 'Settlements, payouts, disputes',
    surfaces: ['Money'],
    endpoints: ['GET /v1/settlements', 'POST /v1/settlements/derive', 'GET /v1/disputes', 'POST /v1/disputes'],
    events: ['settlement_mismatch'],
    feeds: [],
    notes: 'Writing is for those whose snapshot says that they may.',
  },
  {
    name: 'Compliance vault and onboarding',
    surfaces: ['Vault', 'Onboarding', 'Library'],
    endpoints: [],
    events: ['compliance_expiration', 'location_risk_change'],
    feeds: [],
    notes: 'Available through the snapshot only.',
  },
];

/** `GET /v1/integrations/catalog`. */
export const catalog: LedgerlineHandler = ({ hasFault }) => {
  const listFamilyEvents = ({ name, events }: Family): readonly string[] => {
    if (hasFault('catalog-event-in-another-family')) {
      if (name === 'Settlements, payouts, disputes') return [...events, 'cash_low'];
      return events.filter((event) => event !== 'cash_low');
    }
    if (hasFault('catalog-second-family-lacks-an-event') && name.startsWith('Compliance')) return events.slice(0, 1);
    return events;
  };
  const listFamilyEndpoints = ({ endpoints }: Family): readonly string[] =>
    hasFault('catalog-lacks-the-export') ? endpoints.filter((one) => !one.endsWith('-export')) : endpoints;
  return json({
    groups: FAMILIES.map((family) => ({
      name: family.name,
      portal_surfaces: family.surfaces,
      api_endpoints: listFamilyEndpoints(family),
      webhook_events: listFamilyEvents(family),
      rss_feeds: hasFault('catalog-lacks-the-terminal-feed')
        ? family.feeds.filter((feed) => feed !== TERMINAL_FEED)
        : family.feeds,
      ...(hasFault('catalog-one-family-lacks-notes') && family.name.startsWith('Settlements')
        ? {}
        : { notes: family.notes }),
    })),
  });
};
