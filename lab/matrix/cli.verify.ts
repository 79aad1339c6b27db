import { describe, expect, test } from 'vitest';
import { runCaptured } from '../../bin/e2e/testing/run-cli.ts';
import { runMutants } from './cli.ts';

describe('npm run mutants', () => {
  test('exits 0 when every fault of an area is detected, and reports it as text', async () => {
    const { code, stdout } = await runCommand('--area', 'http');
    expect(stdout).toMatch(/^HTTP\n {2}✓ /);
    expect(stdout).toMatch(/\nall +14 +14 +\d+ +\d+ +0 +0\n\nEach faulty target ran against the checks that it names/);
    expect(code).toBe(0);
  });

  test('reports in JSON and in Markdown tables', async () => {
    const { totals, is_full, broken } = JSON.parse((await runCommand('--area', 'http', '--full', '--json')).stdout);
    expect([is_full, totals.at(-1).planted, broken.length]).toEqual([true, 14, 14]);
    expect((await runCommand('--area', 'http', '--markdown')).stdout).toContain('| all | 14 | 14 |');
  });

  test('exits 2 for an area without mutants, and for two formats', async () => {
    const unknown = await runCommand('--area', 'weather');
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('no mutants for the topic "weather"')]);
    expect(unknown.stderr).toContain('auth, card-data, catalog');
    expect((await runCommand('--json', '--markdown')).code).toBe(2);
  });
});

const runCommand = (...args: string[]) => runCaptured(() => runMutants(args));
