import { expect, test } from 'vitest';
import { changeJson, changeRows, changeText, type Json } from '../../../lab/mutants/proxy-helpers.ts';
import { honestTarget } from '../../../lab/targets/honest-target.ts';
import type { Transport } from '../../http/client.ts';
import { judgeTarget } from '../../testing/judge-target.ts';

test.each([
  ['pages for people', '<!doctype html><title>Location</title>', 'not-applicable'],
  ['nothing', '{}', 'fail'],
])('links without the version lead to %s', async (_, answer, expected) => {
  const target = changeRows('listLocations', (rows) =>
    rows.map((row) => ({ ...row, url: `http://target.test/locations/${String(row.location_id)}` })),
  )(honestTarget());
  const serve: Transport = async (request) =>
    new URL(request.url).pathname.startsWith('/locations/')
      ? { status: answer === '{}' ? 404 : 200, headers: [], body: Buffer.from(answer) }
      : target(request);
  expect(await judgeTarget('versioning/links-begin-with-v1', serve)).toBe(expected);
});

/** Judges a published document with this change. */
const judgeDocument = (id: string, change: (document: Json) => void) =>
  judgeTarget(id, changeJson('getPublicOpenapi', change)(honestTarget()));

test.each([
  [true, 'pass'],
  [false, 'fail'],
])('a reference within a schema that has an id: %s', async (hasId, expected) => {
  const row = { $defs: { Money: { type: 'string' } }, properties: { amount: { $ref: '#/$defs/Money' } } };
  const outcome = await judgeDocument('public/document-is-openapi', (document) => {
    const { schemas } = document.components as Json; // OpenAPI
    const own = hasId ? { $id: 'https://fleet.example/row', ...row } : row;
    document.components = { ...Object(document.components), schemas: { ...Object(schemas), Row: own } };
  });
  expect(outcome).toBe(expected);
});

test.each([
  ['another server', 'not-applicable'],
  ['this server', 'fail'],
])('a further read of %s', async (server, expected) => {
  const servers = server === 'this server' ? {} : { servers: [{ url: 'https://exports.fleet.example' }] };
  const outcome = await judgeDocument('public/document-lists-only-what-exists', (document) => {
    const documented = Object.entries(document.paths as Json).filter(([path]) => !/about|sites/.test(path)); // OpenAPI
    document.paths = { ...Object.fromEntries(documented), '/v1/exports': { ...servers, get: { responses: {} } } };
  });
  expect(outcome).toBe(expected);
});

test('a parameter of an operation replaces that of its path', async () => {
  const write = (...values: readonly string[]) => [{ name: 'sort_by', in: 'query', schema: { enum: values } }];
  const judge = (ofPath: readonly object[], ofOperation: readonly object[]) =>
    judgeDocument('public/document-lists-the-documented-values', (document) => {
      const path = (document.paths as Record<string, Json>)['/v1/transactions']; // OpenAPI
      if (path !== undefined) path.parameters = ofPath;
      Object(path?.get).parameters = ofOperation;
    });
  expect(await judge(write('id'), write('amt_comp'))).toBe('pass');
  expect(await judge(write('amt_comp'), write('id'))).toBe('fail');
});

test('RSS may have the namespace of its version', async () => {
  const target = changeText(['getAccountFeed', 'getTerminalFeed'], (text) =>
    text.replace('<rss ', '<rss xmlns="http://backend.userland.com/rss2" '),
  )(honestTarget());
  expect(await judgeTarget('feeds/are-rss', target)).toBe('pass');
});
