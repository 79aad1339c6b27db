import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, hasPostgres } from '../../../server/storage/postgres/testing/test-database.ts';
import { runFleetkit } from '../../e2e/testing/run-cli.ts';
import { startSandbox } from '../../library/start-sandbox.ts';
import { makeCertificate } from '../../library/transport/make-certificate.ts';
import { removeToken, writeToken } from '../shared/token-file.ts';
import { checkSkew } from './checks/clock-skew.ts';
import { checkDataDirectory } from './checks/data-directory.ts';
import { checkNode, checkProxies } from './checks/environment.ts';
import type { Finding } from './checks/finding.ts';
import { checkPort, checkTokenFiles } from './checks/port.ts';
import { checkDatabase } from './checks/postgres-database.ts';
import { checkCertificateFiles, checkTarget } from './checks/target.ts';

const folder = mkdtempSync(join(tmpdir(), 'fleetkit-doctor-'));
afterAll(() => rmSync(folder, { recursive: true }));

const summarize = (findings: readonly Finding[]) =>
  findings.map(({ status, found }) => `${status}: ${found}`).join('\n');

test.each([
  ['22.18.0', 'problem'],
  ['20.99.9', 'problem'],
  ['22.19.0', 'ok'],
  ['23.0.0', 'ok'],
])('judges Node.js %s as %s', (version, status) => {
  expect(checkNode(version).status).toBe(status);
});

test.each([
  [{}, 'ok'],
  [{ HTTPS_PROXY: 'http://user:secret@proxy:3128' }, 'warning'],
  [{ http_proxy: 'http://proxy:3128', no_proxy: 'localhost' }, 'warning'],
  [{ http_proxy: 'http://proxy:3128', NO_PROXY: 'localhost, 127.0.0.1' }, 'ok'],
  [{ http_proxy: 'http://proxy:3128', NO_PROXY: '*' }, 'ok'],
])('judges the proxy variables %j as %s, without their values', (environment, status) => {
  const finding = checkProxies(environment);
  expect(finding.status).toBe(status);
  expect(JSON.stringify(finding)).not.toMatch(/secret|3128/);
});

describe('a port', () => {
  async function listen(): Promise<number> {
    const server = createServer((_, response) => response.end('another program')).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close().closeAllConnections());
    await once(server, 'listening');
    return (server.address() as AddressInfo).port; // listens on TCP, so it has one
  }

  test('is a problem if another program uses it', async () => {
    expect(await checkPort(await listen())).toMatchObject({
      status: 'problem',
      found: expect.stringContaining('Another program'),
    });
  });

  test('is in order if it is free, and if a sandbox answers', async () => {
    const sandbox = await startSandbox({ port: 0 });
    const port = Number(new URL(sandbox.url).port);
    expect(await checkPort(port)).toMatchObject({ status: 'ok', found: 'A fleetkit sandbox answers.' });
    await sandbox.close();
    expect(await checkPort(port)).toMatchObject({ status: 'ok', found: 'It is free.' });
  });

  test('has leftover tokens if no program listens on it', async () => {
    const used = await listen();
    const sandbox = await startSandbox({ port: 0 });
    const free = Number(new URL(sandbox.url).port);
    await sandbox.close();
    for (const port of [used, free]) writeToken(port, 'opr-0123456789abcdef');
    onTestFinished(() => [used, free].forEach(removeToken));
    const found = summarize(await checkTokenFiles());
    expect(found).toMatch(new RegExp(`warning: .*operator-${free}\\b.* the token`));
    expect(found).not.toMatch(new RegExp(`operator-${used}\\b|opr-`));
  });
});

describe('a data directory', () => {
  test('is in order if it can be created', async () => {
    expect(summarize(await checkDataDirectory(join(folder, 'a/b')))).toContain('ok: It does not exist yet');
  });

  test('is a problem if it is a file, or damaged', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(summarize(await checkDataDirectory(file))).toBe('problem: It is a file.');
    const damaged = mkdtempSync(join(folder, 'damaged-'));
    chmodSync(damaged, 0o777);
    writeFileSync(join(damaged, 'fleetkit.lock'), '');
    expect(summarize(await checkDataDirectory(damaged))).toContain('problem: Every user of this machine can write');
    chmodSync(damaged, 0o700);
    writeFileSync(join(damaged, 'fleetkit.db'), 'no database');
    expect(summarize(await checkDataDirectory(damaged))).toMatch(/^problem: /);
  });

  test.skipIf(process.getuid?.() === 0)('is a problem if this user may not write to it', async () => {
    const closed = mkdtempSync(join(folder, 'closed-'));
    chmodSync(closed, 0o500);
    expect(summarize(await checkDataDirectory(closed))).toBe('problem: This user may not write to it.');
    expect(summarize(await checkDataDirectory(join(closed, 'new')))).toContain(
      'problem: It does not exist, and this user',
    );
    chmodSync(closed, 0o700);
  });

  test('is a warning while a sandbox uses it, and in order afterwards', async () => {
    const data = join(folder, 'used');
    const sandbox = await startSandbox({ port: false, data });
    expect(summarize(await checkDataDirectory(data))).toMatch(/^warning: .*in use by another running sandbox/);
    await sandbox.close();
    expect(summarize(await checkDataDirectory(data))).toMatch(/^ok: Its data can be read/);
  });
});

describe('a database', () => {
  test('is a problem if nothing answers, and the finding has no password', async () => {
    const findings = await checkDatabase('postgres://someone:pa55word@127.0.0.1:1/fleet');
    expect(summarize(findings)).toMatch(/^problem: /);
    expect(JSON.stringify(findings)).not.toContain('pa55word');
    expect(summarize(await checkDatabase('mysql://x'))).toContain('Expected postgres://');
  });

  test.skipIf(!hasPostgres)(
    'is in order without a schema and with a current one, and its clock is compared',
    async () => {
      const url = await createTestDatabase();
      expect(summarize(await checkDatabase(url))).toMatch(
        /^ok: It can be reached, and has no schema yet.*\nok: It differs/,
      );
      const sandbox = await startSandbox({ port: false, database: url });
      expect(summarize(await checkDatabase(url))).toMatch(/^ok: It can be reached, and its schema \d+ is current/);
      await sandbox.close();
    },
  );
});

test.each([
  [1500, 'ok'],
  [-1900, 'ok'],
  [5000, 'problem'],
  [-90_000, 'problem'],
])('judges a clock that is %d ms ahead as %s', (ahead, status) => {
  expect(checkSkew('x', ahead, 0).status).toBe(status);
});

describe('a target', () => {
  test('is in order if it answers with the right time, and its clock is a problem otherwise', async () => {
    const server = createServer((request, response) => {
      if (request.url === '/late') response.setHeader('Date', new Date(Date.now() - 3_600_000).toUTCString());
      response.end();
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close().closeAllConnections());
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // listens on TCP, so it has one
    expect((await checkTarget(url)).map(({ status }) => status)).toEqual(['ok', 'ok']);
    expect(summarize(await checkTarget(`${url}/late`))).toMatch(/problem: It is 3(599|600)\.\d s behind/);
  });

  test('is a problem if nothing answers', async () => {
    expect(summarize(await checkTarget('http://127.0.0.1:1'))).toMatch(/^problem: It does not answer/);
    expect((await checkTarget('https://127.0.0.1:1')).map(({ status }) => status)).toEqual(['problem', 'problem']);
  });

  test('is a problem if clients do not trust its certificate', async () => {
    const { cert, key } = await makeCertificate(['localhost'], Date.now());
    const server = createTlsServer({ cert, key }, (_, response) => response.end()).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close().closeAllConnections());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo; // listens on TCP, so it has one
    expect(summarize(await checkTarget(`https://localhost:${port}`))).toContain('problem: Clients do not trust it');
  });
});

test('judges the files of a certificate', async () => {
  const { cert, key } = await makeCertificate(['localhost'], Date.now());
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  writeFileSync(certFile, cert);
  writeFileSync(keyFile, key);
  expect(checkCertificateFiles(certFile, keyFile, Date.now()).status).toMatch(/ok|warning/);
  expect(checkCertificateFiles(certFile, certFile, Date.now()).status).toBe('problem');
  expect(checkCertificateFiles(join(folder, 'none.pem'), keyFile, Date.now()).found).toContain('there is no such file');
});

describe('the command', () => {
  test('prints each finding, and exits with 1 for a problem only', async () => {
    const healthy = await runFleetkit(['doctor', '--port', '0']);
    expect(healthy).toMatchObject({ code: 0, stdout: expect.stringMatching(/^ok {7}Node\.js: /) });
    const broken = await runFleetkit(['doctor', '--port', '0', '--url', 'http://127.0.0.1:1', '--json']);
    expect(broken.code).toBe(1);
    expect(JSON.parse(broken.stdout)).toMatchObject({ healthy: false, findings: expect.any(Array) });
  });

  test.each([
    [['--tls-cert', 'x.pem'], 'need each other'],
    [['--url', 'ftp://x'], 'expected a URL that starts with http'],
    [['--port', '70000'], 'Expected a whole number from 0 to 65535'],
  ])('refuses %j', async (given, message) => {
    const { code, stderr } = await runFleetkit(['doctor', ...given]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
