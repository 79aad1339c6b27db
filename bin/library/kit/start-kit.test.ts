import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { KitLimits } from './run-process.ts';
import { createStartKit } from './start-kit.ts';

const folder = mkdtempSync(join(tmpdir(), 'fleetkit-start-kit-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = (limits: KitLimits, target = 'http://127.0.0.1:1', key = 'secret-of-the-test') =>
  createStartKit(limits)(
    {
      ...{ kind: 'service', runId: 'run_1', target, folder, depth: 'quick', allowWrites: false },
      keys: new Map([['admin', key]]),
    },
    () => undefined,
  );

test('ends a process that needs more memory than allowed', async () => {
  expect(await start({ runSeconds: 600, memoryMegabytes: 10 }).ended).toEqual({
    kind: 'failed',
    message: 'The run needed more than 10 MB of memory.',
  });
});

test('ends a process that takes longer than allowed', async () => {
  expect(await start({ runSeconds: 0.01, memoryMegabytes: 512 }).ended).toEqual({
    kind: 'failed',
    message: 'The run took more than 0.01 seconds.',
  });
});

test('ends a process that is stopped', async () => {
  const process = start({ runSeconds: 600, memoryMegabytes: 512 });
  process.stop();
  expect(await process.ended).toEqual({ kind: 'failed', message: 'The run was canceled.' });
});

test('reports why the kit refused its input, without the key', async () => {
  const end = await start({ runSeconds: 600, memoryMegabytes: 512 }, 'http://127.0.0.1:1', '$SECRET_OF_THE_TEST').ended;
  expect(end).toMatchObject({ kind: 'failed', message: expect.stringContaining('the name of a variable') });
  expect(JSON.stringify(end)).not.toContain('SECRET_OF_THE_TEST');
});
