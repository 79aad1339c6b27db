/** The topics of the checks that can find a fault, by the area in which its author put it. */
export const TOPICS_BY_AREA: Readonly<Record<string, readonly string[]>> = {
  authentication: ['auth', 'public', 'scope', 'feeds'],
  'branding-status': ['public'],
  branding: ['public'],
  commands: ['terminals', 'writes'],
  'commands-provisioning': ['terminals', 'lists', 'scope', 'http'],
  connectors: ['terminals', 'scope'],
  'connectors-groups': ['terminals', 'portal', 'scope'],
  errors: ['errors', 'scope'],
  filters: ['filters', 'limit', 'sort', 'lists'],
  portal: ['portal', 'scope'],
  provisioning: ['terminals', 'http'],
  'public-document': ['public', 'versioning'],
  scope: ['scope', 'filters', 'portal'],
  settlements: ['settlements', 'scope'],
  disputes: ['disputes', 'scope'],
  terminals: ['terminals', 'transactions', 'lists'],
  transactions: ['transactions', 'lists'],
  'transactions-query': ['filters', 'limit', 'sort', 'lists'],
  versioning: ['versioning', 'catalog'],
  writes: ['writes', 'auth', 'scope', 'settlements', 'disputes'],
};

/** Checks of these topics read the responses of all operations, so that they can find a fault of any area. */
export const TOPICS_OF_ALL_AREAS = ['contract', 'scope'] as const;
