/** The operations of the interface document (section 4), in its order. Typed again, so that tests do not depend on the contract. */
export const documentedOperations: readonly string[] = [
  'GET /v1/portal',
  'GET /v1/integrations/catalog',
  'GET /v1/integrations/public-openapi.json',
  'GET /v1/transactions',
  'GET /v1/transactions/{transaction_id}/timeline',
  'GET /v1/settlements',
  'POST /v1/settlements/derive',
  'GET /v1/disputes',
  'POST /v1/disputes',
  'GET /v1/locations',
  'GET /v1/locations/{terminal_id}',
  'GET /v1/terminals/{terminal_id}/status-monitoring',
  'GET /v1/terminals/{terminal_id}/transactions',
  'GET /v1/connectors',
  'GET /v1/connectors/{connector_id}/status',
  'GET /v1/terminal-groups',
  'GET /v1/terminals/{terminal_id}/commands',
  'GET /v1/terminals/{terminal_id}/provisioning-payload',
  'GET /v1/terminals/{terminal_id}/provisioning-export',
  'GET /v1/feeds/account.xml',
  'GET /v1/feeds/terminals/{terminal_id}.xml',
  'GET /v1/public/branding-status',
];

/** The events of the interface document (section 6), by family. */
export const documentedEvents = {
  account_fleet_snapshot: ['heartbeat_stale', 'processor_outage', 'communication_flapping'],
  terminals_locations_telemetry: [
    'heartbeat_stale',
    'cash_low',
    'cash_out',
    'dispenser_fault',
    'compliance_expiration',
    'location_risk_change',
  ],
  transactions_processor_activity: [
    'decline_spike',
    'approval_rate_drop',
    'reversal_spike',
    'high_decline_velocity',
    'repeated_same_card_attempt',
  ],
  rms_commands_connectors_provisioning: ['command_failed', 'provisioning_failed'],
  settlements_payouts_disputes: ['settlement_mismatch'],
  compliance_vault_onboarding: ['compliance_expiration', 'location_risk_change'],
} as const;
