import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startSandbox } from '../../library/index.ts';
import { runAction } from './testing/composite-action.ts';

/* Runs the GitHub Action from a checkout without node_modules, as a runner has it. Downloads the production dependencies. */

const root = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'fleetkit-action-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('installs the production dependencies of the action, and checks a service with its sources', async () => {
  const action = join(folder, 'action');
  mkdirSync(action);
  execFileSync(
    'sh',
    [
      '-euc',
      'git ls-files -z --cached --others --exclude-standard | tar --create --null --files-from - | tar --extract -C "$0"',
      action,
    ],
    {
      cwd: root,
    },
  );
  const sandbox = await startSandbox();
  const keys = `admin=${sandbox.keys.usr_nw_admin}`;
  const { ok, outputs, log } = await runAction({
    action,
    folder,
    inputs: { url: sandbox.url, keys, args: '--only=limit/*' },
    env: { npm_config_prefer_offline: 'true' },
  });
  await sandbox.close();
  expect({ ok, code: outputs['exit-code'], log: ok ? '' : log }).toEqual({ ok: true, code: '0', log: '' });
  expect(existsSync(join(action, 'node_modules/undici'))).toBe(true);
  expect(existsSync(join(action, 'node_modules/vitest'))).toBe(false);
});
