/** The documented event names of each service family. Some names occur in two families. */
export const EVENTS_BY_FAMILY: Readonly<Record<string, readonly string[]>> = {
  'Account and fleet snapshot': ['heartbeat_stale', 'processor_outage', 'communication_flapping'],
  'Terminals, locations, telemetry': [
    'heartbeat_stale',
    'cash_low',
    'cash_out',
    'dispenser_fault',
    'compliance_expiration',
    'location_risk_change',
  ],
  'Transactions and processor activity': [
    'decline_spike',
    'approval_rate_drop',
    'reversal_spike',
    'high_decline_velocity',
    'repeated_same_card_attempt',
  ],
  'RMS, commands, connectors, provisioning': ['command_failed', 'provisioning_failed'],
  'Settlements, payouts, disputes': ['settlement_mismatch'],
  'Compliance vault and onboarding': ['compliance_expiration', 'location_risk_change'],
};

/** The documented members of each service group of the catalog. */
export const CATALOG_MEMBERS = ['portal_surfaces', 'api_endpoints', 'webhook_events', 'rss_feeds', 'notes'] as const;
