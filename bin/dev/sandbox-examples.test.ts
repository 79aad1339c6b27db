import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findStaleFiles } from '../../base/generated-files.ts';
import { type SandboxOperationId, sandboxOperations } from '../../spec/sandbox-contract.ts';
import { sandboxExampleRequests } from './sandbox-example-requests.ts';
import { makeSandboxExamples } from './sandbox-examples.ts';

/** Event streams, the report of an attempt, which needs a stream, and the report of a run of the kit, which takes minutes. */
const WITHOUT = ['streamDeliveries', 'reportAttempt', 'streamActivity', 'getConformanceReport'];

const stored = readFileSync(new URL('../../spec/sandbox-examples.json', import.meta.url), 'utf8');

/** Requests whose replies need few others. */
const FEW: readonly SandboxOperationId[] = ['getClock', 'createDestination', 'getDestination', 'issueKey', 'listKeys'];

test('has an example of each operation except streams and reports', () => {
  const operations = Object.keys(sandboxOperations);
  expect(Object.keys(JSON.parse(stored)).toSorted()).toEqual(
    operations.filter((operation) => !WITHOUT.includes(operation)).toSorted(),
  );
});

test('gives the same bytes in two runs, without random values', async () => {
  const requests = sandboxExampleRequests.filter(({ operationId }) => FEW.includes(operationId));
  const outputs = await makeSandboxExamples(requests);
  expect(await makeSandboxExamples(requests)).toEqual(outputs);
  const [content = ''] = [...outputs.values()];
  const { createDestination, issueKey } = JSON.parse(content);
  expect(createDestination.secret).toMatch(/^whsec_0+\d+=$/);
  expect(issueKey.api_key).toMatch(/^sbx-ws-main-0[\d-]+$/);
  expect(findStaleFiles(outputs)).toEqual(['spec/sandbox-examples.json']); // it has more operations
});

test('throws for a refused request, and for a value that no reply has', async () => {
  await expect(makeSandboxExamples([{ operationId: 'setClock', body: { to: 'noon' } }])).rejects.toThrow(
    'setClock: expected a success, got 422',
  );
  await expect(makeSandboxExamples([{ operationId: 'getDestination', ids: ['{getClock/none}'] }])).rejects.toThrow(
    '{getClock/none}',
  );
});
