import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { realMs } from '../../../world/state/time.ts';
import { ConformanceRuns, type ConformanceRunsOptions } from './conformance-runs.ts';
import { type KitCommand, type KitEnd, KitSlots } from './kit-process.ts';

const root = mkdtempSync(join(tmpdir(), 'fleetkit-runs-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const KEYS = [{ name: 'admin', key: 'secret-of-the-test' }];
const RESULT = { exit_code: 0, counts: { pass: 3 }, requests: 9, duration_ms: 12, stopped: null };

interface Started {
  readonly command: KitCommand;
  readonly end: (end: KitEnd) => void;
  isStopped: boolean;
}

let folders = 0;

/** Opens runs whose processes the test ends. */
function openRuns(changes: Partial<ConformanceRunsOptions> = {}) {
  folders += 1;
  const folder = join(root, String(folders));
  mkdirSync(folder);
  const started: Started[] = [];
  const options: ConformanceRunsOptions = {
    startKit(command, onProgress) {
      const { promise: ended, resolve } = Promise.withResolvers<KitEnd>();
      const process: Started = { command, end: resolve, isStopped: false };
      started.push(process);
      onProgress({ total: 3, done: 1, failed: 0, check_id: 'portal/answers' });
      return {
        ended,
        stop() {
          process.isStopped = true;
          resolve({ kind: 'failed', message: 'stopped' });
        },
      };
    },
    slots: new KitSlots(2),
    openFolder: async () => folder,
    ownUrl: 'http://127.0.0.1:4400',
    checkTarget: async () => ({ addresses: ['192.0.2.7'] }),
    realNow: () => realMs(0),
    ...changes,
  };
  return { runs: new ConformanceRuns(options), started, folder, options };
}

async function startRun(runs: ConformanceRuns, body: Partial<Parameters<ConformanceRuns['start']>[0]> = {}) {
  const run = await runs.start({ keys: KEYS, ...body });
  if ('problem' in run) throw new Error(run.problem.detail);
  return run;
}

async function waitForEnd(runs: ConformanceRuns): Promise<void> {
  while (runs.isRunning) await new Promise(setImmediate);
}

test('runs the kit against this sandbox, and reports progress, result and report', async () => {
  const { runs, started, folder } = openRuns();
  const { run_id: id } = await startRun(runs);
  expect(started[0]?.command).toMatchObject({ target: 'http://127.0.0.1:4400', depth: 'standard', allowWrites: false });
  expect(started[0]?.command).not.toHaveProperty('addresses');
  started[0]?.end({ kind: 'report', reportFile: 'r.json', result: RESULT, changes: null });
  writeFileSync(join(folder, 'r.json'), '{"results":[]}');
  writeFileSync(join(folder, `${id}.html`), '<p>report</p>');
  await waitForEnd(runs);
  expect(await runs.find(id)).toMatchObject({ state: 'finished', is_own_target: true, result: RESULT, changes: null });
  expect(await runs.readReport(id)).toEqual({ run_id: id, report: { results: [] }, html: '<p>report</p>' });
});

test('checks a receiver with its secret, and stores no secret', async () => {
  const { runs, started, folder } = openRuns();
  const secret = 'whsec_c2VjcmV0IG9mIHRoZSB0ZXN0';
  const run = await runs.startReceiverCheck({ url: 'https://hooks.example/v1', secret });
  if ('problem' in run) throw new Error(run.problem.detail);
  expect(run).toMatchObject({ kind: 'receiver', target: 'https://hooks.example/v1', key_names: [], depth: null });
  expect(started[0]?.command).toMatchObject({ kind: 'receiver', secret, addresses: ['192.0.2.7'] });
  expect(await runs.start({ keys: KEYS })).toMatchObject({ status: 409 });
  started[0]?.end({ kind: 'report', reportFile: 'r.json', result: RESULT, changes: null });
  writeFileSync(join(folder, 'r.json'), '{"probes":[]}');
  await waitForEnd(runs);
  expect(await runs.readReport(run.run_id)).toEqual({ run_id: run.run_id, report: { probes: [] }, html: null });
  expect(readFileSync(join(folder, `${run.run_id}.json`), 'utf8')).not.toContain(secret);
  await runs.startReceiverCheck({ url: 'https://hooks.example/v1', secret });
  expect(started[1]?.command).toMatchObject({ earlierReportFile: 'r.json' });
  started[1]?.end({ kind: 'failed', message: 'ended' });
  await waitForEnd(runs);
  await runs.startReceiverCheck({ url: 'https://hooks.example/v2', secret });
  expect(started[2]?.command).not.toHaveProperty('earlierReportFile');
  started[2]?.end({ kind: 'failed', message: 'ended' });
  await waitForEnd(runs);
});

test.each([
  ['https://hooks.example/in?token=1', 'wrong_format'],
  ['https://10.0.0.1/in', 'address_not_allowed'],
])('refuses the receiver %s', async (url, code) => {
  const { runs, started } = openRuns({ checkTarget: async () => ({ refusal: 'not allowed' }) });
  expect(await runs.startReceiverCheck({ url, secret: 'whsec_c2VjcmV0' })).toMatchObject({
    status: 422,
    problem: { errors: [{ pointer: '/url', code }] },
  });
  expect(started).toEqual([]);
});

test('stores no keys', async () => {
  const { runs, started, folder } = openRuns();
  const run = await startRun(runs);
  started[0]?.end({ kind: 'failed', message: 'The run took too long.' });
  await waitForEnd(runs);
  expect(JSON.stringify([run, await runs.list()])).not.toContain(KEYS[0]?.key);
  expect(readdirSync(folder)).toEqual([`${run.run_id}.json`]);
});

test('refuses a second run of the same world, and more runs than the server allows', async () => {
  const slots = new KitSlots(1);
  const { runs, started } = openRuns({ slots });
  await startRun(runs);
  expect(await runs.start({ keys: KEYS })).toMatchObject({ status: 409, problem: { code: 'run_in_progress' } });
  const other = openRuns({ slots });
  expect(await other.runs.start({ keys: KEYS })).toMatchObject({ status: 409, problem: { code: 'run_in_progress' } });
  started[0]?.end({ kind: 'failed', message: 'ended' });
  await waitForEnd(runs);
  await startRun(other.runs);
});

test('allows the next run as soon as it reports the end of one', async () => {
  const { runs, started } = openRuns();
  const { run_id: id } = await startRun(runs);
  started[0]?.end({ kind: 'failed', message: 'ended' });
  while ((await runs.find(id))?.state === 'running') await new Promise(setImmediate);
  await startRun(runs);
});

test('starts one of two runs that are requested at the same time', async () => {
  const { runs, started } = openRuns();
  const replies = await Promise.all([runs.start({ keys: KEYS }), runs.start({ keys: KEYS })]);
  expect(replies.filter((reply) => 'problem' in reply)).toHaveLength(1);
  expect(started).toHaveLength(1);
});

test('connects only to the addresses of a target that were checked', async () => {
  const { runs, started } = openRuns();
  const run = await startRun(runs, { target: 'https://portal.example/v1/' });
  expect(run).toMatchObject({ target: 'https://portal.example', is_own_target: false });
  expect(started[0]?.command.addresses).toEqual(['192.0.2.7']);
});

test.each([
  ['file:///etc/passwd', 'wrong_format'],
  ['https://user:pass@portal.example', 'wrong_format'],
  ['https://portal.example/?key=1', 'wrong_format'],
  ['https://10.0.0.1', 'address_not_allowed'],
])('refuses the target %s, and can run again', async (target, code) => {
  const { runs, started } = openRuns({ checkTarget: async () => ({ refusal: 'not allowed' }) });
  expect(await runs.start({ keys: KEYS, target })).toMatchObject({
    status: 422,
    problem: { errors: [{ pointer: '/target', code }] },
  });
  expect(started).toEqual([]);
  await startRun(runs);
});

test('refuses a run whose reports cannot be stored', async () => {
  const { runs } = openRuns({ openFolder: () => Promise.reject(new Error('ENOSPC')) });
  expect(await runs.start({ keys: KEYS })).toMatchObject({ status: 507, problem: { code: 'insufficient_storage' } });
  expect(runs.isRunning).toBe(false);
});

test('refuses two keys with one name', async () => {
  const { runs } = openRuns();
  expect(await runs.start({ keys: [...KEYS, ...KEYS] })).toMatchObject({
    status: 422,
    problem: { errors: [{ pointer: '/keys/1/name' }] },
  });
});

test('cancels a run, and leaves an ended one as it is', async () => {
  const { runs, started } = openRuns();
  const { run_id: id } = await startRun(runs);
  expect(await runs.cancel(id)).toMatchObject({ state: 'canceled', error: null });
  expect(started[0]?.isStopped).toBe(true);
  expect(await runs.cancel(id)).toMatchObject({ state: 'canceled' });
  expect(await runs.cancel('run_unknown')).toBeUndefined();
});

test('ends the process when the world closes, also while the run begins', async () => {
  const { runs, started } = openRuns();
  const starting = runs.start({ keys: KEYS });
  await runs.close();
  await starting;
  expect(started.map(({ isStopped }) => isStopped)).toEqual([true]);
});

test('keeps the latest 20 runs, also for the next process, and skips damaged records', async () => {
  const { runs, started, folder, options } = openRuns();
  const ids: string[] = [];
  for (let count = 0; count < 22; count += 1) {
    ids.push((await startRun(runs)).run_id);
    started[count]?.end({ kind: 'failed', message: 'ended' });
    await waitForEnd(runs);
  }
  expect((await runs.list()).map(({ run_id: id }) => id)).toEqual(ids.slice(2).reverse());
  expect(existsSync(join(folder, `${ids[0]}.json`))).toBe(false);
  writeFileSync(join(folder, `${ids[21]}.json`), '{"run_id"');
  expect(await new ConformanceRuns(options).list()).toHaveLength(19);
});
