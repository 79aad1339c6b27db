import { SORT_COLUMNS } from '../handlers/transactions.ts';
import { LARGEST_SIZE } from '../http/pages.ts';
import { type HandlerResponse, json, type PublicRequest } from '../http/request.ts';
import { ref, SCHEMAS } from './schemas.ts';

type Node = Readonly<Record<string, unknown>>;

const reply = (description: string, schema: string): Node => ({
  description,
  content: { 'application/json': { schema: ref(schema) } },
});
const refused = { $ref: '#/components/responses/Refused' };
const REFUSALS: Node = { '401': refused, '403': refused };

const query = (name: string, schema: Node, description: string): Node => ({ name, in: 'query', description, schema });
const size = { type: 'integer', minimum: 1, maximum: LARGEST_SIZE, default: 25 };
const page = query('page', { type: 'integer', minimum: 1, default: 1 }, 'Page number, from 1');
const PAGING = [query('size', size, 'Rows per page'), page];

interface ReadDescription {
  readonly summary: string;
  readonly schema: string;
  readonly parameters?: readonly Node[] | undefined;
}

/** Describes a read; its placeholders become parameters. */
function read(path: string, { summary, schema, parameters = [] }: ReadDescription): Node {
  const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    return { name, in: 'path', required: true, schema: { type: 'string' } };
  });
  const bad = parameters.length === 0 ? {} : { '400': refused };
  return {
    summary,
    parameters: [...named, ...parameters],
    responses: { '200': reply(summary, schema), ...bad, ...REFUSALS },
  };
}

const feed = (summary: string): Node => ({
  summary,
  responses: {
    '200': { description: 'RSS 2.0', content: { 'application/rss+xml': { schema: { type: 'string' } } } },
    ...REFUSALS,
  },
});

const open = (summary: string, schema: string): Node => ({
  summary,
  security: [],
  responses: { '200': reply(summary, schema) },
});

interface WriteDescription {
  readonly summary: string;
  readonly status: string;
  readonly body: string;
  readonly schema: string;
}

const write = ({ summary, status, body, schema }: WriteDescription): Node => ({
  summary,
  requestBody: { required: true, content: { 'application/json': { schema: ref(body) } } },
  responses: { [status]: reply(summary, schema), '400': refused, '409': refused, '415': refused, ...REFUSALS },
});

const TRANSACTION_QUERY = [
  query('limit', size, 'Rows per page'),
  page,
  query('terminal_id', { type: 'string' }, 'Only rows of this terminal'),
  query('group_id', { type: 'string' }, 'Only rows of this group and of the groups within it'),
  query('sort_by', { type: 'string', enum: SORT_COLUMNS }, 'The column to sort by; amt_comp is the amount completed'),
  query('sort_dir', { type: 'string', enum: ['asc', 'desc'] }, 'The direction'),
];
const ONE = '/v1/terminals/{terminal_id}';

const READS: readonly (readonly [path: string, summary: string, schema: string, parameters?: readonly Node[]])[] = [
  ['/v1/portal', 'Snapshot of the data that the caller sees', 'Portal'],
  ['/v1/integrations/catalog', 'Integration catalog by service', 'Catalog'],
  ['/v1/transactions', 'Transactions and their totals', 'Transactions', TRANSACTION_QUERY],
  ['/v1/transactions/{transaction_id}/timeline', 'The steps of a transaction', 'Timeline'],
  ['/v1/settlements', 'ACH settlement batches', 'Batches', PAGING],
  ['/v1/disputes', 'Disputes', 'Disputes', PAGING],
  ['/v1/locations', 'Sites with terminals', 'Sites', PAGING],
  ['/v1/locations/{terminal_id}', 'The site of a terminal', 'Site'],
  [`${ONE}/status-monitoring`, 'Status of a terminal', 'Status'],
  [`${ONE}/transactions`, 'Transactions of a terminal', 'TerminalTransactions', PAGING],
  ['/v1/connectors', 'Lines to hosts', 'Connectors', PAGING],
  ['/v1/connectors/{connector_id}/status', 'Status of a connector', 'ConnectorStatus'],
  ['/v1/terminal-groups', 'Groups of terminals', 'Groups', PAGING],
  [`${ONE}/commands`, 'Commands to a terminal', 'Commands', PAGING],
  [`${ONE}/provisioning-payload`, 'Provisioning payload of a terminal', 'ProvisioningPayload'],
  [`${ONE}/provisioning-export`, 'Provisioning export of a terminal', 'ProvisioningExport'],
];

function describePaths({ hasFault }: PublicRequest): Record<string, Node> {
  const paths: Record<string, Record<string, Node>> = {
    '/v1/integrations/public-openapi.json': { get: open('This document', 'Document') },
    '/v1/public/branding-status': { get: open('Whether branding and documents are ready', 'Branding') },
    '/v1/feeds/account.xml': { get: feed('Feed of all terminals') },
    '/v1/feeds/terminals/{terminal_id}.xml': {
      get: {
        ...feed('Feed of one terminal'),
        parameters: [{ name: 'terminal_id', in: 'path', required: true, schema: { type: 'string' } }],
      },
    },
    '/v1/settlements/derive': {
      post: write({ summary: 'Derive settlement batches', status: '202', body: 'DeriveOrder', schema: 'Derived' }),
    },
  };
  for (const [path, summary, schema, parameters] of READS) {
    paths[path] = { get: read(path, { summary, schema, parameters }) };
  }
  paths['/v1/disputes'] = {
    ...paths['/v1/disputes'],
    post: write({ summary: 'Open a dispute', status: '201', body: 'NewDispute', schema: 'Dispute' }),
  };
  if (hasFault('document-lacks-the-timeline')) delete paths['/v1/transactions/{transaction_id}/timeline'];
  if (hasFault('document-shows-an-inner-path')) paths['/internal/keys'] = { get: open('Keys', 'Branding') };
  if (hasFault('document-shows-a-vault-path')) paths['/v1/compliance/vault'] = { get: feed('The vault') };
  return paths;
}

function selectSchemas({ hasFault }: PublicRequest): Record<string, unknown> {
  const schemas = structuredClone(SCHEMAS) as Record<string, unknown>; // a copy of a record is a record
  if (hasFault('document-declares-another-status')) {
    schemas.Status = { type: 'object', additionalProperties: false, properties: { terminal: { type: 'string' } } };
  }
  if (hasFault('document-has-a-dangling-reference')) delete schemas.ConnectorStatus;
  return schemas;
}

/** `GET /v1/integrations/public-openapi.json`: OpenAPI 3.0, the same for every caller. */
export function publicOpenapi(request: PublicRequest): HandlerResponse {
  const { hasFault } = request;
  const cached = hasFault('document-may-not-be-kept') ? 'no-store' : 'public, max-age=600';
  const document = {
    openapi: '3.0.3',
    info: { title: 'Ledgerline', version: '4.2.0', description: 'Data of cash machines for their owners' },
    security: [{ ledgerKey: [] }],
    paths: describePaths(request),
    components: {
      securitySchemes: { ledgerKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
      responses: { Refused: reply('Refused, with the reason', 'Refused') },
      schemas: selectSchemas(request),
    },
  };
  return json(document, 200, [['Cache-Control', cached]]);
}
