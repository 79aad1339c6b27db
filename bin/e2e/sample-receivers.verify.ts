import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { probes } from '../../conformance/receiver/all-probes.ts';
import { checkOne, listProbeIds, SECRET } from '../../conformance/receiver/testing/check-one.ts';
import { startSampleReceiver } from './testing/sample-receiver.ts';

/* Tests the sample receivers in other languages if their tools are installed. */

const folder = mkdtempSync(join(tmpdir(), 'fleetkit-receivers-'));
afterAll(() => rmSync(folder, { recursive: true }));

const samples = join(import.meta.dirname, '../../docs/receivers');
const built = join(folder, 'receiver');

/** The commands that build and start each receiver. */
const languages = [
  { name: 'Python', tool: ['python3', '--version'], command: ['python3', join(samples, 'python/receiver.py')] },
  {
    name: 'Go',
    tool: ['go', 'version'],
    build: ['go', 'build', '-o', built, join(samples, 'go/main.go')],
    command: [built],
  },
] as const;

function run([command, ...given]: readonly string[]): boolean {
  try {
    execFileSync(command ?? '', given, {
      stdio: 'pipe',
      env: { ...process.env, GOFLAGS: '-mod=mod', GO111MODULE: 'off' },
    });
    return true;
  } catch {
    return false;
  }
}

test.for(languages)('the sample receiver in $name passes every probe', async ({ tool, command, ...more }, { skip }) => {
  skip(!run(tool), `${tool[0]} is not installed`);
  if ('build' in more) expect(run(more.build)).toBe(true);
  const receiver = await startSampleReceiver(command, SECRET);
  try {
    const result = await checkOne(receiver.url, { effects: async () => receiver.effects() });
    expect(result.probes.filter(({ outcome }) => outcome !== 'pass')).toEqual([]);
    expect(listProbeIds(result, 'pass')).toEqual(probes.map(({ id }) => id));
  } finally {
    receiver.end();
  }
});
