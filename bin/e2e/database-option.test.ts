import { expect, test } from 'vitest';
import { runFleetkit } from './testing/run-cli.ts';

const DATABASE = 'postgres://me:hunter2@127.0.0.1:1/fleet';

test.each<[string, readonly string[], string]>([
  [
    'with --data',
    ['--database', DATABASE, '--data', 'somewhere'],
    "'--database <url>' cannot be used with option '-d, --data",
  ],
  ['that cannot be reached', ['--database', DATABASE], 'cannot use the database 127.0.0.1:1/fleet'],
  [
    'of another kind',
    ['--database', 'mysql://me:hunter2@127.0.0.1/fleet'],
    'Expected postgres://USER:PASSWORD@HOST:PORT/DATABASE',
  ],
])('serve refuses a database %s, without printing its password', async (_, options, message) => {
  const { code, stdout, stderr } = await runFleetkit(['serve', '--port', '0', ...options]);
  expect(code).not.toBe(0);
  expect(stderr).toContain(message);
  expect(stdout + stderr).not.toContain('hunter2');
});

const start = (env: Record<string, string>, ...options: string[]) => runFleetkit(['serve', ...options], { env });

test('serve names the variable of a database that it cannot use, without printing its password', async () => {
  for (const url of [DATABASE, 'mysql://me:hunter2@127.0.0.1/fleet', 'hunter2']) {
    const { code, stderr } = await start({ FLEETKIT_DATABASE_URL: url }, '--port', '0');
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('The variable FLEETKIT_DATABASE_URL sets this database.'),
    ]);
    expect(stderr).not.toContain('hunter2');
  }
});

test('serve prefers --database to the variable', async () => {
  const other = 'postgres://me:hunter2@127.0.0.1:1/other';
  const { stderr } = await start({ FLEETKIT_DATABASE_URL: DATABASE }, '--port', '0', '--database', other);
  expect(stderr).toContain('127.0.0.1:1/other');
  expect(stderr).not.toContain('FLEETKIT_DATABASE_URL');
});

test('serve does not read the variables of other programs', async () => {
  // The last option ends the command before it listens.
  const env = { DATABASE_URL: DATABASE, HOST: 'host.invalid', PORT: 'x' };
  const { code, stderr } = await start(env, '--hosted');
  expect([code, stderr]).toEqual([1, expect.stringContaining('--database <url> or FLEETKIT_DATABASE_URL')]);
  expect(stderr.split('\n  --').length).toBeGreaterThan(3);
});

test.each([
  ['FLEETKIT_PORT', '70000', "option '-p, --port <port>' value '70000' from env 'FLEETKIT_PORT' is invalid"],
  ['FLEETKIT_HOST', 'host.invalid', 'host.invalid is not an address of this machine'],
])('serve reads %s', async (name, value, message) => {
  const { stderr } = await start({ [name]: value }, ...(name === 'FLEETKIT_PORT' ? [] : ['--port', '0']));
  expect(stderr).toContain(message);
});

test.each(['', 'tcp://10.0.0.1:80'])('serve takes a FLEETKIT_PORT of %j as unset', async (value) => {
  const env = { FLEETKIT_PORT: value, FLEETKIT_HOST: '', FLEETKIT_DATABASE_URL: '', FLEETKIT_OPERATOR_TOKEN: '' };
  const { code, stderr } = await start(env, '--hosted');
  expect([code, stderr]).toEqual([1, expect.stringMatching(/--operator-token[\s\S]*FLEETKIT_DATABASE_URL/)]);
});
