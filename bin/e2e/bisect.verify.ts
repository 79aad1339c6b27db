import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../library/index.ts';
import { COMMAND } from './testing/built-code.ts';
import { createOperatorEnvironment, runFleetkit } from './testing/run-cli.ts';

const TERMINAL = 'NW104310';
const READ_STATUS = `
const headers = { 'X-API-Key': process.env.FLEETKIT_KEY };
const response = await fetch(process.env.FLEETKIT_URL + '/v1/terminals/${TERMINAL}/status-monitoring', { headers });
if (!response.ok) throw new Error(response.status);
const { cash } = await response.json();
`;
/** Fails when cash is low. */
const CHECK = `${READ_STATUS} process.exit(cash.dispenser_state === 'ok' ? 0 : 1);`;

const folder = mkdtempSync(join(tmpdir(), 'fleetkit-bisect-'));
afterAll(() => rmSync(folder, { recursive: true }));

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  await sandbox.clock.advance('1h');
  await sandbox.clock.advance('1h');
  await sandbox.trigger('cash_low', { terminalId: TERMINAL, advance: true });
  await sandbox.clock.advance('1h');
  await sandbox.clock.advance('1h');
});
afterAll(() => sandbox.close());

const bisect = (options: readonly string[], program: string) =>
  runFleetkit(['bisect', '--user', 'usr_nw_admin', ...options, '--', process.execPath, '-e', program], {
    env: createOperatorEnvironment(sandbox),
  });

async function listForks(): Promise<readonly unknown[]> {
  const headers = { Authorization: `Bearer ${sandbox.operatorToken}` };
  const response = await sandbox.fetch(new Request(`${sandbox.url}/sandbox/workspaces`, { headers }));
  return ((await response.json()) as { data: unknown[] }).data;
}

test('prints the first entry after which the command fails, and deletes its forks', async () => {
  const { code, stdout, stderr } = await bisect([], CHECK);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(stdout).toBe(
    `The command fails after this entry of the journal, and passes before it:

  Position  4
  Instant   2026-11-02T17:01:00Z
  By        the operator
  Changes   The clock is set to 2026-11-02T17:01:00Z. (clock-set)

8 runs on forks, which were deleted. Examine the states before and after the entry:
  fleetkit fork --at 3
  fleetkit fork --at 4
`,
  );
  expect(await listForks()).toEqual([]);
});

test.each([
  ['--from 4', 'fails at position 4 already'],
  ['--to 2026-11-02T16:30:00Z', 'passes at position 1, the last state'],
  ['--to 99', 'Expected 0 to 6'],
  ['--from 6', 'no entry after --from'],
  ['--user usr_other', 'There is no user usr_other'],
])('refuses %s with 2 and the reason', async (options, reason) => {
  const { code, stdout, stderr } = await bisect(options.split(' '), CHECK);
  expect({ code, stdout, stderr }).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(reason) });
  expect(await listForks()).toEqual([]);
});

test('refuses a command that is not deterministic', async () => {
  const mark = JSON.stringify(join(folder, 'mark'));
  const { code, stderr } = await bisect(
    [],
    `const fs = require('fs'); if (fs.existsSync(${mark})) process.exit(0); fs.writeFileSync(${mark}, ''); process.exit(1);`,
  );
  expect({ code, stderr }).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('A bisect whose command is not deterministic'),
  });
});

test('deletes its fork when it is stopped', async () => {
  const args = ['bisect', '--verbose', '--', process.execPath, '-e', 'console.log("runs"); setInterval(() => {}, 1e6)'];
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: { ...process.env, ...createOperatorEnvironment(sandbox) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += String(chunk);
    if (output.includes('runs')) child.kill('SIGINT');
  });
  const [code] = await once(child, 'close');
  expect({ code, output }).toMatchObject({ code: 130 });
  expect(await listForks()).toEqual([]);
});
