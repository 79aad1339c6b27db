import type { Expected } from './schema-changes.ts';

/*
 * Changes outside schemas with their class, for a client that was written for the old document. A webhook has the reversed direction: the service
 * sends its request, and the client answers. The table was written before the comparison.
 */

export interface DocumentChange {
  readonly kind: string;
  /** Members of the documents, beside `openapi` and `info`. */
  readonly old: object;
  readonly new: object;
  readonly expected: Expected;
}

const OK = { 200: { description: 'Done.' } };
const text = { type: 'string' };

/** A document with one operation. */
const get = (operation: object, rest: object = {}): object => ({
  paths: { '/a': { get: { responses: OK, ...operation } } },
  ...rest,
});
const post = (operation: object): object => ({ paths: { '/a': { post: { responses: OK, ...operation } } } });
const query = (parameter: object): object => get({ parameters: [{ name: 'p', in: 'query', ...parameter }] });
const body = (requestBody: object): object => post({ requestBody });
const response = (part: object): object => get({ responses: { 200: { description: 'Done.', ...part } } });
const webhook = (operation: object): object => ({ webhooks: { sold: { post: { responses: OK, ...operation } } } });
const callback = (operation: object): object =>
  post({ callbacks: { sold: { '{$request.body#/url}': { post: { responses: OK, ...operation } } } } });
const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
const KEY = { apiKey: { type: 'apiKey', in: 'header', name: 'X-Key' } };
const oauth = (scopes: readonly string[]): object =>
  get({ security: [{ oauth: scopes }] }, { components: { securitySchemes: { oauth: { type: 'oauth2', flows: {} } } } });

export const documentChanges: readonly DocumentChange[] = [
  // Operations.
  { kind: 'path removed', old: get({}), new: { paths: {} }, expected: 'breaking' },
  { kind: 'path added', old: { paths: {} }, new: get({}), expected: 'compatible' },
  {
    kind: 'method removed',
    old: { paths: { '/a': { get: { responses: OK }, put: { responses: OK } } } },
    new: get({}),
    expected: 'breaking',
  },
  {
    kind: 'method added',
    old: get({}),
    new: { paths: { '/a': { get: { responses: OK }, put: { responses: OK } } } },
    expected: 'compatible',
  },
  {
    kind: 'path parameter renamed',
    old: {
      paths: {
        '/a/{id}': { get: { parameters: [{ name: 'id', in: 'path', required: true, schema: text }], responses: OK } },
      },
    },
    new: {
      paths: {
        '/a/{key}': { get: { parameters: [{ name: 'key', in: 'path', required: true, schema: text }], responses: OK } },
      },
    },
    expected: 'compatible',
  },
  { kind: 'operationId changed', old: get({ operationId: 'a' }), new: get({ operationId: 'b' }), expected: 'unclear' },
  { kind: 'summary changed', old: get({ summary: 'a' }), new: get({ summary: 'b' }), expected: 'compatible' },
  { kind: 'tags changed', old: get({ tags: ['a'] }), new: get({ tags: ['b'] }), expected: 'compatible' },
  { kind: 'operation deprecated', old: get({}), new: get({ deprecated: true }), expected: 'compatible' },
  // Parameters.
  {
    kind: 'required parameter added',
    old: get({}),
    new: query({ required: true, schema: text }),
    expected: 'breaking',
  },
  { kind: 'optional parameter added', old: get({}), new: query({ schema: text }), expected: 'compatible' },
  { kind: 'parameter removed', old: query({ schema: text }), new: get({}), expected: 'unclear' },
  {
    kind: 'parameter made required',
    old: query({ schema: text }),
    new: query({ required: true, schema: text }),
    expected: 'breaking',
  },
  {
    kind: 'parameter made optional',
    old: query({ required: true, schema: text }),
    new: query({ schema: text }),
    expected: 'compatible',
  },
  {
    kind: 'required parameter moved to a header',
    old: query({ required: true, schema: text }),
    new: get({ parameters: [{ name: 'p', in: 'header', required: true, schema: text }] }),
    expected: 'breaking',
  },
  {
    kind: 'parameter moved from the operation to its path',
    old: query({ schema: text }),
    new: { paths: { '/a': { parameters: [{ name: 'p', in: 'query', schema: text }], get: { responses: OK } } } },
    expected: 'none',
  },
  {
    kind: 'case of a header changed',
    old: get({ parameters: [{ name: 'X-A', in: 'header', schema: text }] }),
    new: get({ parameters: [{ name: 'x-a', in: 'header', schema: text }] }),
    expected: 'none',
  },
  {
    kind: 'text parameter made a number',
    old: query({ schema: text }),
    new: query({ schema: { type: 'integer' } }),
    expected: 'breaking',
  },
  {
    kind: 'number parameter made text',
    old: query({ schema: { type: 'integer' } }),
    new: query({ schema: text }),
    expected: 'compatible',
  },
  {
    kind: 'values of a parameter removed',
    old: query({ schema: { enum: ['a', 'b'] } }),
    new: query({ schema: { enum: ['a'] } }),
    expected: 'breaking',
  },
  {
    kind: 'default of a parameter changed',
    old: query({ schema: { default: 50 } }),
    new: query({ schema: { default: 25 } }),
    expected: 'unclear',
  },
  {
    kind: 'style of a list changed',
    old: query({ schema: { type: 'array' }, explode: true }),
    new: query({ schema: { type: 'array' }, explode: false }),
    expected: 'breaking',
  },
  {
    kind: 'style written that is the default',
    old: query({ schema: text }),
    new: query({ schema: text, style: 'form', explode: true }),
    expected: 'none',
  },
  // Bodies of requests.
  { kind: 'required body added', old: post({}), new: body({ required: true, ...json(text) }), expected: 'breaking' },
  { kind: 'optional body added', old: post({}), new: body(json(text)), expected: 'compatible' },
  { kind: 'body removed', old: body(json(text)), new: post({}), expected: 'unclear' },
  {
    kind: 'body made required',
    old: body(json(text)),
    new: body({ required: true, ...json(text) }),
    expected: 'breaking',
  },
  {
    kind: 'body made optional',
    old: body({ required: true, ...json(text) }),
    new: body(json(text)),
    expected: 'compatible',
  },
  {
    kind: 'media type of a body removed',
    old: body({ content: { 'application/json': {}, 'text/csv': {} } }),
    new: body({ content: { 'application/json': {} } }),
    expected: 'breaking',
  },
  {
    kind: 'media type of a body added',
    old: body({ content: { 'application/json': {} } }),
    new: body({ content: { 'application/json': {}, 'text/csv': {} } }),
    expected: 'compatible',
  },
  // Responses.
  {
    kind: 'success status removed',
    old: get({ responses: { 200: OK[200], 201: OK[200] } }),
    new: get({}),
    expected: 'breaking',
  },
  {
    kind: 'success status added',
    old: get({}),
    new: get({ responses: { 200: OK[200], 202: OK[200] } }),
    expected: 'unclear',
  },
  {
    kind: 'error status removed',
    old: get({ responses: { 200: OK[200], 404: OK[200] } }),
    new: get({}),
    expected: 'unclear',
  },
  {
    kind: 'error status added',
    old: get({}),
    new: get({ responses: { 200: OK[200], 404: OK[200] } }),
    expected: 'compatible',
  },
  {
    kind: 'status replaced by its range',
    old: get({}),
    new: get({ responses: { '2XX': OK[200] } }),
    expected: 'unclear',
  },
  {
    kind: 'media type of a response removed',
    old: response({ content: { 'application/json': {}, 'text/csv': {} } }),
    new: response({ content: { 'application/json': {} } }),
    expected: 'breaking',
  },
  {
    kind: 'media type of a response added',
    old: response({ content: { 'application/json': {} } }),
    new: response({ content: { 'application/json': {}, 'text/csv': {} } }),
    expected: 'compatible',
  },
  { kind: 'body of a response removed', old: response(json(text)), new: response({}), expected: 'breaking' },
  {
    kind: 'required header removed',
    old: response({ headers: { E: { required: true, schema: text } } }),
    new: response({}),
    expected: 'breaking',
  },
  {
    kind: 'optional header removed',
    old: response({ headers: { E: { schema: text } } }),
    new: response({}),
    expected: 'unclear',
  },
  {
    kind: 'header added',
    old: response({}),
    new: response({ headers: { E: { schema: text } } }),
    expected: 'compatible',
  },
  {
    kind: 'header made optional',
    old: response({ headers: { E: { required: true, schema: text } } }),
    new: response({ headers: { E: { schema: text } } }),
    expected: 'breaking',
  },
  {
    kind: 'link removed',
    old: response({ links: { next: { operationId: 'a' } } }),
    new: response({}),
    expected: 'unclear',
  },
  // Security and servers.
  {
    kind: 'security added',
    old: get({}),
    new: get({ security: [{ apiKey: [] }] }, { components: { securitySchemes: KEY } }),
    expected: 'breaking',
  },
  {
    kind: 'security removed',
    old: get({ security: [{ apiKey: [] }] }, { components: { securitySchemes: KEY } }),
    new: get({}),
    expected: 'compatible',
  },
  {
    kind: 'security moved to the root',
    old: get({ security: [{ apiKey: [] }] }, { components: { securitySchemes: KEY } }),
    new: get({}, { security: [{ apiKey: [] }], components: { securitySchemes: KEY } }),
    expected: 'none',
  },
  {
    kind: 'alternative of security added',
    old: get({ security: [{ apiKey: [] }] }, { components: { securitySchemes: KEY } }),
    new: get(
      { security: [{ apiKey: [] }, { basic: [] }] },
      { components: { securitySchemes: { ...KEY, basic: { type: 'http', scheme: 'basic' } } } },
    ),
    expected: 'compatible',
  },
  {
    kind: 'alternative of security removed',
    old: get(
      { security: [{ apiKey: [] }, { basic: [] }] },
      { components: { securitySchemes: { ...KEY, basic: { type: 'http', scheme: 'basic' } } } },
    ),
    new: get({ security: [{ apiKey: [] }] }, { components: { securitySchemes: KEY } }),
    expected: 'breaking',
  },
  {
    kind: 'name of the key changed',
    old: get({ security: [{ apiKey: [] }] }, { components: { securitySchemes: KEY } }),
    new: get(
      { security: [{ apiKey: [] }] },
      { components: { securitySchemes: { apiKey: { ...KEY.apiKey, name: 'Y-Key' } } } },
    ),
    expected: 'breaking',
  },
  {
    kind: 'scheme renamed in the document only',
    old: get({ security: [{ apiKey: [] }] }, { components: { securitySchemes: KEY } }),
    new: get({ security: [{ key: [] }] }, { components: { securitySchemes: { key: KEY.apiKey } } }),
    expected: 'none',
  },
  { kind: 'scope added', old: oauth(['read']), new: oauth(['read', 'write']), expected: 'breaking' },
  { kind: 'scope removed', old: oauth(['read', 'write']), new: oauth(['read']), expected: 'compatible' },
  {
    kind: 'server removed',
    old: get({}, { servers: [{ url: '/v1' }, { url: '/v2' }] }),
    new: get({}, { servers: [{ url: '/v1' }] }),
    expected: 'unclear',
  },
  {
    kind: 'server added',
    old: get({}, { servers: [{ url: '/v1' }] }),
    new: get({}, { servers: [{ url: '/v1' }, { url: '/v2' }] }),
    expected: 'compatible',
  },
  // Webhooks and callbacks.
  { kind: 'webhook removed', old: webhook({}), new: {}, expected: 'breaking' },
  { kind: 'webhook added', old: {}, new: webhook({}), expected: 'compatible' },
  {
    kind: 'required header of a webhook added',
    old: webhook({}),
    new: webhook({ parameters: [{ name: 'E', in: 'header', required: true, schema: text }] }),
    expected: 'compatible',
  },
  {
    kind: 'required header of a webhook removed',
    old: webhook({ parameters: [{ name: 'E', in: 'header', required: true, schema: text }] }),
    new: webhook({}),
    expected: 'breaking',
  },
  {
    kind: 'body of a webhook made required',
    old: webhook({ requestBody: json(text) }),
    new: webhook({ requestBody: { required: true, ...json(text) } }),
    expected: 'compatible',
  },
  {
    kind: 'body of a webhook made optional',
    old: webhook({ requestBody: { required: true, ...json(text) } }),
    new: webhook({ requestBody: json(text) }),
    expected: 'breaking',
  },
  {
    kind: 'media type of a webhook added',
    old: webhook({ requestBody: { content: { 'application/json': {} } } }),
    new: webhook({ requestBody: { content: { 'application/json': {}, 'text/csv': {} } } }),
    expected: 'breaking',
  },
  {
    kind: 'media type of a webhook removed',
    old: webhook({ requestBody: { content: { 'application/json': {}, 'text/csv': {} } } }),
    new: webhook({ requestBody: { content: { 'application/json': {} } } }),
    expected: 'compatible',
  },
  {
    kind: 'accepted response of a webhook removed',
    old: webhook({ responses: { 200: OK[200], 204: OK[200] } }),
    new: webhook({}),
    expected: 'breaking',
  },
  {
    kind: 'accepted response of a webhook added',
    old: webhook({}),
    new: webhook({ responses: { 200: OK[200], 204: OK[200] } }),
    expected: 'compatible',
  },
  { kind: 'callback removed', old: callback({}), new: post({}), expected: 'breaking' },
  { kind: 'callback added', old: post({}), new: callback({}), expected: 'compatible' },
  {
    kind: 'type in the body of a callback widened',
    old: callback({ requestBody: json({ type: 'integer' }) }),
    new: callback({ requestBody: json({ type: 'number' }) }),
    expected: 'breaking',
  },
  // The document.
  { kind: 'nothing changed', old: get({}), new: get({}), expected: 'none' },
  {
    kind: 'schema moved to a component',
    old: response(json(text)),
    new: { ...response(json({ $ref: '#/components/schemas/T' })), components: { schemas: { T: text } } },
    expected: 'none',
  },
  {
    kind: 'unused component removed',
    old: get({}, { components: { schemas: { T: text } } }),
    new: get({}),
    expected: 'none',
  },
];
