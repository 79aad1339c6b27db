import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startSandbox } from '../library/index.ts';
import { createOperatorEnvironment, runFleetkit } from './testing/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'fleetkit-chaos-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Reads a list several times, and fails at a rate limit. Repeats a request after any other failure. */
const CLIENT = `
const headers = { 'X-API-Key': 'sbx-northway-admin' };
for (let reads = 0; reads < 4; ) {
  try {
    const response = await fetch(process.env.FLEETKIT_URL + '/v1/disputes?limit=1', { headers });
    if (response.status === 429) process.exit(1);
    if (response.ok && (await response.json())) reads += 1;
  } catch {}
}
`;

test('prints the one fault with which the tests fail, as a file that plays', async () => {
  const client = join(folder, 'client.mjs');
  writeFileSync(client, CLIENT);
  const { code, stdout, stderr } = await runFleetkit([
    'chaos',
    ...['--seed', '3', '--rate', '0.5', '--delay', '1s'],
    '--',
    process.execPath,
    client,
  ]);
  expect({ code, stderr }).toMatchObject({ code: 1 });
  expect(stdout).toMatch(
    /^# The tests fail with these faults of seed 3, and pass without any one of them\.\nfaults:\n/,
  );

  const file = join(folder, 'failing.yaml');
  writeFileSync(file, stdout);
  await using sandbox = await startSandbox();
  const played = await runFleetkit(['faults', 'play', file], { env: createOperatorEnvironment(sandbox) });
  expect(played.code).toBe(0);
  expect(await sandbox.faults.list()).toMatchObject([
    { operation: 'listDisputes', user_id: 'usr_nw_admin', effect: { type: 'status', status: 429 } },
  ]);
});

test.each([
  [['--', process.execPath, '-e', ''], 0],
  [['--', process.execPath, '-e', 'process.exit(1)'], 2],
  [['--', join(folder, 'missing')], 2],
  [['--rate', '0', '--', 'true'], 2],
  [['--delay', '31s', '--', 'true'], 2],
])('exits for %j with %i', async (args, expected) => {
  const { code, stdout } = await runFleetkit(['chaos', ...args]);
  expect({ code, stdout }).toEqual({ code: expected, stdout: '' });
});

test.each([
  ['no list', 'effect: {type: body_cut}'],
  ['another member', '{faults: [], seed: 1}'],
  ['no YAML', 'faults: ['],
])('faults play refuses a file with %s', async (_, text) => {
  const file = join(folder, 'wrong.yaml');
  writeFileSync(file, text);
  const { code, stderr } = await runFleetkit(['faults', 'play', file]);
  expect(code).toBe(2);
  expect(stderr).toContain(file);
});

test('faults add sends each option, and names an invalid one', async () => {
  await using sandbox = await startSandbox();
  const env = createOperatorEnvironment(sandbox);
  const options = [
    '--retry-after',
    '3',
    '--retry-after-date',
    '--nth',
    '2,1',
    '--probability',
    '0.5',
    '--delay',
    '5ms',
  ];
  const { code, stdout } = await runFleetkit(
    ['faults', 'add', 'status', '--status', '503', ...options, '--path', '/v1/portal'],
    { env },
  );
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('flt_1') });
  const { fault_id: _, ...rule } = (await sandbox.faults.list())[0] ?? { fault_id: '' };
  expect(rule).toEqual({
    path: '/v1/portal',
    nth: [1, 2],
    probability: 0.5,
    effect: { type: 'status', status: 503, retry_after_seconds: 3, retry_after_form: 'date', delay_ms: 5 },
    matched_count: 0,
    applied_count: 0,
  });
  const refused = await runFleetkit(['faults', 'add', 'body_cut', '--path', '/sandbox/clock'], { env });
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--path No rule matches the control plane'),
  });
});
