import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSelfSignedCertificate } from '../../conformance/testing/certificate.ts';
import { runFleetkit, spawnFleetkit, startProcess } from './testing/run-cli.ts';

/* `serve` with TLS and a base path, and the commands that use such a server. */

let folder = '';
let server: ReturnType<typeof startProcess>;
let url = '';
let caFile = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fleetkit transport-')); // a space, which the greeting quotes
  server = startProcess(['serve', '--port=0', '--tls', '--base-path=/fleet', '--log=off'], {
    env: { XDG_CACHE_HOME: folder },
  });
  await server.printed('settlements/derive');
  [url = ''] = /https:\/\/127\.0\.0\.1:\d+\/fleet/.exec(server.out()) ?? [];
  caFile = join(folder, 'fleetkit', 'tls', 'ca.pem');
});
afterAll(async () => {
  server.child.kill();
  await server.ended;
  rmSync(folder, { recursive: true });
});

test('prints the file of the authority, and curl lines that trust it', async () => {
  expect(server.out()).toContain(`Certificate authority: '${caFile}'.`);
  const [line = ''] = /curl --cacert .*limit=1'/.exec(server.out()) ?? [];
  const { stdout } = await promisify(execFile)('sh', ['-c', line.replace('curl', 'curl -sS')]);
  expect(JSON.parse(stdout)).toMatchObject({ object: 'list', data: [{}] });
});

test.each([
  ['clock', ['clock']],
  ['events', ['events', 'list', '--limit', '1']],
  ['destinations', ['destinations', 'list']],
  ['deliveries', ['deliveries', 'list']],
  ['journal', ['journal', 'export']],
  ['keys', ['keys', 'list']],
  ['workspaces', ['workspaces', 'list']],
  ['trigger', ['trigger', 'cash_low', '--terminal', 'NW104310', '--dry-run']],
  ['play', ['play', '--list']],
])('%s reaches it with --ca', async (_, args) => {
  const { code, stderr } = await spawnFleetkit([...args, '--url', url, '--ca', caFile]);
  const isBusyNote = /^.*\nThe command waits and repeats the request, .*\n$/; // the fleet is still in preparation on a busy machine
  expect([code, stderr.replace(isBusyNote, '')]).toEqual([0, '']);
});

test('a command reaches it with NODE_EXTRA_CA_CERTS and FLEETKIT_URL', async () => {
  const env = { NODE_EXTRA_CA_CERTS: caFile, FLEETKIT_URL: `${url}/` };
  expect(await spawnFleetkit(['clock'], { env })).toMatchObject({ code: 0, stdout: expect.stringContaining('frozen') });
});

test('the link of fleetkit console and the variables of a workspace have the base path', async () => {
  const connection = ['--url', url, '--ca', caFile];
  expect((await spawnFleetkit(['console', ...connection])).stdout).toContain(`${url}/#sign-in=`);
  const { stdout } = await spawnFleetkit(['workspaces', 'create', '--env', ...connection]);
  expect(stdout).toContain(`export FLEETKIT_URL=${url}\n`);
});

test('conform reads it with --ca', async () => {
  const { code, stdout } = await spawnFleetkit(
    [
      'conform',
      url,
      '--ca',
      caFile,
      '--key',
      'sbx-northway-admin',
      '--key',
      'sbx-redline-admin',
      '--only',
      'catalog/*',
    ],
    {},
  );
  expect(stdout).toContain(`fleetkit conform ${url}`);
  expect(stdout).not.toMatch(/[1-9]\d* failed/);
  expect([0, 4]).toContain(code);
});

describe('a command that cannot connect states why', () => {
  test.each<[string, (base: string) => string[], string]>([
    [
      'an unknown authority',
      (base) => ['--url', base],
      'is not signed by a trusted authority. Give the file of its authority with --ca',
    ],
    [
      'plain HTTP',
      (base) => ['--url', base.replace('https:', 'http:')],
      'If it speaks TLS, give its address with https://',
    ],
    [
      'no base path',
      (base) => ['--url', new URL(base).origin, '--ca', caFile],
      'This server answers only below /fleet.',
    ],
    ['a missing file', (base) => ['--url', base, '--ca', '/none.pem'], 'The file cannot be read: ENOENT'],
  ])('%s', async (_, options, message) => {
    const { code, stderr } = await spawnFleetkit(['clock', ...options(url)]);
    expect(code).not.toBe(0);
    expect(stderr).toContain(message);
  });
});

describe('serve rejects', () => {
  const expired = createSelfSignedCertificate({ from: new Date('2020-01-01'), until: new Date('2021-01-01') });
  const valid = createSelfSignedCertificate({ from: new Date('2020-01-01'), until: new Date('2120-01-01') });
  const save = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };

  test.each<[string, () => string[], number, string]>([
    [
      'a base path that is no path',
      () => ['--base-path', 'fleet'],
      2,
      'The base path "fleet" is not a path. Expected a path such as /fleet',
    ],
    [
      'a public URL without the path',
      () => ['--base-path', '/fleet', '--public-url', 'https://a.example'],
      1,
      'https://a.example/fleet',
    ],
    ['an origin with a path', () => ['--cors-origin', 'https://a.example/'], 2, 'Expected an origin without a path'],
    ['two certificates', () => ['--tls', '--tls-cert', 'a.pem', '--tls-key', 'b.pem'], 2, 'cannot be used with'],
    ['a certificate without a key', () => ['--tls-cert', save('c.pem', valid.cert)], 1, 'give both tlsCert and tlsKey'],
    [
      'a missing file',
      () => ['--tls-cert', '/none.pem', '--tls-key', '/none.pem'],
      1,
      '/none.pem cannot be read: there is no such file',
    ],
    [
      'a mismatched key',
      () => ['--tls-cert', save('c.pem', valid.cert), '--tls-key', save('k.pem', expired.key)],
      1,
      'does not belong to the certificate',
    ],
    [
      'an expired certificate',
      () => ['--tls-cert', save('c.pem', expired.cert), '--tls-key', save('k.pem', expired.key)],
      1,
      'expired on 2021-01-01',
    ],
  ])('%s', async (...[, args, exitCode, message]) => {
    const { code, stdout, stderr } = await runFleetkit(['serve', '--port', '0', '--log', 'text', ...args()]);
    expect([code, stdout]).toEqual([exitCode, '']);
    expect(stderr).toContain(message);
  });
});
