import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveHttp, serveTransport } from '../../conformance/testing/serve.ts';
import { honestTarget } from '../../lab/targets/honest-target.ts';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import { type RunningSandbox, startSandbox } from '../library/start-sandbox.ts';

/* Runs of the kit through the server, with real processes. */

type Run = SandboxSchemas['ConformanceRun'];

const ADMIN_KEY = 'sbx-blank-admin';
const KEYS = [
  { name: 'admin', key: ADMIN_KEY },
  { name: 'owner', key: 'sbx-delgado-owner' },
];
const TOKEN = 'opr-for-the-tests-of-conformance-runs';
const PATH = '/sandbox/conformance-runs';
const SECRET = 'whsec_c2VjcmV0IG9mIHRoZSB0ZXN0IG9mIHJlY2VpdmVycw==';

const data = mkdtempSync(join(tmpdir(), 'fleetkit-conformance-runs-'));
let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, data, operatorToken: TOKEN });
});
afterAll(async () => {
  await sandbox.close();
  rmSync(data, { recursive: true, force: true });
});

async function send(path: string, body?: object, { server = sandbox } = {}) {
  const response = await server.fetch(
    new Request(`${server.url}${path}`, {
      headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    }),
  );
  return { status: response.status, text: await response.text() };
}

async function read<Reply>(path: string, body?: object, server = sandbox): Promise<Reply> {
  const { status, text } = await send(path, body, { server });
  if (status >= 400) throw new Error(text);
  return JSON.parse(text) as Reply;
}

async function waitForEnd(run: Run): Promise<Run> {
  for (;;) {
    const now = await read<Run>(`${PATH}/${run.run_id}`);
    if (now.state !== 'running') return now;
    await wait(200);
  }
}

/** Resolves when one process of the kit checks this target. It has its name a moment after its start. */
const waitForProcess = (target: string): Promise<void> =>
  expect.poll(() => listProcesses(target), { timeout: 120_000 }).toHaveLength(1);

/** Returns the processes of the kit that check this target. */
const listProcesses = (target: string): readonly string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return line.includes(`conform ${target} `) ? [line] : [];
      } catch {
        return []; // it has ended
      }
    });

describe('a sandbox on loopback', () => {
  test('runs the kit against itself, and shows progress, report and what changed', async () => {
    const before = await read<Run>(PATH, { keys: KEYS, depth: 'quick' });
    expect(before).toMatchObject({ state: 'running', is_own_target: true, key_names: ['admin', 'owner'] });
    expect(await send(PATH, { keys: KEYS })).toMatchObject({ status: 409 });
    const run = await waitForEnd(before);
    expect(run).toMatchObject({ state: 'finished', error: null, changes: null });
    expect(run.result?.counts.fail).toBe(0);
    expect(run.progress.done).toBe(run.progress.total);
    const { text } = await send(`${PATH}/${run.run_id}/report`);
    const { report, html } = JSON.parse(text) as SandboxSchemas['ConformanceReport'];
    expect((report.results as readonly unknown[]).length).toBe(run.progress.total);
    expect(html).toContain('<!doctype html>');
    for (const { key } of KEYS) expect(text).not.toContain(key);

    const second = await waitForEnd(await read<Run>(PATH, { keys: KEYS.slice(0, 1), depth: 'quick' }));
    expect(second.changes?.some(({ is_worse: isWorse }) => isWorse)).toBe(true);
    const { data: runs } = await read<SandboxSchemas['ConformanceRunList']>(PATH);
    expect(runs.map(({ run_id: id }) => id)).toEqual([second.run_id, run.run_id]);
    expect(readAll(join(data, 'conformance'))).not.toContain(ADMIN_KEY);
  });

  test('checks another service, and never shows keys among the processes', async () => {
    const target = await serveTransport(honestTarget());
    const run = await read<Run>(PATH, { target: target.url, keys: KEYS, depth: 'quick' });
    if (existsSync('/proc/self/cmdline')) {
      await waitForProcess(run.target);
      expect(listProcesses(run.target).join()).not.toContain('sbx-');
    }
    expect(await read<Run>(`${PATH}/${run.run_id}/cancel`, {})).toMatchObject({ state: 'canceled', result: null });
    if (existsSync('/proc/self/cmdline')) expect(listProcesses(run.target)).toEqual([]);
    await target.close();
  });

  test('checks a receiver, shows what changed since its previous check, and shows no secret', async () => {
    let needsSignature = false;
    const receiver = await serveHttp((incoming, outgoing) => {
      const isRefused = needsSignature && incoming.headers['webhook-signature'] === undefined;
      incoming.resume().on('end', () => outgoing.writeHead(isRefused ? 401 : 204).end());
    });
    const url = `${receiver.url}/hooks`;
    const begun = await read<Run>('/sandbox/receiver-checks', { url, secret: SECRET });
    expect(begun).toMatchObject({ kind: 'receiver', target: url, key_names: [], depth: null, state: 'running' });
    const run = await waitForEnd(begun);
    expect(run).toMatchObject({ state: 'finished', error: null, changes: null, result: { exit_code: 1 } });
    expect(run.progress).toMatchObject({ done: run.progress.total, failed: run.result?.counts.fail });
    const { text } = await send(`${PATH}/${run.run_id}/report`);
    expect(JSON.parse(text)).toMatchObject({ report: { url, probes: expect.any(Array) }, html: null });
    expect(text).not.toContain(SECRET);
    needsSignature = true;
    const second = await waitForEnd(await read<Run>('/sandbox/receiver-checks', { url, secret: SECRET }));
    const change = { check_id: 'no-signature', before: 'fail', after: 'pass', is_worse: false };
    expect(second.changes).toContainEqual(change);
    expect(readAll(join(data, 'conformance'))).not.toContain(SECRET);
    await receiver.close();
  });

  test.each([
    [{ url: 'http://169.254.169.254/hooks', secret: SECRET }, '/url'],
    [{ url: 'ftp://hooks.example', secret: SECRET }, '/url'],
    [{ url: 'http://127.0.0.1:9/hooks?token=1', secret: SECRET }, '/url'],
    [{ url: 'http://127.0.0.1:9/hooks', secret: 'no-secret' }, '/secret'],
  ])('refuses the receiver %j', async (body, pointer) => {
    const { status, text } = await send('/sandbox/receiver-checks', body);
    expect([status, JSON.parse(text).errors[0].pointer]).toEqual([422, pointer]);
    expect(text).not.toContain(body.secret);
  });

  test('refuses its own inbox as a receiver', async () => {
    const reply = await send('/sandbox/receiver-checks', { url: `${sandbox.url}/sandbox/inbox/x`, secret: SECRET });
    expect(reply).toMatchObject({ status: 422, text: expect.stringContaining('address_not_allowed') });
  });

  test('reports a target that does not answer', async () => {
    const run = await waitForEnd(await read<Run>(PATH, { target: 'http://127.0.0.1:9', keys: KEYS, depth: 'quick' }));
    expect(run).toMatchObject({ state: 'finished', result: { exit_code: 3, stopped: expect.any(String) } });
  });

  test.each([
    [{ target: 'http://169.254.169.254', keys: KEYS }, 422],
    [{ target: 'ftp://portal.example', keys: KEYS }, 422],
    [{ keys: [] }, 422],
    [{ keys: [{ name: 'a=b', key: 'x' }] }, 422],
    [{ keys: [{ name: 'a', key: 'x,b=y' }] }, 422],
    [{ keys: [{ name: 'a', key: 'secret\n' }] }, 422],
    [{ keys: KEYS, depth: 'deep' }, 422],
  ])('refuses the input %j', async (body, status) => {
    const reply = await send(PATH, body);
    expect(reply.status).toBe(status);
    expect(reply.text).not.toContain('secret');
  });

  test('refuses users, and unknown runs', async () => {
    const user = await sandbox.fetch(new Request(`${sandbox.url}${PATH}`, { headers: { 'X-API-Key': ADMIN_KEY } }));
    expect(user.status).toBe(403);
    for (const path of ['run_none', 'run_none/report']) expect((await send(`${PATH}/${path}`)).status).toBe(404);
    expect((await send(`${PATH}/run_none/cancel`, {})).status).toBe(404);
  });

  test('ends the process when it stops, and deletes the reports that it has in memory only', async () => {
    const server = await startSandbox({ port: 0, operatorToken: TOKEN });
    const run = await read<Run>(PATH, { keys: KEYS, depth: 'quick' }, server);
    if (existsSync('/proc/self/cmdline')) await waitForProcess(run.target);
    const folders = listTemporaryFolders();
    await server.close();
    if (existsSync('/proc/self/cmdline')) expect(listProcesses(run.target)).toEqual([]);
    expect(listTemporaryFolders()).toHaveLength(folders.length - 1);
  });
});

test('a server for other machines runs no kit unless its operator allows it', async () => {
  const start = (conformanceRuns?: boolean) =>
    startSandbox({
      ...{ port: 0, host: '0.0.0.0', operatorToken: TOKEN },
      ...(conformanceRuns === undefined ? {} : { conformanceRuns }),
    });
  const server = await start();
  expect(await read(PATH, undefined, server)).toEqual({ object: 'list', enabled: false, data: [] });
  const refused = await send(PATH, { keys: KEYS }, { server });
  expect([refused.status, JSON.parse(refused.text).code]).toEqual([403, 'kit_disabled']);
  await server.close();
  const allowed = await start(true);
  expect(await send(PATH, { keys: KEYS, target: 'https://10.0.0.1' }, { server: allowed })).toMatchObject({
    status: 422,
    text: expect.stringContaining('address_not_allowed'),
  });
  await allowed.close();
});

const listTemporaryFolders = (): readonly string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith('fleetkit-conformance-') && !name.includes('runs'));

const readAll = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
