/** The documented operations, listed again so that the tests depend on nothing else. */
export const DOCUMENTED: readonly string[] = [
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

export const PUBLIC: readonly string[] = ['/v1/integrations/public-openapi.json', '/v1/public/branding-status'];

/** Returns the documented reads with their placeholders filled in. */
export const fillReads = (terminal: string, transaction: string, connector: string): string[] =>
  DOCUMENTED.filter((operation) => operation.startsWith('GET ')).map((operation) =>
    operation
      .slice('GET '.length)
      .replace('{terminal_id}', terminal)
      .replace('{transaction_id}', transaction)
      .replace('{connector_id}', connector),
  );
