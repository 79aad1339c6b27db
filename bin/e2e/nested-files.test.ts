import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runFleetkit } from './testing/run-cli.ts';

/* Files nested far deeper than the stack allows end a command as any other wrong file does: with 2, never with 1. */

const root = mkdtempSync(join(tmpdir(), 'fleetkit-nested-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const DEPTH = 100_000;
const file = join(root, 'nested.json');
writeFileSync(file, `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`);

test.each([
  ['conform', 'http://127.0.0.1:9', '--config', file],
  ['conform', 'http://127.0.0.1:9', '--key', 'a=some-key', '--contract', file],
  ['conform', 'http://127.0.0.1:9', '--key', 'a=some-key', '--baseline', file],
  ['conform', 'compare', file, file],
  ['journal', 'import', file, '--url', 'http://127.0.0.1:9'],
])('%s %s %s reports that the file is nested too deep', async (...args) => {
  const { code, stderr } = await runFleetkit(args);
  expect([code, stderr]).toEqual([2, expect.stringContaining('nested too deep')]);
});
