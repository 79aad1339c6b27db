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
