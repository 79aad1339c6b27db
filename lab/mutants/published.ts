import { EVENTS_BY_FAMILY } from '../../conformance/reading/documents/documented-values.ts';
import { HONEST_KEYS } from '../targets/honest-target.ts';
import { changeHeader, changeJson, changeText, type Json, type Mutant, replaceResponse } from './proxy-helpers.ts';

const changeDocument = (change: (document: Json) => void): Mutant['alter'] => changeJson('getPublicOpenapi', change);

/** Alters one operation of the published document. */
const changeOperation = (path: string, change: (operation: Json) => Json): Mutant['alter'] =>
  changeDocument((document) => {
    const paths = document.paths as Record<string, Json>; // an OpenAPI document
    const item = paths[path] as Record<string, Json>; // as published
    paths[path] = { ...item, get: change(item.get ?? {}) };
  });

/** Faults of the published document itself. */
export const publishedMutants: readonly Mutant[] = [
  {
    id: 'document-declares-an-old-event',
    title: 'The webhooks of the public document lack an event, and have one that does not exist',
    kills: ['public/document-declares-the-events'],
    isSubtle: true,
    alter: changeDocument((document) => {
      const events = [...Object.values(EVENTS_BY_FAMILY).flat().slice(1), 'terminal_rebooted'];
      document.webhooks = Object.fromEntries(events.map((name) => [name, { post: { responses: {} } }]));
    }),
  },
  {
    id: 'document-lists-other-columns',
    title: 'The public document lists values of `sort_by`, and not `amt_comp`',
    kills: ['public/document-lists-the-documented-values'],
    isSubtle: true,
    alter: changeOperation('/v1/transactions', (operation) => ({
      ...operation,
      parameters: [{ name: 'sort_by', in: 'query', schema: { type: 'string', enum: ['amt_req', 'seq_no'] } }],
    })),
  },
  {
    id: 'document-lists-a-column-that-does-not-sort',
    title: 'The public document lists a column for `sort_by` by which the list cannot be sorted',
    kills: ['sort/declared-columns-descend'],
    isSubtle: true,
    alter: changeOperation('/v1/transactions', (operation) => ({
      ...operation,
      parameters: [{ name: 'sort_by', in: 'query', schema: { type: 'string', enum: ['amt_comp', 'amt_req'] } }],
    })),
  },
  {
    id: 'document-lists-paths-without-version',
    title: 'The public document lists paths without their version',
    kills: ['public/document-lists-only-what-exists'],
    isSubtle: true,
    alter: changeDocument((document) => {
      const paths = Object.entries(document.paths as Record<string, Json>); // an OpenAPI document
      document.paths = Object.fromEntries(paths.map(([path, item]) => [path.replace('/v1/', '/'), item]));
      delete document.servers;
    }),
  },
  {
    id: 'document-has-a-dangling-reference',
    title: 'A reference of the public document cannot be resolved',
    kills: ['public/document-is-openapi'],
    alter: changeOperation('/v1/locations', (operation) => ({
      ...operation,
      responses: { '200': { $ref: '#/components/responses/Forgotten' } },
    })),
  },
  {
    id: 'document-declares-a-further-write',
    title: 'The public document declares a write that the interface does not have',
    kills: ['public/document-declares-no-further-writes'],
    isSubtle: true,
    alter: changeDocument((document) => {
      const paths = document.paths as Record<string, Json>; // an OpenAPI document
      paths['/v1/tenants/keys'] = { post: { responses: { '200': { description: 'A new key' } } } };
    }),
  },
  {
    id: 'document-has-no-version',
    title: 'The public document does not name its version',
    kills: ['public/document-is-openapi'],
    alter: changeDocument((document) => {
      document.info = { title: 'Fleet' };
    }),
  },
  {
    id: 'document-forgets-a-placeholder',
    title: 'The public document does not describe the placeholder of the timeline',
    kills: ['public/document-describes-placeholders'],
    alter: changeDocument((document) => {
      const paths = document.paths as Record<string, Json>; // an OpenAPI document
      paths['/v1/transactions/{transaction_id}/timeline'] = { get: { responses: { '200': { description: 'It' } } } };
    }),
  },
  {
    id: 'document-opens-the-settlements',
    title: 'The public document declares settlements without a key',
    kills: ['public/document-declares-the-key'],
    alter: changeOperation('/v1/settlements', (operation) => ({ ...operation, security: [] })),
  },
  {
    id: 'document-closes-the-branding',
    title: 'The public document declares a key for the branding status',
    kills: ['public/document-declares-the-key'],
    alter: changeOperation('/v1/public/branding-status', (operation) => ({ ...operation, security: [{ key: [] }] })),
  },
  {
    id: 'document-wants-the-key-in-the-query',
    title: 'The public document declares the key as a query parameter',
    kills: ['public/document-declares-the-key'],
    alter: changeText('getPublicOpenapi', (text) => text.replaceAll(/"in":\s*"header"/g, '"in":"query"')),
  },
  {
    id: 'document-has-an-admin-path',
    title: 'The public document has an administrative path',
    kills: ['public/document-shows-nothing-inner'],
    alter: changeDocument((document) => {
      document.paths = { ...(document.paths as Json), '/v1/admin/users': { get: { responses: {} } } }; // OpenAPI
    }),
  },
  {
    id: 'document-shows-a-credential',
    title: 'An example in the public document is a credential',
    kills: ['public/document-holds-no-secrets'],
    alter: changeDocument((document) => {
      document['x-example'] = 'Authorization: AKIAIOSFODNN7EXAMPLE';
    }),
  },
  {
    id: 'document-shows-an-api-key',
    title: 'A description in the public document contains the API key of a user',
    kills: ['auth/keys-are-not-shown-to-others'],
    isSubtle: true,
    alter: changeDocument((document) => {
      document['x-example'] = `X-API-Key: ${[...HONEST_KEYS.values()].at(-1)}`;
    }),
  },
  {
    id: 'document-names-an-inner-server',
    title: 'The public document names an internal server',
    kills: ['public/document-names-servers-of-the-outside'],
    alter: changeDocument((document) => {
      document.servers = [{ url: 'http://portal.internal:8080/' }];
    }),
  },
  {
    id: 'document-may-not-be-kept-at-all',
    title: 'The public document is sent with no-store',
    kills: ['public/document-forbids-no-caching'],
    alter: changeHeader('getPublicOpenapi', 'Cache-Control', 'no-store'),
  },
  {
    id: 'document-forgets-the-sort-direction',
    title: 'The public document does not declare the parameter `sort_dir`',
    kills: ['public/document-declares-the-parameters'],
    isSubtle: true,
    alter: changeOperation('/v1/transactions', (operation) => ({
      ...operation,
      parameters: ['limit', 'terminal_id', 'group_id', 'sort_by'].map((name) => ({ name, in: 'query' })),
    })),
  },
  {
    id: 'document-lists-what-is-gone',
    title: 'The public document lists a read that the service does not have',
    kills: ['public/document-lists-only-what-exists'],
    alter: changeDocument((document) => {
      document.paths = { ...(document.paths as Json), '/v1/reports': { get: { responses: {} } } }; // OpenAPI
    }),
  },
  {
    id: 'document-is-never-modified',
    title: 'Any If-None-Match is answered with 304',
    kills: ['public/unknown-validators-get-the-document'],
    isSubtle: true,
    alter: replaceResponse('getPublicOpenapi', async ({ request }, pass) => {
      const honest = await pass(request);
      const isConditional = request.headers.some(([name]) => name.toLowerCase() === 'if-none-match');
      return isConditional ? { ...honest, status: 304, body: new Uint8Array() } : honest;
    }),
  },
];
