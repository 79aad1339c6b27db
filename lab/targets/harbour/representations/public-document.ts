import type { User } from '../data/model.ts';
import { DEFAULT_LIMIT, GREATEST_LIMIT, SORT_COLUMNS, SORT_DIRECTIONS } from '../http/query.ts';
import type { HasHarbourFault } from '../http/request.ts';
import { type HarbourRoute, type OperationName, ROUTES } from '../http/routes.ts';
import { SCHEMAS } from './schemas.ts';

/** The schema of the response of each operation; the feeds are not JSON. */
const BODIES: Readonly<Record<OperationName, string | undefined>> = {
  portal: 'Portal',
  catalog: 'Catalog',
  document: 'Document',
  transactions: 'TransactionPage',
  timeline: 'Timeline',
  settlements: 'BatchPage',
  derive: 'DerivedBatches',
  disputes: 'ClaimPage',
  lodge: 'LodgedClaim',
  locations: 'PlacePage',
  location: 'Place',
  status: 'Status',
  'unit-transactions': 'TransactionPage',
  connectors: 'HostLinkPage',
  'connector-status': 'HostLine',
  groups: 'UnitGroupPage',
  commands: 'OrderPage',
  payload: 'Payload',
  export: 'Export',
  'account-feed': undefined,
  'unit-feed': undefined,
  branding: 'Branding',
};

const PARAMETERS: Readonly<Record<string, object>> = {
  limit: {
    type: 'integer',
    minimum: 1,
    default: DEFAULT_LIMIT,
    description: `Above ${GREATEST_LIMIT} it counts as that.`,
  },
  after: { type: 'string', description: 'As a next link holds it.' },
  terminal_id: { type: 'string' },
  group_id: { type: 'string', description: 'The group, and the groups below it.' },
  sort_by: { type: 'string', enum: SORT_COLUMNS },
  sort_dir: { type: 'string', enum: SORT_DIRECTIONS },
};

const REQUESTS: Partial<Readonly<Record<OperationName, string>>> = { derive: 'Rehearsal', lodge: 'Lodging' };

/** Returns the OpenAPI 3.1 document of the service, the same for every caller. */
export function buildHarbourDocument(hasFault: HasHarbourFault, user: User | undefined) {
  const isHidden = ({ name }: HarbourRoute) => name === 'timeline' && hasFault('public-document-misses-the-timeline');
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of ROUTES.filter((one) => !isHidden(one))) {
    const path =
      route.name === 'groups' && hasFault('versioning-a-path-without-its-version') ? route.path.slice(3) : route.path;
    paths[path] = { ...paths[path], [route.verb.toLowerCase()]: describeOperation(route, hasFault) };
  }
  const extra = { get: { operationId: 'internal', responses: { 200: { description: 'Done.' } } } };
  if (hasFault('public-document-lists-an-admin-path')) paths['/v1/admin/users'] = extra;
  if (hasFault('public-document-lists-a-vault-path')) paths['/v1/compliance/vault'] = extra;
  if (hasFault('public-document-shows-key-holders-more') && user !== undefined) paths['/v1/internal/jobs'] = extra;
  return {
    openapi: '3.1.0',
    info: { title: 'Harbour fleet data', version: '4.2.0' },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: selectSchemas(hasFault),
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
    },
    security: [{ key: [] }],
  };
}

function selectSchemas(hasFault: HasHarbourFault) {
  if (hasFault('contract-a-reference-leads-nowhere')) {
    const { HostLine: _, ...rest } = SCHEMAS;
    return rest;
  }
  return hasFault('contract-order-remark-is-not-declared')
    ? { ...SCHEMAS, Order: removeRemark(SCHEMAS.Order) }
    : SCHEMAS;
}

/** The schema of a command without its remark. */
function removeRemark(order: Readonly<Record<string, unknown>> | undefined) {
  const properties = Object.entries(order?.properties ?? {}).filter(([name]) => name !== 'Remark');
  const required = properties.map(([name]) => name);
  return { ...order, properties: Object.fromEntries(properties), required };
}

function describeOperation(route: HarbourRoute, hasFault: HasHarbourFault) {
  const { name, path, isPublic, isWrite, parameters } = route;
  const request = REQUESTS[name];
  const isOpen = isPublic || (name === 'settlements' && hasFault('contract-settlements-declared-without-a-key'));
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, placeholder]) => ({
    name: placeholder,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const inQuery = parameters.map((parameter) => ({ name: parameter, in: 'query', schema: PARAMETERS[parameter] }));
  return {
    operationId: name,
    ...(isOpen ? { security: [] } : {}),
    parameters: [...inPath, ...inQuery],
    ...(request === undefined ? {} : { requestBody: { required: true, content: describeJson(request) } }),
    responses: {
      [name === 'lodge' ? 201 : 200]: { description: 'As asked.', content: describeContent(name) },
      ...Object.fromEntries(listErrorStatuses(route).map((status) => [status, errorBody])),
    },
    ...(isWrite ? { description: 'For owners.' } : {}),
  };
}

const describeJson = (schema: string) => ({
  'application/json': { schema: { $ref: `#/components/schemas/${schema}` } },
});

function describeContent(name: OperationName) {
  const body = BODIES[name];
  return body === undefined ? { 'application/rss+xml': { schema: { type: 'string' } } } : describeJson(body);
}

const errorBody = {
  description: 'Refused, with why.',
  content: { 'application/vnd.api+json': { schema: { $ref: '#/components/schemas/Errors' } } },
};

function listErrorStatuses({ isPublic, isWrite, path, name }: HarbourRoute): number[] {
  if (isPublic) return [422];
  const named = path.includes('{') ? [404] : [];
  const written = isWrite ? [400, 415] : [];
  return [401, 403, 422, ...named, ...written, ...(name === 'lodge' ? [409] : [])];
}
