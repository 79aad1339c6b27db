import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type RunningSandbox, startSandbox } from '../library/start-sandbox.ts';
import { runFleetkit } from './testing/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'fleetkit-describe-'));
let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
});
afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

const describe = (file: string) =>
  runFleetkit(['conform', sandbox.url, '--only', 'portal/*', '-q', '--describe', join(folder, file)], {
    env: { FLEETKIT_KEYS: 'admin=sbx-northway-admin,redline=sbx-redline-admin' },
  });

test('writes JSON or YAML, which drift finds equal', async () => {
  expect(await describe('seen.json')).toMatchObject({ code: expect.any(Number), stderr: '' });
  await describe('seen.yaml');
  const [json, yaml] = ['seen.json', 'seen.yaml'].map((name) => readFileSync(join(folder, name), 'utf8'));
  expect(JSON.parse(json ?? '')).toMatchObject({ openapi: '3.1.0', 'x-seen': { published: true } });
  expect(parse(yaml ?? '').paths['/v1/transactions'].get['x-published']).toBe(true);
  const drift = await runFleetkit(['drift', join(folder, 'seen.json'), join(folder, 'seen.yaml')]);
  expect(drift).toMatchObject({ code: 0, stdout: 'No differences.\n' });
  for (const data of ['sbx-northway', 'NW1', 'Northway', 'acct_']) expect(json).not.toContain(data);
});

test('writes nothing after a run without responses', async () => {
  const { code, stderr } = await runFleetkit([
    'conform',
    'http://127.0.0.1:9',
    '--key',
    'a=key',
    '-q',
    '--describe',
    join(folder, 'none', 'x.json'),
  ]);
  expect([code, stderr]).toEqual([expect.any(Number), expect.stringContaining('cannot')]);
});
