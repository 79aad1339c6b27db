import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { tenants } from '../../fixtures/index.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { contract, type PublicDocument } from '../../spec/index.ts';
import { createProgram } from '../command-line.ts';
import { COMMAND } from './testing/built-code.ts';
import { findOlderNode } from './testing/older-node.ts';
import { type CommandResult, runFleetkit } from './testing/run-cli.ts';

const fleetkit = (...args: string[]): Promise<CommandResult> => runFleetkit(args);

/** A sandbox server that this file starts and stops. */
interface Serving {
  /** The first chunk of standard output. */
  readonly greeting: string;
  readonly process: ChildProcess;
  /** Returns the log so far. */
  log(): string;
}

const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
});

async function serve(...given: string[]): Promise<Serving> {
  const child = spawn(process.execPath, [COMMAND, 'serve', '--port', '0', ...given]);
  started.push(child);
  let log = '';
  child.stderr.on('data', (chunk) => {
    log += String(chunk);
  });
  const [greeting] = await once(child.stdout, 'data');
  return { greeting: String(greeting), process: child, log: () => log };
}

/** Sends the request of a curl line. */
function fetchLike(line: string): Promise<Response> {
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  const headers = words.flatMap((word, index) => (words[index - 1] === '-H' ? [word] : []));
  const body = words[words.indexOf('-d') + 1];
  const [url] = words.filter((word) => word.startsWith('http'));
  return fetch(url ?? '', {
    headers: headers.map((header): [string, string] => [header.replace(/:.*/, ''), header.replace(/^[^:]*: */, '')]),
    ...(words.includes('-d') && body !== undefined ? { method: 'POST', body } : {}),
  });
}

/** Resolves when the log contains `text`. */
async function waitForLog(serving: Serving, text: string): Promise<string> {
  while (!serving.log().includes(text)) await once(serving.process.stderr ?? serving.process, 'data');
  return serving.log();
}

describe('fleetkit serve', () => {
  let serving: Serving;
  beforeAll(async () => {
    serving = await serve();
  });

  test('prints its URL and one key of each tenant', () => {
    expect(serving.greeting).toMatch(/^fleetkit sandbox on http:\/\/127\.0\.0\.1:\d+ /);
    for (const { users } of tenants) {
      const keys = users.flatMap((user) => user.keys.map(({ key }) => key));
      expect(keys.filter((key) => new RegExp(`^ {2}${key} `, 'm').test(serving.greeting))).toHaveLength(1);
    }
    expect(tenants).toHaveLength(6);
  });

  test('prints three curl lines that work and have short replies', async () => {
    const lines = serving.greeting.split('\n').filter((line) => line.startsWith('  curl '));
    expect(lines).toHaveLength(3);
    const replies = await Promise.all(lines.map(fetchLike));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 201]);
    const texts = await Promise.all(replies.map((reply) => reply.text()));
    expect(texts.filter(({ length }) => length > 2000)).toEqual([]);
    const [list, status, derivation] = texts.map((text) => JSON.parse(text));
    expect(list).toMatchObject({ data: [{ transaction_type: 'withdrawal' }], page: { limit: 1, returned: 1 } });
    expect(status).toMatchObject({ operational_state: 'in_service' });
    expect(derivation).toMatchObject({ batches: [{ status: 'derived' }] });
  });

  test('logs errors without keys from headers, path, query or body', async () => {
    const { url, key } = parseGreeting(serving);
    const wrong = [
      fetch(`${url}/v1/${key}/portal`, { headers: { 'X-Request-Id': 'wrong-path' } }),
      fetch(`${url}/v1/portal?api_key=${key}`, { headers: { 'X-Request-Id': 'wrong-query' } }),
      fetch(`${url}/v1/disputes`, {
        method: 'POST',
        headers: { 'X-API-Key': key, 'X-Request-Id': 'wrong-body', 'Content-Type': 'application/json' },
        body: `{"key": "${key}`,
      }),
      fetch(`${url}/v1/portal`, {
        headers: { 'X-API-Key': key, 'X-Request-Id': 'wrong-500', Prefer: 'code=500', 'User-Agent': key },
      }),
    ];
    expect((await Promise.all(wrong)).map(({ status }) => status)).toEqual([404, 401, 400, 500]);
    for (const id of ['wrong-path', 'wrong-query', 'wrong-body', 'wrong-500']) await waitForLog(serving, id);
    expect(serving.log()).toMatch(/^500 GET {2}\/v1\/portal {2}[\d.]+ ms {2}usr_\w+ {2}wrong-500$/m);
    expect(serving.log()).toContain(' /v1/sbx-.../portal ');
    expect(serving.log()).not.toContain(key);
    expect(key).toBe('sbx-northway-admin');
  });

  test('exits with 0 after a signal', async () => {
    const other = await serve('--log', 'off');
    const ended = once(other.process, 'exit');
    other.process.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(other.log()).toBe('');
  });

  test('waits for requests in flight after the first signal, and exits immediately after the second', async () => {
    const other = await serve('--log', 'json', '--trust-proxy', 'loopback,10.0.0.0/8', '--max-connections', '10');
    const { url, key } = parseGreeting(other);
    const ended = once(other.process, 'exit');
    const slow = fetch(`${url}/v1/portal`, { headers: { 'X-API-Key': key, Prefer: 'delay=30000' } });
    const outcome = slow.then(
      () => 'answered',
      () => 'cut',
    );
    await fetch(`${url}/v1/portal`, { headers: { 'X-Request-Id': 'in-flight' } });
    await waitForLog(other, 'in-flight');
    other.process.kill('SIGINT');
    while (
      await fetch(url).then(
        () => true,
        () => false,
      )
    );
    expect(other.process.exitCode).toBeNull();
    other.process.kill('SIGTERM');
    expect(await ended).toEqual([143, null]);
    expect(await outcome).toBe('cut');
  });

  test('prints one object with the URL and all keys for --json', async () => {
    const other = await serve('--json', '--log', 'json');
    expect(other.greeting.trimEnd()).not.toContain('\n');
    const { url, seed, keys } = JSON.parse(other.greeting);
    expect(seed).toBe(1);
    expect(keys).toHaveLength(tenants.flatMap(({ users }) => users.flatMap((user) => user.keys)).length);
    expect(keys[0]).toEqual({
      tenant: 'acct_northway',
      user: expect.stringMatching(/^usr_/),
      role: 'iso_admin',
      key: 'sbx-northway-admin',
      is_revoked: false,
      expires_at: tenants[0]?.users[0]?.keys[0]?.expiresAt,
    });
    const reply = await fetch(`${url}/v1/portal`, {
      headers: { 'X-API-Key': keys[0].key, 'X-Request-Id': 'sent-once' },
    });
    expect(reply.status).toBe(200);
    const lines = (await waitForLog(other, 'sent-once')).trim().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      event: 'request',
      request_id: 'sent-once',
      operation_id: 'getPortal',
      path: '/v1/portal',
      status: 200,
    });
  });

  test('starts links in replies with --public-url', async () => {
    const other = await serve('--json', '--public-url', 'https://sandbox.example/');
    const { url } = JSON.parse(other.greeting);
    const feed = await fetch(`${url}/v1/feeds/account.xml`, { headers: { 'X-API-Key': 'sbx-delgado-owner' } });
    const text = await feed.text();
    expect(text).toContain('<link>https://sandbox.example/v1/portal');
    expect(text).not.toContain('127.0.0.1');
  });

  test('exits with 1 and one sentence if the port is in use', async () => {
    const { url } = parseGreeting(serving);
    const { port } = new URL(url);
    const { code, stdout, stderr } = await fleetkit('serve', '--port', port);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe(
      `Port ${port} on 127.0.0.1 is already in use. Choose another port with --port, or let --port 0 pick a free one.\n`,
    );
  });

  test('exits with 1 and one sentence for an address of another machine', async () => {
    const { code, stderr } = await fleetkit('serve', '--port', '0', '--host', '192.0.2.1');
    expect([code, stderr]).toEqual([1, '192.0.2.1 is not an address of this machine. Choose one with --host.\n']);
  });

  test.each<[string, string[], string]>([
    ['a port that is no number', ['--port', 'http'], 'Expected a whole number from 0 to 65535.'],
    ['a port out of range', ['--port', '65536'], 'Expected a whole number from 0 to 65535.'],
    ['a port below 0', ['--port=-1'], 'Expected a whole number from 0 to 65535.'],
    ['a port that is left out', ['--port'], 'argument missing'],
    ['a seed with a fraction', ['--seed', '1.5'], 'Expected a whole number from 0 to 4294967295.'],
    ['zero proxies', ['--trust-proxy', '0'], 'Expected a number from 1 to 99, or proxy addresses'],
    [
      'the host name of a proxy',
      ['--trust-proxy', 'loopback,proxy.example'],
      '"proxy.example" does not begin with an address',
    ],
    ['too few connections', ['--max-connections', '9'], 'Expected a whole number from 10 to 1000000.'],
    ['a rate of 0', ['--rate-limit', '0'], 'Expected a whole number from 1 to 1000000.'],
    ['an unknown log format', ['--log', 'loud'], 'Allowed choices are text, json, off.'],
    ['a public URL without a scheme', ['--public-url', 'sandbox.example'], 'Expected an absolute http or https'],
    ['an unknown option', ['--prot', '4401'], 'Did you mean --port?'],
    ['an argument', ['4401'], 'Expected 0 arguments but got 1'],
  ])('exits with 2 for %s and states the expected value', async (_, given, expectedText) => {
    const { code, stdout, stderr } = await fleetkit('serve', ...given);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(expectedText);
    expect(stderr).not.toMatch(/^ +at /m);
  });
});

function parseGreeting({ greeting }: Serving): { readonly url: string; readonly key: string } {
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(greeting) ?? [];
  const [key = ''] = /sbx-[\w-]+/.exec(greeting) ?? [];
  return { url, key };
}

describe('fleetkit tenants', () => {
  const every = tenants.flatMap(({ users }) => users.flatMap(({ keys }) => keys.map(({ key }) => key)));

  test('lists every key with its role and scope, and marks inactive keys', async () => {
    const { stdout } = await fleetkit('tenants');
    expect(every.length).toBeGreaterThan(15);
    for (const key of every) expect(stdout).toMatch(new RegExp(`^ {2}${key} +[a-z_]+ +usr_\\w+ +\\S`, 'm'));
    expect(stdout).toMatch(/sbx-northway-admin +iso_admin +usr_\w+ +48 terminals of {2}\d accounts/);
    expect(stdout).toMatch(/sbx-northway-expired .*expired: returns 401/);
    expect(stdout).toMatch(/sbx-northway-revoked .*revoked: returns 401/);
  });

  test('prints no control characters', async () => {
    const { stdout } = await fleetkit('tenants');
    expect(stdout).toContain('Ämpersand');
    expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  test('lists the same keys for --json', async () => {
    const rows = JSON.parse((await fleetkit('tenants', '--json')).stdout) as TenantRow[]; // read by name below
    const users = rows.flatMap((row) => row.users);
    expect(rows.map(({ tenant }) => tenant)).toEqual(tenants.map(({ tenantId }) => tenantId));
    expect(users.map(({ key }) => key)).toEqual(every);
    const admin = users.find(({ key }) => key === 'sbx-northway-admin');
    expect(admin?.sees?.terminals).toBe(48);
    expect(admin?.sees?.may).toContain('derive_settlements');
    expect(users.find(({ key }) => key === 'sbx-northway-revoked')?.sees).toBeNull();
  });
});

interface TenantRow {
  readonly tenant: string;
  readonly users: readonly {
    readonly key: string;
    readonly sees: { readonly terminals: number; readonly may: readonly string[] } | null;
  }[];
}

describe('fleetkit spec', () => {
  test('prints the contract as JSON and as YAML', async () => {
    const { stdout } = await fleetkit('spec');
    expect(JSON.parse(stdout)).toEqual(contract);
    expect((await fleetkit('spec', '--json')).stdout).toBe(stdout);
    expect((await fleetkit('spec', '--json', '--yaml')).code).toBe(2);
    const { stdout: yaml } = await fleetkit('spec', '--yaml');
    expect(parse(yaml)).toEqual(contract);
    // Without quotes, YAML 1.1 parsers would read these as a date and as a boolean.
    expect(parse(yaml, { version: '1.1' })).toEqual(contract);
  });

  test('prints the public document without extension members for --public', async () => {
    const { url } = parseGreeting(await serve());
    const response = await fetch(`${url}/v1/integrations/public-openapi.json`);
    const served = (await response.json()) as PublicDocument; // its tests validate it
    const { stdout } = await fleetkit('spec', '--public');
    expect(served.servers).toEqual([{ url, description: 'This server.' }]);
    const { servers } = contract;
    expect(servers).toEqual([{ url: 'http://127.0.0.1:4400', description: expect.any(String) }]);
    expect(JSON.parse(stdout)).toEqual({ ...served, servers });
    expect(parse((await fleetkit('spec', '--public', '--yaml')).stdout)).toEqual({ ...served, servers });
    expect(stdout).not.toContain('"x-clause"');
    expect(JSON.stringify(contract)).toContain('"x-clause"');
  });

  test('exits without an error if the reader closes the pipe', async () => {
    const child = spawn(process.execPath, [COMMAND, 'spec', '--yaml']);
    started.push(child);
    let complaint = '';
    child.stderr.on('data', (chunk) => {
      complaint += String(chunk);
    });
    const ended = once(child, 'close');
    await once(child.stdout, 'data');
    child.stdout.destroy();
    expect([...(await ended), complaint]).toEqual([0, null, '']);
  });
});

describe('fleetkit serve without a reader of its output', () => {
  test.each(['json', 'text'])('continues to serve, and ends on a signal, with the log form %s', async (form) => {
    const serving = await serve('--log', form);
    const { url } = parseGreeting(serving);
    serving.process.stderr?.destroy();
    serving.process.stdout?.destroy();
    for (const path of ['/v1/portal', '/v1/portal', '/nothing']) expect((await fetch(url + path)).ok).toBe(false);
    const ended = once(serving.process, 'exit');
    serving.process.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});

describe('fleetkit', () => {
  test('prints the help without arguments', async () => {
    const { code, stdout, stderr } = await fleetkit();
    expect([code, stdout, stderr]).toEqual([0, (await fleetkit('--help')).stdout, '']);
  });

  test('lists the commands and examples for --help, and the version for --version', async () => {
    const { code, stdout } = await fleetkit('--help');
    expect(code).toBe(0);
    for (const name of ['serve', 'tenants', 'spec', 'conform', 'clock', 'reset', 'events', 'play', 'journal', 'help'])
      expect(stdout).toMatch(new RegExp(`^ {2}${name} `, 'm'));
    expect(stdout).toContain('fleetkit conform http://127.0.0.1:4400 --key');
    expect((await fleetkit('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test.each([
    [
      'serve',
      [
        '--port',
        '--host',
        '--seed',
        '--log',
        '--public-url',
        '--rate-limit',
        '--trust-proxy',
        '--max-connections',
        '--operator-token',
        '--json',
        'default: 4400',
      ],
    ],
    ['tenants', ['--json']],
    ['spec', ['--public', '--sandbox', '--yaml']],
    ['clock', ['advance', 'set', 'run', 'freeze']],
    ['reset', ['--tenant', '--new-ids', '--token', '--url']],
    ['events', ['list', 'watch']],
    ['play', ['--list', '--reset', '--pause', '--json']],
    ['journal', ['export', 'import']],
    ['receiver', ['check']],
    ['conform', ['url ', '--key', '--keys-file', '--only', '--skip', '--format', '--allow-writes', 'Exit codes:']],
  ])('lists the options of %s for --help and for help', async (name, mentioned) => {
    const { code, stdout, stderr } = await fleetkit(name, '--help');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(new RegExp(`^Usage: fleetkit ${name} `));
    for (const text of mentioned) expect(stdout.replace(/\s+/g, ' ')).toContain(text);
    expect((await fleetkit('help', name)).stdout).toBe(stdout);
  });

  test('states each default in the help once, and not in milliseconds', async () => {
    const every = async (command: Command): Promise<string> =>
      [command.helpInformation(), ...(await Promise.all(command.commands.map(every)))].join('\n');
    const help = (await every(await createProgram())).replace(/\n {10,}/g, ' ');
    expect(help.match(/\(default/g)?.length).toBeGreaterThan(20);
    expect(help.split('\n').filter((line) => /\(default.*\(default|default: \d{5,}/.test(line))).toEqual([]);
  });

  test('prints its help without a command', async () => {
    const { code, stdout, stderr } = await fleetkit();
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe((await fleetkit('--help')).stdout);
  });

  test.each<[string, string[], string]>([
    ['a misspelt command', ['serv'], 'Did you mean serve?'],
    ['an unknown command', ['launch'], 'Run fleetkit --help'],
    ['an unknown option', ['--loud'], "unknown option '--loud'"],
    ['an unknown option of tenants', ['tenants', '--yaml'], "unknown option '--yaml'"],
    ['a misspelt option of spec', ['spec', '--ymal'], 'Did you mean --yaml?'],
  ])('exits with 2 for %s', async (_, given, expectedText) => {
    const { code, stdout, stderr } = await fleetkit(...given);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(expectedText);
  });

  test('names the required version on an older Node.js', async ({ skip }) => {
    const old = findOlderNode();
    if (old === undefined) return skip('this machine has no older Node.js');
    const run = await promisify(execFile)(old, [COMMAND, 'serve']).catch((thrown) => thrown as CommandResult);
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toMatch(/^fleetkit needs Node\.js 22\.19 or later; this is \d+\.\d+\.\d+\.\n.*npm start.*\n$/);
  });
});

test('checks for the Node.js version of package.json in every guard', () => {
  const [, major, minor] = />=(\d+)\.(\d+)/.exec(packageJson.engines.node) ?? [];
  for (const guard of ['../fleetkit.js', '../../base/require-node.ts']) {
    const text = readFileSync(join(import.meta.dirname, guard), 'utf8');
    expect(text).toMatch(
      guard.endsWith('.js') ? `major === ${major} && minor < ${minor}` : `OLDEST = [${major}, ${minor}]`,
    );
  }
});
