import { afterEach, expect, it } from 'vitest';
import { createAtlasTenant } from '../../../fixtures/tenants/atlas/index.ts';
import { createProgram } from '../../command-line.ts';
import { type Sandbox, startSandbox } from '../index.ts';

const running: Sandbox[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((sandbox) => sandbox.close()));
});

async function start(terminals?: number): Promise<Sandbox> {
  const sandbox = await startSandbox({ port: false, ...(terminals === undefined ? {} : { terminals }) });
  running.push(sandbox);
  return sandbox;
}

it.each([0, -1, 1.5, Number.NaN, 20_001])('startSandbox rejects %d terminals', async (terminals) => {
  await expect(startSandbox({ port: false, terminals })).rejects.toThrow(
    /the option terminals is .*; expected a whole number from 1 to 20000/,
  );
});

it.each(['0', '-1', '1.5', 'abc', '20001', ''])('fleetkit serve rejects --terminals %j', async (text) => {
  let message = '';
  const program = await createProgram(['serve']);
  for (const command of [program, ...program.commands])
    command.exitOverride().configureOutput({ writeErr: (error) => (message += error) });
  await expect(program.parseAsync(['serve', `--terminals=${text}`], { from: 'user' })).rejects.toThrow();
  expect(message).toContain('Expected a whole number from 1 to 20000.');
});

it('has no Atlas without the option: its keys get 401', async () => {
  const sandbox = await start();
  expect(Object.keys(sandbox.keys).filter((id) => id.startsWith('usr_at'))).toEqual([]);
  const atlas = createAtlasTenant(1);
  const keys = atlas.users.flatMap((user) => user.keys.map(({ key }) => key));
  expect(keys.length).toBeGreaterThan(5);
  for (const key of keys) {
    const { status } = await sandbox.fetch('/v1/portal', { headers: { 'X-API-Key': key } });
    expect([key, status]).toEqual([key, 401]);
  }
});

it('has Atlas with the option, and lists its keys', async () => {
  const sandbox = await start(3);
  const { status } = await sandbox.fetch('/v1/portal', { headers: { 'X-API-Key': sandbox.keys.usr_at_admin ?? '' } });
  expect(status).toBe(200);
});
