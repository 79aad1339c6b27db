import { expect, test } from 'vitest';
import { findStaleFiles } from '../../base/generated-files.ts';
import { isThorough } from '../../base/testing/depth.ts';
import { checkRss } from '../../server/http/check/rss-check.ts';
import { contract, type OperationId, operations } from '../../spec/index.ts';
import { exampleRequests } from './example-requests.ts';
import { makeExamples } from './examples.ts';

// CI compares them in `check:generated`.
test.runIf(isThorough)('equals the replies of a new sandbox byte for byte', async () => {
  const outputs = await makeExamples();
  expect(outputs.size).toBeGreaterThan(exampleRequests.length);
  expect(findStaleFiles(outputs)).toEqual([]);
});

test('contains complete feeds in the bundled contract', () => {
  const feeds = exampleRequests.filter(({ name }) => name.endsWith('Feed'));
  expect(feeds).toHaveLength(2);
  for (const { name } of feeds) {
    const feed = String(contract.components.examples[name]?.value);
    expect(feed.match(/<item>/g)?.length, name).toBeGreaterThan(10);
    expect(checkRss(feed), name).toBeUndefined();
  }
});

test('reports a stale example and a file without a request', async () => {
  const other = exampleRequests
    .filter(({ name }) => name === 'getLocation' || name === 'getBrandingStatus')
    .map((request) => (request.name === 'getLocation' ? { ...request, id: 'NW100112' } : request));
  const outputs = await makeExamples(other, {});
  const stale = findStaleFiles(outputs);
  expect(stale).toContain('spec/examples/getLocation.json');
  expect(stale).toContain('spec/examples/problems/not_found.json');
  expect(stale).not.toContain('spec/examples/getBrandingStatus.json');
});

test('throws for a reply with another status', async () => {
  const [portal] = exampleRequests;
  if (portal === undefined) throw new Error('there are no requests');
  await expect(makeExamples([{ ...portal, key: 'nonsense' }], {})).rejects.toThrow('expected status 200, got 401');
});

test('throws for the example of a parameter that no reply contains', async () => {
  const [portal] = exampleRequests;
  if (portal === undefined) throw new Error('there are no requests');
  const parameters = { TransactionIdPath: '{getPortal/no/such/member}' };
  await expect(makeExamples([portal], parameters)).rejects.toThrow('{getPortal/no/such/member}');
});

test('covers every operation except the public document', () => {
  const requested = new Set(exampleRequests.map(({ operationId }) => operationId));
  const left = (Object.keys(operations) as OperationId[]).filter((operationId) => !requested.has(operationId));
  expect(left).toEqual(['getPublicOpenapi']);
});

test('contains no API key', () => {
  const keys = exampleRequests.flatMap(({ key }) => (key === undefined ? [] : [key]));
  expect(keys.length).toBeGreaterThan(20);
  const text = JSON.stringify(contract);
  expect(text).toContain('acct_delgado');
  expect(keys.filter((key) => text.includes(key))).toEqual([]);
});
