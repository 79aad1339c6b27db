import { EVENTS_BY_FAMILY } from '../model/activity.ts';
import type { Json, JsonObject } from '../protocol/json.ts';
import { ALL_OPERATIONS, type AnyOperation } from '../protocol/operations.ts';
import { readBasePath, type Style } from './style.ts';

const QUERY = ['limit', 'terminal_id', 'group_id', 'sort_by', 'sort_dir'];

/** Selects the operations that the public document describes. */
export function selectPublished(style: Style): AnyOperation[] {
  switch (style.choices.openapiSurface) {
    case 'reads':
      return ALL_OPERATIONS.filter((operation) => operation.method === 'GET');
    case 'without-provisioning':
      return ALL_OPERATIONS.filter((operation) => !operation.path.includes('provisioning'));
    default:
      return [...ALL_OPERATIONS];
  }
}

function isFeed(operation: AnyOperation): boolean {
  return operation.path.endsWith('.xml');
}

/** The parts of the document. */
export interface OpenapiSource {
  readonly operations: readonly { readonly method: string; readonly path: string }[];
  /** Schemas of replies by operation; other replies have none. */
  readonly schemas: ReadonlyMap<string, JsonObject>;
  /** Bodies of the write paths by operation; none where the document does not describe them. */
  readonly bodies: ReadonlyMap<string, { readonly contentType: string; readonly schema: JsonObject }>;
}

function describeSchema(operation: AnyOperation, style: Style, schemas: OpenapiSource['schemas']): JsonObject {
  const inferred = schemas.get(operation.id);
  const isVersion2 = style.choices.openapiVersion === '2.0';
  if (inferred !== undefined && style.choices.openapiSchemas === 'inline') return inferred;
  if (inferred !== undefined && style.choices.openapiSchemas === 'components') {
    return { $ref: `${isVersion2 ? '#/definitions' : '#/components/schemas'}/${operation.id}` };
  }
  switch (style.choices.openapiSchemas) {
    case 'components':
      return { $ref: style.choices.openapiVersion === '2.0' ? '#/definitions/Reply' : '#/components/schemas/Reply' };
    case 'inline':
      return { title: `Reply of ${operation.id}`, description: 'The reply is a JSON value.' };
    case 'loose':
      return {};
    default:
      return {};
  }
}

function describeContent(operation: AnyOperation, style: Style, schemas: OpenapiSource['schemas']): JsonObject {
  const { openapiMedia, openapiSchemas, jsonType } = style.choices;
  const isXml = isFeed(operation);
  const served = isXml ? 'application/rss+xml' : (jsonType.split(';')[0] ?? '').toLowerCase();
  const media = openapiMedia === '*/*' ? '*/*' : openapiMedia === 'as-served' || isXml ? served : 'application/json';
  if (isXml) return { [media]: { schema: { type: 'string' } } };
  return { [media]: openapiSchemas === 'none' ? {} : { schema: describeSchema(operation, style, schemas) } };
}

function describeReplies(operation: AnyOperation, style: Style, schemas: OpenapiSource['schemas']): JsonObject {
  const isVersion2 = style.choices.openapiVersion === '2.0';
  const isWrite = operation.method === 'POST';
  const content: JsonObject = isVersion2 || isWrite ? {} : { content: describeContent(operation, style, schemas) };
  const replies: JsonObject = {};
  if (isWrite) replies['2XX'] = { description: 'Done' };
  else if (isVersion2 && !isFeed(operation)) {
    replies['200'] = { description: 'Success', schema: describeSchema(operation, style, schemas) };
  } else replies['200'] = { description: 'Success', ...content };
  if (isWrite && isVersion2) {
    delete replies['2XX'];
    replies.default = { description: 'Done or refused' };
  }
  if (style.choices.openapiErrors === 'default') replies.default = { description: 'Refused' };
  if (style.choices.openapiErrors === 'each' && !isVersion2) replies['4XX'] = { description: 'Refused' };
  return replies;
}

function writeParameter(name: string, place: 'path' | 'query', style: Style): JsonObject {
  const type = name === 'limit' ? 'integer' : 'string';
  const typed: JsonObject = style.choices.openapiVersion === '2.0' ? { type } : { schema: { type } };
  return { name, in: place, required: place === 'path', ...typed };
}

/** Returns a parameter, or a reference to it. */
function referTo(name: string, place: 'path' | 'query', style: Style): Json {
  const { openapiParameters, openapiVersion } = style.choices;
  if (openapiParameters !== 'references') return writeParameter(name, place, style);
  const folder = openapiVersion === '2.0' ? '#/parameters' : '#/components/parameters';
  return { $ref: `${folder}/${place}_${name}` };
}

function listPathParameters(path: string, style: Style): Json[] {
  const isCamel = style.choices.openapiPlaceholders === 'camel';
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) =>
    referTo(isCamel ? name.replace('_id', 'Id') : name, 'path', style),
  );
}

/** Returns the parameters to which operations refer. */
function listSharedParameters(style: Style): JsonObject {
  if (style.choices.openapiParameters !== 'references') return {};
  const isCamel = style.choices.openapiPlaceholders === 'camel';
  const inPath = ['terminal_id', 'transaction_id', 'connector_id'].map((name) =>
    isCamel ? name.replace('_id', 'Id') : name,
  );
  return Object.fromEntries([
    ...inPath.map((name) => [`path_${name}`, writeParameter(name, 'path', style)]),
    ...QUERY.map((name) => [`query_${name}`, writeParameter(name, 'query', style)]),
  ]) as JsonObject;
}

function describeBody(operation: AnyOperation, { bodies }: OpenapiSource, style: Style): JsonObject {
  const body = bodies.get(operation.id);
  if (body === undefined || style.choices.openapiVersion === '2.0') return {};
  return { requestBody: { required: true, content: { [body.contentType]: { schema: body.schema } } } };
}

function describeOperation(operation: AnyOperation, style: Style, source: OpenapiSource): JsonObject {
  const inPath = listPathParameters(operation.path, style);
  const inQuery: Json[] = operation.id === 'listTransactions' ? QUERY.map((name) => referTo(name, 'query', style)) : [];
  const parameters = style.choices.openapiParameters === 'path' ? inQuery : [...inPath, ...inQuery];
  return {
    operationId: operation.id,
    summary: operation.id.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(operation.isPublic === true ? { security: [] } : {}),
    ...describeBody(operation, source, style),
    responses: describeReplies(operation, style, source.schemas),
  };
}

function describeServers(style: Style): JsonObject {
  const { choices, baseUrl } = style;
  const base = readBasePath(style);
  const isWithVersion = choices.openapiServers === 'with-version';
  if (choices.openapiVersion === '2.0') return { basePath: isWithVersion ? `${base}/v1` : `${base}/` };
  switch (choices.openapiServers) {
    case 'relative':
      return { servers: [{ url: `${base}/` }] };
    case 'absolute':
      return { servers: [{ url: baseUrl }] };
    case 'with-version':
      return { servers: [{ url: `${base}/v1` }] };
    case 'other-host':
      return { servers: [{ url: 'https://api.fleet.example' }] };
    default:
      // Without servers, paths begin at the root of the host.
      return base === '' ? {} : { servers: [{ url: baseUrl }] };
  }
}

function describeWebhooks(): JsonObject {
  const events = [...new Set(Object.values(EVENTS_BY_FAMILY).flat())];
  return Object.fromEntries(
    events.map((event) => [event, { post: { responses: { '200': { description: 'Received' } } } }]),
  );
}

/** Renders the public OpenAPI document for the operations that it lists. */
export function renderOpenapi(source: OpenapiSource, style: Style): Json {
  const { operations, schemas: inferred } = source;
  const { choices } = style;
  const isVersion2 = choices.openapiVersion === '2.0';
  const paths: JsonObject = {};
  for (const { method, path } of operations) {
    const operation = ALL_OPERATIONS.find((each) => each.method === method && each.path === path);
    const described =
      operation === undefined
        ? { responses: { '200': { description: 'Success' } } }
        : describeOperation(operation, style, source);
    const renamed = choices.openapiPlaceholders === 'camel' ? path.replace('_id}', 'Id}') : path;
    const written = choices.openapiServers === 'with-version' ? renamed.replace(/^\/v1/, '') : renamed;
    const shared = choices.openapiParameters === 'path' ? listPathParameters(path, style) : [];
    paths[written] = {
      ...(paths[written] as JsonObject | undefined),
      ...(shared.length === 0 ? {} : { parameters: shared }),
      [method.toLowerCase()]: described,
    };
  }
  const scheme = { type: 'apiKey', in: 'header', name: 'X-API-Key' };
  const schemas: JsonObject =
    choices.openapiSchemas === 'components'
      ? { Reply: { description: 'A JSON value.' }, ...Object.fromEntries(inferred) }
      : {};
  return {
    ...(isVersion2 ? { swagger: '2.0' } : { openapi: choices.openapiVersion }),
    info: { title: 'Terminal Fleet Portal Data Service', version: '1.0.0' },
    ...describeServers(style),
    paths,
    ...(isVersion2
      ? { securityDefinitions: { key: scheme }, definitions: schemas, parameters: listSharedParameters(style) }
      : { components: { securitySchemes: { key: scheme }, schemas, parameters: listSharedParameters(style) } }),
    ...(choices.openapiWebhooks === 'listed' && choices.openapiVersion === '3.1.0'
      ? { webhooks: describeWebhooks() }
      : {}),
    security: [{ key: [] }],
  };
}
