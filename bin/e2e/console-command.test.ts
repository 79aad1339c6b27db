import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { isThorough } from '../../base/testing/depth.ts';
import { startSandbox } from '../library/index.ts';
import { COMMAND } from './testing/built-code.ts';
import { runFleetkit } from './testing/run-cli.ts';

/* `fleetkit console` and `fleetkit demo`. */

test('console prints a link whose code signs in once', async () => {
  const sandbox = await startSandbox();
  const { stdout } = await runFleetkit(['console', '--url', sandbox.url, '--token', sandbox.operatorToken]);
  const [, code] = /^http:\/\/127\.0\.0\.1:\d+\/#sign-in=([\w-]+)\n$/.exec(stdout) ?? [];
  const signIn = () =>
    fetch(`${sandbox.url}/sandbox/sign-in`, { method: 'POST', headers: { Authorization: `Bearer ${code}` } });
  expect(await (await signIn()).json()).toEqual({ operator_token: sandbox.operatorToken });
  expect((await signIn()).status).toBe(401);
  await sandbox.close();
});

test('console reports that an API key is not enough', async () => {
  const sandbox = await startSandbox();
  const refused = await runFleetkit(['console', '--url', sandbox.url, '--key', 'sbx-northway-admin']);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('Refused with 403');
  await sandbox.close();
});

test('demo starts a sandbox with verified deliveries, and prints a link', async () => {
  const demo = spawn(process.execPath, [COMMAND, 'demo', '--port', '0', '--no-open', '--scenario', 'line-cut']);
  let output = '';
  demo.stdout.on('data', (chunk) => {
    output += String(chunk);
  });
  while (!output.includes('Press Ctrl-C')) await once(demo.stdout, 'data');
  const [, received, verified] = /(\d+) deliveries received, (\d+) verified/.exec(output) ?? [];
  expect(Number(received)).toBeGreaterThan(0);
  expect(verified).toBe(received);
  expect(output).toMatch(/Console: http:\/\/127\.0\.0\.1:\d+\/#sign-in=[\w-]+/);
  demo.kill('SIGTERM');
  const [exitCode] = await once(demo, 'exit');
  expect(exitCode).toBe(0);
});

test('demo refuses a port that is in use if --port names it', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo; // listens on TCP
  const refused = await runFleetkit(['demo', '--port', String(port), '--no-open']);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(`Port ${port} is already in use`)]);
  other.close();
});

test.runIf(isThorough)('demo takes a free port if the usual one is in use', async () => {
  // Another process may already use the port: that is equivalent.
  const other = createServer().listen(4400, '127.0.0.1');
  await once(other, 'listening').catch(() => undefined);
  const demo = spawn(process.execPath, [COMMAND, 'demo', '--no-open', '--scenario', 'line-cut']);
  let output = '';
  demo.stdout.on('data', (chunk) => {
    output += String(chunk);
  });
  while (!output.includes('Press Ctrl-C')) await once(demo.stdout, 'data');
  const [, port] = /^fleetkit sandbox on http:\/\/127\.0\.0\.1:(\d+)\n/.exec(output) ?? [];
  expect(Number(port)).toBeGreaterThan(0);
  expect(port).not.toBe('4400');
  demo.kill('SIGTERM');
  expect(await once(demo, 'exit')).toEqual([0, null]);
  other.close();
});
