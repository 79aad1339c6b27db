import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { sample } from '../../../../base/testing/depth.ts';
import { DOCUMENTED, PUBLIC } from '../testing/documented-paths.ts';
import { listAllRequests } from '../testing/requests.ts';
import { createRequestSender, type RequestOptions, type TargetReply } from '../testing/send-request.ts';

type Node = { readonly [name: string]: Node | undefined };
const SEEDS = sample([1, 5, 8], 1);

const document = (await createRequestSender(1)(undefined, '/v1/integrations/public-openapi.json')).json as Node; // an OpenAPI document
const ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false });
addFormats.default(ajv);
ajv.addFormat('int64', true);
ajv.addSchema(document, 'document');

const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
  Object.keys(item ?? {}).map((method) => ({
    name: `${method.toUpperCase()} ${path}`,
    node: item?.[method],
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+?')}$`),
  })),
);

/** Returns why a reply does not match the document; `undefined` if it does. */
function findProblem(path: string, { method = 'GET' }: RequestOptions, reply: TargetReply): string | undefined {
  const { pathname } = new URL(path, 'https://any.test');
  const operation = operations.find(({ name, pattern }) => name.startsWith(method) && pattern.test(pathname));
  const declared = operation?.node?.responses?.[String(reply.status)];
  const response = declared?.$ref === undefined ? declared : document.components?.responses?.Refused;
  const type = reply.header('content-type')?.split(';')[0] ?? '';
  const schema = response?.content?.[type]?.schema;
  if (schema === undefined) return `${method} ${path}: ${reply.status} ${type} is not declared`;
  if (type === 'application/rss+xml') return undefined;
  const validate = ajv.getSchema(`document${schema.$ref}`);
  if (validate === undefined) return `${method} ${path}: ${schema.$ref} is not there`;
  return validate(reply.json) ? undefined : `${method} ${path}: ${ajv.errorsText(validate.errors)}`;
}

describe('the public document of ledgerline', () => {
  test('has exactly the documented operations, all under /v1', () => {
    expect(operations.map(({ name }) => name).sort()).toEqual([...DOCUMENTED].sort());
    expect(document.openapi).toBe('3.0.3');
  });

  test('requires the key everywhere except on the public paths', () => {
    const open = operations.filter(({ node }) => node?.security !== undefined).map(({ name }) => name);
    expect(open.sort()).toEqual(PUBLIC.map((path) => `GET ${path}`).sort());
    expect(document.security).toEqual([{ ledgerKey: [] }]);
    expect(document.components?.securitySchemes?.ledgerKey).toMatchObject({ in: 'header', name: 'X-API-Key' });
  });

  test('names a parameter for every placeholder, and the documented ones of the transaction list', () => {
    for (const { name, node } of operations) {
      const parameters = JSON.stringify(node?.parameters ?? []);
      for (const [, placeholder] of name.matchAll(/\{(\w+)\}/g)) expect(parameters).toContain(`"${placeholder}"`);
    }
    const list = JSON.stringify(document.paths?.['/v1/transactions']?.get);
    for (const name of ['limit', 'terminal_id', 'group_id', 'sort_by', 'sort_dir'])
      expect(list).toContain(`"name":"${name}"`);
  });

  test('refers only to components that it contains', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path ?? '');
    expect(references.length).toBeGreaterThan(30);
    for (const path of references) {
      const found = path.split('/').reduce<Node | undefined>((node, name) => node?.[name], document);
      expect(found, path).toBeDefined();
    }
  });

  test.each(SEEDS)('describes every response of seed %i', async (seed) => {
    const send = createRequestSender(seed);
    const cached: string[] = [];
    for (const [role, path, request = {}] of listAllRequests(seed)) {
      const reply = await send(role, path, request);
      const isOutside = path.includes('/portal/') || ['HEAD', 'DELETE'].includes(request.method ?? '');
      if (isOutside) continue;
      expect(findProblem(path, request, reply)).toBeUndefined();
      if (reply.status < 300) cached.push(`${request.method ?? 'GET'} ${new URL(path, 'https://any.test').pathname}`);
    }
    const met = operations.filter(({ name, pattern }) =>
      cached.some((one) => one.startsWith(name.split(' ')[0] ?? '-') && pattern.test(one.split(' ')[1] ?? '')),
    );
    expect(met.map(({ name }) => name).sort()).toEqual([...DOCUMENTED].sort());
  });

  test('detects a response that does not match', async () => {
    const drifted = await createRequestSender(1, ['rows-amount-of-advances-as-text'])(
      'owner',
      '/v1/transactions?limit=100',
    );
    expect(findProblem('/v1/transactions', {}, drifted)).toContain('requestedCents');
  });
});
