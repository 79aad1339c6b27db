import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

/* A small file system in memory, in a separate namespace, so that no permission of the machine is needed. */

const root = mkdtempSync(join(tmpdir(), 'fleetkit-full-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const MOUNT = 'mount -t tmpfs -o size=8m tmpfs "$0" && exec "$@"';
const runOnSmallDisk = (...command: readonly string[]): readonly string[] => [
  ...['--map-root-user', '--mount', 'sh', '-c', MOUNT, root, ...command],
];
const canMount = spawnSync('unshare', [...runOnSmallDisk('true')]).status === 0;
if (!canMount) process.stderr.write('SKIPPED: the test of a full disk, because unshare cannot mount a tmpfs here.\n');

test.skipIf(!canMount)(
  'workspaces on a full disk can be read and deleted, which frees space for writes',
  { timeout: 300_000 },
  () => {
    const script = join(import.meta.dirname, 'testing', 'fill-disk.ts');
    const output = execFileSync('unshare', [...runOnSmallDisk(process.execPath, '--no-warnings', script, root)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    expect(JSON.parse(output)).toEqual({
      ...{ reads: [200, 200, 200, 200, 200, 200], write: 507, readsAfterRestart: 200 },
      ...{ deletions: [200, 200], left: 1, writeAfterDeletions: 201 },
    });
  },
);
