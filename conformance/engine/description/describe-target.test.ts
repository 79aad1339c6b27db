import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { goService } from '../../../lab/independent/services.ts';
import { HONEST_KEYS, honestTarget } from '../../../lab/targets/honest-target.ts';
import { checks } from '../../checks/index.ts';
import { ApiDocument } from '../../drift/api-document.ts';
import { compareDocuments } from '../../drift/compare-documents.ts';
import type { Transport, TransportResponse } from '../../http/client.ts';
import { findOpenapiDocument, toObject } from '../../reading/published-document.ts';
import { run } from '../runner.ts';

const chosen = checks.filter(({ id }) => /^(portal|limit|transactions|disputes|public|auth)\//.test(id));
const target = 'http://target.test';

async function describe(transport: Transport, keys: ReadonlyMap<string, string> = HONEST_KEYS) {
  const { description } = await run({ target, keys, transport, checks: chosen, bindings: 'infer', describe: true });
  if (description === undefined) throw new Error('the run has no description');
  return description;
}

let firstOfHonest: ReturnType<typeof describe> | undefined;

/** The description of the small target; tests that only read it share one run. */
const describeHonest = () => {
  firstOfHonest ??= describe(honestTarget());
  return firstOfHonest;
};

/** Returns a part of a document: names and numbers separated by spaces. */
const at = (whole: unknown, ...path: readonly string[]): unknown =>
  path.reduce((part, name) => toObject(part)[name], whole);

const getSchema = (document: unknown, path: string, status = '200') =>
  at(document, 'paths', path, 'get', 'responses', status, 'content', 'application/json', 'schema');

/** Changes the JSON of successful responses. */
const altered = (
  transport: Transport,
  change: (json: Record<string, unknown>, count: number) => unknown,
): Transport => {
  let count = 0;
  return async (request): Promise<TransportResponse> => {
    const response = await transport(request);
    if (response.status !== 200 || !response.headers.some(([, value]) => value.startsWith('application/json')))
      return response;
    count += 1;
    const body = Buffer.from(JSON.stringify(change(JSON.parse(Buffer.from(response.body).toString()), count)));
    const headers = response.headers.filter(([name]) => !/^content-length$/i.test(name));
    return { ...response, headers, body };
  };
};

function lint(document: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'fleetkit-description-'));
  try {
    writeFileSync(join(folder, 'seen.json'), JSON.stringify(document));
    const redocly = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js');
    const args = [redocly, 'lint', join(folder, 'seen.json'), '--extends', 'spec', '--format', 'json'];
    const output = execFileSync(process.execPath, args, {
      env: { ...process.env, REDOCLY_TELEMETRY: 'off' },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return JSON.stringify(JSON.parse(output).problems);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('describes statuses, parameters, members and known words, without values of the target', async () => {
  const document = await describeHonest();
  const operation = at(document, 'paths', '/v1/transactions', 'get');
  expect(operation).toMatchObject({ operationId: 'listTransactions', security: [{ key: [] }] });
  expect(Object.keys(at(operation, 'responses') as object)).toEqual(expect.arrayContaining(['200', '401']));
  expect(at(document, 'paths', '/v1/public/branding-status', 'get', 'security')).toEqual([]);
  expect(at(operation, 'parameters')).toEqual(
    expect.arrayContaining([expect.objectContaining({ name: 'limit', in: 'query', 'x-seen': expect.any(Number) })]),
  );
  const portal = getSchema(document, '/v1/portal');
  expect(at(portal, 'x-seen')).toBeGreaterThan(1);
  const text = JSON.stringify(document);
  for (const value of ['EA000001', 'usr_east1', 'acct_east', '60.00', 'k-east', 'grp_coast'])
    expect(text).not.toContain(value);
});

test('is valid OpenAPI, and can be compared with another run and with the published document', async () => {
  const [one, other] = [await describeHonest(), await describe(honestTarget())];
  expect(lint(one)).toBe('[]');
  expect(compareDocuments(new ApiDocument(one), new ApiDocument(other))).toEqual([]);
  const response = await honestTarget()({
    method: 'GET',
    url: `${target}/v1/integrations/public-openapi.json`,
    headers: [],
  });
  const published = findOpenapiDocument(JSON.parse(Buffer.from(response.body).toString()));
  expect(() => compareDocuments(new ApiDocument(published), new ApiDocument(one))).not.toThrow();
});

test('describes a service of another shape', async () => {
  const document = await describe(goService.open(), goService.keys);
  expect(lint(document)).toBe('[]');
  expect(getSchema(document, '/v1/transactions')).toMatchObject({
    properties: { data: { type: 'array', items: { type: 'object' } } },
  });
  const text = JSON.stringify(document);
  for (const key of goService.keys.values()) expect(text).not.toContain(key);
});

test('marks what only the responses or only the published document have', async () => {
  const publishing = altered(honestTarget(), (json) => {
    const document = findOpenapiDocument(json);
    if (document === undefined) return { ...json, undeclared: 1 };
    const schema = { type: 'object', properties: { account: {}, never: {} } };
    const content = { 'application/json': { schema } };
    return {
      ...document,
      paths: {
        '/v1/portal': { get: { responses: { 200: { description: 'x', content }, 418: { description: 'y' } } } },
      },
    };
  });
  const document = await describe(publishing);
  const operation = at(document, 'paths', '/v1/portal', 'get');
  expect(operation).toMatchObject({ 'x-published': true, 'x-not-seen': ['418'] });
  expect(at(operation, 'responses', '401', 'x-published')).toBe(false);
  expect(getSchema(document, '/v1/portal')).toMatchObject({
    properties: { undeclared: { 'x-published': false, type: 'integer' } },
    'x-not-seen': expect.arrayContaining(['never']),
  });
  expect(at(document, 'paths', '/v1/disputes', 'get', 'x-published')).toBe(false);
  expect(at(document, 'x-seen', 'undeclared')).toEqual(
    expect.arrayContaining([
      'GET /v1/disputes',
      'GET /v1/portal: status 401',
      'GET /v1/portal: status 200, member /undeclared',
    ]),
  );
});

test('describes a target that changes during the run by all its forms', async () => {
  const changing = altered(honestTarget(), (json, count) =>
    findOpenapiDocument(json) !== undefined
      ? { ...json, 'x-deployed': count }
      : { ...json, version: count < 40 ? count : `v${count}`, ...(count < 40 ? {} : { later: true }) },
  );
  const document = await describe(changing);
  const { properties, required = [] } = toObject(getSchema(document, '/v1/transactions'));
  expect(at(properties, 'version', 'type')).toEqual(['integer', 'string']);
  expect(required).not.toContain('later');
  expect(at(document, 'x-seen', 'published-changed-during-the-run')).toBe(true);
  expect(lint(document)).toBe('[]');
});

test('takes ids, keys and names without an end for data', async () => {
  const hostile = altered(honestTarget(), (json, count) =>
    findOpenapiDocument(json) !== undefined
      ? json
      : {
          ...json,
          by_terminal: { EA000001: { a: 1, b: 2 }, WE000007: { a: 1, b: 2 } },
          secrets: { 'k-east-0001': 'k-clerk-0002', EA000001: 1, plain: 2 },
          endless: { [`name${'x'.repeat(count)}`]: 1, [`n${'y'.repeat(200)}`]: 2 },
        },
  );
  const document = await describe(hostile);
  const { properties } = toObject(getSchema(document, '/v1/portal'));
  expect(at(properties, 'by_terminal')).toMatchObject({ additionalProperties: { properties: { a: {}, b: {} } } });
  expect(Object.keys(at(properties, 'secrets', 'properties') as object)).toEqual(['plain']);
  expect(JSON.stringify(document)).not.toMatch(/EA0000|k-east|k-clerk|yyyy/);
  expect(lint(document)).toBe('[]');
});
