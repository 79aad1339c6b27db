import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isThorough } from '../../../base/testing/depth.ts';
import { ADDRESS, readMarkdown, sendCurl, splitCommandLine } from '../../dev/test-documents.ts';
import { startSandbox } from '../../library/index.ts';
import { createOperatorEnvironment, runFleetkit } from '../testing/run-cli.ts';

/** Commands that start a server or another process: they do not change the sandbox. */
const STARTS_A_SERVER = /^(npm |npx fleetkit serve|WEBHOOK_SECRET=|export |npx fleetkit receiver check)/;

/**
 * In `npm test`, only the checks of what the commands change: `bin/e2e/docs.test.ts` runs all of them, at their usual depth and with
 * the same keys.
 */
const shorten = (line: string): readonly string[] =>
  !isThorough && line.startsWith('npx fleetkit conform')
    ? ['--depth', 'quick', '--only', 'portal', '--only', 'terminals', '--only', 'feeds']
    : [];

const lines = readMarkdown('README.md').fences.flatMap((fence) => (fence.language === 'sh' ? fence.lines : []));

test('the kit finds no violation after all commands of the README, in their order', async () => {
  await using cleanup = new AsyncDisposableStack();
  const sandbox = await startSandbox({ terminals: 20 });
  cleanup.defer(() => sandbox.close());
  const cwd = mkdtempSync(join(tmpdir(), 'fleetkit-readme-'));
  cleanup.defer(() => rmSync(cwd, { recursive: true }));
  const env = createOperatorEnvironment(sandbox);

  const ended: [line: string, code: number | null][] = [];
  const skipped: string[] = [];
  let report = '';
  for (const line of lines) {
    if (STARTS_A_SERVER.test(line)) skipped.push(line);
    else if (line.startsWith('curl ')) {
      const { status } = await sendCurl(line, sandbox.url);
      expect(status, line).toBe(line.includes('code=503') ? 503 : 200);
    } else {
      const given = splitCommandLine(line.replace(ADDRESS, sandbox.url)).slice(2);
      const { code, stdout } = await runFleetkit([...given, ...shorten(line)], { env, cwd });
      ended.push([line, code]);
      report = stdout;
    }
  }

  expect(skipped.length).toBeLessThan(lines.length / 2);
  const last = ended.pop();
  expect(last?.[0]).toContain('npx fleetkit conform');
  expect(ended.filter(([, code]) => code !== 0)).toEqual([]);
  expect(report).not.toContain('FAIL');
  expect(last?.[1]).toBe(isThorough ? 4 : 0); // all of the run in `npm test` can be verified without writes
}, 600_000);
