import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reportSchema, reports } from '../../conformance/index.ts';
import { createRun, failedCheck, fullRun, passedCheck } from '../../conformance/testing/made-up-results.ts';
import { type RunningSandbox, startSandbox } from '../library/start-sandbox.ts';
import { runFleetkit } from './testing/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'fleetkit-compare-'));
const writeReport = (name: string, text = ''): string => {
  const path = join(folder, name);
  if (text !== '') writeFileSync(path, text);
  return path;
};
afterAll(() => rmSync(folder, { recursive: true }));

const conform = (...args: string[]) => runFleetkit(['conform', ...args]);

describe('fleetkit conform compare', () => {
  const broken = writeReport('broken.json', reports.json(createRun(failedCheck)));
  const kept = writeReport('kept.json', reports.json(createRun({ ...passedCheck, id: failedCheck.id })));

  test('exits 0 without a regression and 1 with one', async () => {
    expect(await conform('compare', broken, kept)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('FIXED (1)'),
    });
    expect(await conform('compare', kept, broken)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('REGRESSED (1)'),
    });
  });

  test('writes JSON and Markdown, to a file too', async () => {
    expect(JSON.parse((await conform('compare', kept, broken, '--format', 'json')).stdout)).toMatchObject({
      exit_code: 1,
    });
    const output = writeReport('comparison.md');
    expect((await conform('compare', kept, broken, '-f', 'markdown', '-o', output)).stdout).toBe('');
    expect(readFileSync(output, 'utf8')).toMatch(/^## ❌ 1 required check regressed\n/);
  });

  test.each<[string, string[], string]>([
    ['one file only', ['a.json'], 'expected two reports, or --history DIR'],
    [
      'files and a history',
      ['a.json', 'b.json', '--history', '.'],
      'expected either two reports or --history, not both',
    ],
    ['a history that is not there', ['--history', '/nowhere'], 'the folder "/nowhere" cannot be read'],
    ['a file that is not there', ['/nowhere.json', '/nowhere.json'], '"/nowhere.json" cannot be read'],
    ['a report in another format', [writeReport('a.txt', reports.text(fullRun)), broken], 'not JSON'],
    ['an unknown format', [kept, broken, '--format', 'pdf'], 'Expected one of text, markdown, json'],
  ])('exits 2 for %s', async (_, given, expectedText) => {
    expect(await conform('compare', ...given)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(expectedText),
    });
  });
});

test('schema prints the schema of the JSON report', async () => {
  expect(JSON.parse((await conform('schema')).stdout)).toEqual(reportSchema);
});

describe('a baseline on the command line', () => {
  let sandbox: RunningSandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0 });
  });
  afterAll(() => sandbox.close());
  const about = (...more: string[]) =>
    conform(
      sandbox.url,
      '--key',
      'admin=sbx-northway-admin',
      '--only',
      'auth/writes-*',
      '--only',
      'limit/restricts-the-rows',
      ...more,
    );

  test('lets the next run succeed after it was written', async () => {
    const written = writeReport('baseline.yaml');
    expect((await about('--write-baseline', written)).code).toBe(4);
    expect(readFileSync(written, 'utf8')).toContain('check: auth/writes-need-a-key');
    const { code, stdout } = await about('--baseline', written);
    expect(stdout).toContain('KNOWN (3)');
    expect(code).toBe(0);
  });

  test('exits 5 for a stale entry', async () => {
    const stale = writeReport('stale.yaml', 'failures:\n  - check: limit/restricts-the-rows\n    reason: none\n');
    const { code, stdout } = await about('--baseline', stale, '--allow-unverified');
    expect(stdout).toContain('BASELINE OUT OF DATE (1)');
    expect(code).toBe(5);
  });

  test('exits 2 for an unknown check, with the line and the nearest id, before any request', async () => {
    const mistaken = writeReport('mistaken.yaml', 'failures:\n  - check: limit/restrict-rows\n    reason: none\n');
    const { code, stderr } = await conform('http://127.0.0.1:9', '--baseline', mistaken);
    expect(stderr).toContain('line 2: unknown check "limit/restrict-rows"; did you mean "limit/restricts-the-rows"?');
    expect(code).toBe(2);
  });
});
