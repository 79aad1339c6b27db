import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ADDRESS, readMarkdown, sendCurl, splitCommandLine } from '../../dev/test-documents.ts';
import { startSandbox } from '../../library/index.ts';
import { createOperatorEnvironment, runFleetkit } from '../testing/run-cli.ts';

/** Commands that start a server or another process: they do not change the sandbox. */
const STARTS_A_SERVER = /^(npm |npx fleetkit serve|WEBHOOK_SECRET=|export |npx fleetkit receiver check)/;

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
      const { code, stdout } = await runFleetkit(given, { env, cwd });
      ended.push([line, code]);
      report = stdout;
    }
  }

  expect(skipped.length).toBeLessThan(lines.length / 2);
  const last = ended.pop();
  expect(last?.[0]).toContain('npx fleetkit conform');
  expect(ended.filter(([, code]) => code !== 0)).toEqual([]);
  expect(report).not.toContain('FAIL');
  expect(last?.[1]).toBe(4); // some rules need writes
}, 600_000);
