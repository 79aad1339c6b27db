import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

/* The commands that talk to a running sandbox, against one that was started by `fleetkit serve`. */

const cli = join(import.meta.dirname, 'cli.ts');
const folder = mkdtempSync(join(tmpdir(), 'fleetkit-control-'));

let server: ChildProcess;
let url = '';
let token = '';
let logged = '';

beforeAll(async () => {
  const { FLEETKIT_OPERATOR_TOKEN: _, ...env } = process.env;
  server = spawn(process.execPath, [cli, 'serve', '--port', '0', '--json'], { env });
  server.stderr?.on('data', (chunk) => {
    logged += String(chunk);
  });
  const greeting = await new Promise<string>((resolve, reject) => {
    server.stdout?.once('data', (chunk) => resolve(String(chunk)));
    server.once('exit', (code) => reject(new Error(`serve ended with ${code}: ${logged}`)));
  });
  ({ url, operator_token: token } = JSON.parse(greeting));
});
afterAll(() => {
  server.kill();
});

async function fleetkit(given: readonly string[], environment: Record<string, string> = {}) {
  const { FLEETKIT_OPERATOR_TOKEN: _o, FLEETKIT_KEY: _k, FLEETKIT_URL: _u, ...inherited } = process.env;
  const env = { ...inherited, FLEETKIT_URL: url, ...environment };
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, [cli, ...given], { env })) };
  } catch (thrown) {
    return thrown as { code: number; stdout: string; stderr: string }; // what execFile rejects with
  }
}

test('the token is kept for this user alone, and the clock is moved with it', async () => {
  const kept = join(tmpdir(), `fleetkit-${userInfo().username.replace(/\W/g, '_')}`, `operator-${new URL(url).port}`);
  expect(readFileSync(kept, 'utf8').trim()).toBe(token);
  expect(statSync(kept).mode & 0o777).toBe(0o600);

  expect((await fleetkit(['clock'])).stdout).toBe('2026-11-02T15:00:00Z, frozen\n');
  expect((await fleetkit(['clock', 'advance', '2h30m'])).stdout).toBe('2026-11-02T17:30:00Z, frozen\n');
  expect((await fleetkit(['clock', 'set', '2026-11-03T00:00:00Z'])).stdout).toBe('2026-11-03T00:00:00Z, frozen\n');
  expect((await fleetkit(['clock', 'run', '60'])).stdout).toContain('running 60 times');
  expect((await fleetkit(['clock', 'freeze'])).stdout).toContain('frozen');
  const reset = await fleetkit(['reset', '--json']);
  expect(JSON.parse(reset.stdout)).toEqual({ tenant_id: null, now: '2026-11-02T15:00:00Z' });
});

test('events are listed, and the journal goes to a file and back', async () => {
  const events = await fleetkit(['events', '--type', 'cash_low', '--limit', '3']);
  expect(events.stdout.split('\n')[0]).toMatch(
    /^2026-\d\d-\d\dT.*Z {2}cash_low +triggered +medium +[A-Z]{2}\d{6} +evt_/,
  );
  expect(events.stdout).toContain('More: --cursor ');
  const file = join(folder, 'story.json');
  await fleetkit(['clock', 'advance', '1d']);
  expect((await fleetkit(['journal', 'export', file])).stdout).toContain(file);
  await fleetkit(['reset']);
  expect((await fleetkit(['journal', 'import', file])).stdout).toContain('the clock shows 2026-11-03T15:00:00Z');
  await fleetkit(['reset']);
});

test('a key of an administrator does what is its own', async () => {
  const key = { FLEETKIT_KEY: 'sbx-redline-admin' };
  expect((await fleetkit(['reset', '--key', 'sbx-redline-admin'])).stdout).toContain('acct_redline starts over');
  const foreign = await fleetkit(['clock', 'advance', '1h', '--key', 'sbx-redline-admin'], key);
  expect(foreign.code).toBe(1);
  expect(foreign.stderr).toContain("operator's token");
});

test.each<[string, string[], Record<string, string>, number, string]>([
  ['a wrong duration', ['clock', 'advance', 'soon'], {}, 2, '2h30m'],
  ['a wrong instant', ['clock', 'set', 'noon'], {}, 2, '2026-11-06T22:00:00Z'],
  ['a wrong address', ['clock', '--url', 'localhost'], {}, 2, 'http://'],
  ['a file that is not there', ['journal', 'import', '/nowhere'], {}, 2, 'cannot be read'],
  ['a document that is none', ['journal', 'import', cli], {}, 2, 'is not JSON'],
  ['nothing that answers', ['clock', '--url', 'http://127.0.0.1:9', '--token', 'x'], {}, 3, 'fleetkit serve'],
  ['no token for another machine', ['clock', '--url', 'https://sandbox.example'], {}, 2, '--token'],
  ['a wrong token', ['clock', '--token', 'wrong-token-wrong-token'], {}, 1, 'Refused with 401'],
  ['a clock set back', ['clock', 'set', '2026-01-01T00:00:00Z'], {}, 1, 'only goes forwards'],
])('%s ends with a sentence', async (_, given, environment, code, says) => {
  const answer = await fleetkit(given, environment);
  expect(answer.stderr).toContain(says);
  expect(answer.code).toBe(code);
});

test('the token stands in no line of the log', async () => {
  await fetch(`${url}/sandbox/${token}`, { headers: { Authorization: `Bearer ${token}` } });
  await fleetkit(['clock']);
  expect(logged).toContain('/sandbox/clock');
  expect(logged).toContain('operator');
  expect(logged).not.toContain(token);
});

test('on an address that others reach there is no operator unless a token is given', async () => {
  const open = spawn(process.execPath, [cli, 'serve', '--port', '0', '--host', '0.0.0.0', '--json', '--log', 'off']);
  try {
    const greeting = await new Promise<string>((resolve) => {
      open.stdout?.once('data', (chunk) => resolve(String(chunk)));
    });
    const { url: there, operator_token: none } = JSON.parse(greeting);
    expect(none).toBeNull();
    const refused = await fleetkit(['reset', '--url', there, '--token', token]);
    expect(refused.stderr).toContain('--operator-token');
  } finally {
    open.kill();
  }
});
