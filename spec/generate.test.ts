import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isThorough } from '../base/testing/depth.ts';

/** CI runs `check:generated` beside `npm test`. */
test.runIf(isThorough)('finds all generated files fresh', () => {
  const script = join(import.meta.dirname, 'generate.ts');
  const run = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
  expect(run.stderr).toBe('');
  expect(run.status).toBe(0);
});
