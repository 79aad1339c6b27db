import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { MAX_DOCUMENT_BYTES } from '../../../conformance/drift/api-document.ts';
import { runFleetkit } from '../../e2e/testing/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'fleetkit-drift-'));
const document = (paths: object): object => ({ openapi: '3.1.0', info: { title: 'A', version: '1' }, paths });
const get = (members: object = {}): object => ({ get: { responses: { 200: { description: 'Done.' } }, ...members } });
const write = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const one = write('one.json', JSON.stringify(document({ '/a': get({ operationId: 'a' }) })));
const two = write('two.yaml', stringify(document({ '/a': get({ operationId: 'a' }), '/b': get() })));
const renamed = write('renamed.yaml', stringify(document({ '/a': get({ operationId: 'b' }) })));

const server = createServer((request, response) => {
  response.writeHead(request.url?.startsWith('/missing') === true ? 404 : 200);
  response.end(JSON.stringify(document({ '/a': get({ operationId: 'a' }) })));
});
let url: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on a port');
  url = `http://127.0.0.1:${address.port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

test('prints each difference with its class, operation, path and reason', async () => {
  expect(await runFleetkit(['drift', two, one])).toMatchObject({
    code: 1,
    stdout:
      '1 breaking, 0 unclear, 0 compatible\n\nbreaking    GET /b  /paths/~1b/get\n            The operation is gone.\n',
  });
});

test('prints JSON with the totals', async () => {
  const { code, stdout } = await runFleetkit(['drift', one, two, '--json']);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    old: { openapi: '3.1.0', title: 'A', version: '1' },
    new: { openapi: '3.1.0', title: 'A', version: '1' },
    summary: { breaking: 0, unclear: 0, compatible: 1 },
    changes: [
      {
        class: 'compatible',
        path: '/paths/~1b/get',
        operation: 'GET /b',
        explanation: 'The operation is new.',
        clauses: [],
      },
    ],
  });
});

test.each([
  [[two, one], 1],
  [[two, one, '--fail-on', 'never'], 0],
  [[one, renamed], 0],
  [[one, renamed, '--fail-on', 'unclear'], 1],
  [[one, two, '--fail-on', 'unclear'], 0],
] as const)('exits for %j with %i', async (args, code) => {
  expect((await runFleetkit(['drift', ...args])).code).toBe(code);
});

test('reads a document from a URL', async () => {
  expect(await runFleetkit(['drift', one, url])).toMatchObject({ code: 0, stdout: 'No differences.\n' });
});

test('refuses responses without a document, and does not show the query of a URL', async () => {
  const missing = await runFleetkit(['drift', one, `${url}/missing?token=secret`]);
  expect(missing).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('answered 404') });
  expect(missing.stderr).not.toContain('secret');
  expect(await runFleetkit(['drift', one, 'http://127.0.0.1:1/'])).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('Nothing answers'),
  });
});

test('refuses files that are no documents', async () => {
  const large = write('large.json', ' '.repeat(MAX_DOCUMENT_BYTES + 1));
  const foreign = write('foreign.json', JSON.stringify(document({ '/a': { $ref: 'paths.yaml' } })));
  for (const [file, message] of [
    [join(folder, 'none.json'), 'cannot be read (ENOENT)'],
    [folder, 'cannot be read (EISDIR)'],
    [large, 'Expected at most 16 MB'],
    [foreign, 'refers to paths.yaml'],
  ] as const)
    expect(await runFleetkit(['drift', one, file])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(message),
    });
});
