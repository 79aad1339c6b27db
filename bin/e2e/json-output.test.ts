import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { runFleetkit } from './testing/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'fleetkit-json-'));
const inFolder = (name: string): string => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a command with `--json`, and returns its exit code and what it prints. */
async function run(...args: readonly string[]) {
  const { code, stdout, stderr } = await runFleetkit([...args, '--json'], { cwd: folder });
  return { code, stderr, value: JSON.parse(stdout) };
}

describe('--json of', () => {
  beforeAll(() => {
    writeFileSync(inFolder('good.yaml'), 'name: Acme\nterminals: 2\n');
    writeFileSync(inFolder('bad.yaml'), 'name: 3\n');
    writeFileSync(inFolder('terminals.csv'), 'terminal_id,town\nAC000101,Cicero IL\n');
  });

  test('fleet check prints tenants, or faults', async () => {
    expect(await run('fleet', 'check', inFolder('good.yaml'))).toMatchObject({
      code: 0,
      value: { tenants: [{ file: inFolder('good.yaml'), terminals: 2 }], faults: [] },
    });
    const { code, value, stderr } = await run('fleet', 'check', inFolder('bad.yaml'));
    expect([code, value.tenants, stderr]).toEqual([1, [], '']);
    expect(value.faults.length).toBeGreaterThan(0);
  });

  test('fleet export and fleet from-csv print the fleet that they write without it', async () => {
    const args = ['fleet', 'export', 'acct_delgado'];
    const { value } = await run(...args);
    expect(value).toEqual(parse((await runFleetkit(args)).stdout));
    expect((await run('fleet', 'from-csv', inFolder('terminals.csv'))).value).toMatchObject({ name: 'terminals' });
  });

  test('lists print their ids', async () => {
    for (const command of ['sender', 'receiver', 'client']) {
      const { code, value } = await run(command, 'check', '--list');
      expect([command, code, value.length > 10, typeof value[0].id]).toEqual([command, 0, true, 'string']);
    }
    expect((await run('conform', 'explain', 'sort/amt-comp-descends')).value).toMatchObject([{ level: 'must' }]);
  });

  test('chaos prints the result', async () => {
    const { code, value } = await runFleetkit(['chaos', '--json', '--', 'false']).then((ended) => ({
      code: ended.code,
      value: JSON.parse(ended.stdout),
    }));
    expect([code, value]).toEqual([2, { outcome: 'fails_without_faults', seed: 1, faults: [] }]);
  });

  test('backup and restore print what they copied', async () => {
    const { startSandbox } = await import('../library/index.ts');
    await (await startSandbox({ data: inFolder('data') })).close();
    const saved = await run('backup', '--data', inFolder('data'), '--to', inFolder('copy'));
    expect(saved.value).toMatchObject({ from: inFolder('data'), to: inFolder('copy'), workspaces: 0 });
    const restored = await run('restore', '--from', inFolder('copy'), '--data', inFolder('again'));
    expect(restored.value).toMatchObject({ from: inFolder('copy'), to: inFolder('again'), workspaces: 0 });
  });

  test('judge prints the report', async () => {
    const entry = {
      startedDateTime: '2027-01-02T03:04:05.678Z',
      time: 1,
      request: { method: 'GET', url: 'https://a.test/v1/portal', headers: [] },
      response: { status: 401, headers: [], content: { mimeType: 'application/json', text: '{}' } },
    };
    writeFileSync(inFolder('traffic.har'), JSON.stringify({ log: { version: '1.2', entries: [entry] } }));
    expect((await run('judge', inFolder('traffic.har'))).value).toMatchObject({ target: 'https://a.test' });
  });
});
