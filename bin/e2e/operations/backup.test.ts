import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { chooseRuns } from '../../../base/testing/depth.ts';
import { createDatabase } from '../../../server/storage/connection.ts';
import { openDataDirectory } from '../../../server/storage/data-directory.ts';
import { type RunningSandbox, startSandbox } from '../../library/start-sandbox.ts';
import { runFleetkit } from '../testing/run-cli.ts';

const CURSOR_SECRET = 'a secret for tests of backups';

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fleetkit-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function start(data: string): Promise<RunningSandbox> {
  const sandbox = await startSandbox({
    port: 0,
    data,
    publicUrl: 'https://sandbox.example',
    cursorSecret: CURSOR_SECRET,
  });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

const backup = (data: string, to: string) => runFleetkit(['backup', '--data', data, '--to', to]);
const restore = (from: string, data: string) => runFleetkit(['restore', '--from', from, '--data', data]);

async function openDispute(url: string, key: string): Promise<void> {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  const rows = await fetch(`${url}/v1/transactions?limit=500`, { headers });
  const { data } = (await rows.json()) as { readonly data: readonly Readonly<Record<string, string>>[] };
  for (const { transaction_id, transaction_type, dispense_status } of data) {
    if (transaction_type !== 'withdrawal' || dispense_status !== 'full_dispense') continue;
    const body = { transaction_id, reason_code: 'unauthorized', amount: '1.00', description: 'for a test' };
    const reply = await fetch(`${url}/v1/disputes`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (reply.status === 201) return;
  }
  throw new Error('no transaction could be disputed');
}

const readDisputes = async (url: string, key: string): Promise<string> =>
  (await fetch(`${url}/v1/disputes?limit=100`, { headers: { 'X-API-Key': key } })).text();

const ADMIN = 'sbx-northway-admin';

test('copies a running sandbox with its workspaces, and restores the same worlds', async () => {
  const folder = createFolder();
  const data = join(folder, 'data');
  const sandbox = await start(data);
  const operator = { Authorization: `Bearer ${sandbox.operatorToken}`, 'Content-Type': 'application/json' };
  const made = await fetch(`${sandbox.url}/sandbox/workspaces`, { method: 'POST', headers: operator, body: '{}' });
  const { api_keys: keys } = (await made.json()) as {
    readonly api_keys: readonly { readonly user_id: string; readonly api_key: string }[];
  };
  const key = keys.find(({ user_id }) => user_id === 'usr_nw_admin')?.api_key ?? '';
  await openDispute(sandbox.url, ADMIN);
  await openDispute(sandbox.url, key);
  const before = [await readDisputes(sandbox.url, ADMIN), await readDisputes(sandbox.url, key)];

  const file = join(folder, 'copy.fleetkit');
  const written = await backup(data, file);
  expect(written).toMatchObject({ code: 0, stderr: '' });
  expect(written.stdout).toMatch(/^1 main world and 1 workspace, \d+ KiB, from .* written to /);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).toSorted()).toEqual(['copy.fleetkit', 'data']);
  await openDispute(sandbox.url, ADMIN); // after the backup

  const other = join(folder, 'restored');
  expect(await restore(file, other)).toMatchObject({ code: 0, stderr: '' });
  expect(readdirSync(other).toSorted()).toEqual(['fleetkit.db', 'fleetkit.lock', 'workspaces']);
  expect(statSync(join(other, 'fleetkit.db')).mode & 0o777).toBe(0o600);
  const restored = await start(other);
  expect([await readDisputes(restored.url, ADMIN), await readDisputes(restored.url, key)]).toEqual(before);
});

test('copies one instant of a journal to which another process appends', async () => {
  const folder = createFolder();
  const data = join(folder, 'data');
  const writer = spawn(process.execPath, [join(import.meta.dirname, '../testing/append-endlessly.ts'), data], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void writer.kill('SIGKILL'));
  await once(writer.stdout, 'data');
  writer.stdout.resume();
  for (let round = 0; round < chooseRuns(1, 5); round += 1) {
    const file = join(folder, `copy-${round}`);
    writer.kill('SIGCONT');
    expect(await backup(data, file)).toMatchObject({ code: 0, stderr: '' });
    writer.kill('SIGSTOP'); // the journal is not needed meanwhile, and would grow
    const target = join(folder, `restored-${round}`);
    expect(await restore(file, target)).toMatchObject({ code: 0, stderr: '' });
    openDataDirectory(target).close(); // inspects each fact
  }
  expect(writer.exitCode).toBeNull();
});

describe('refusals', () => {
  let folder: string;
  let file: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'fleetkit-backup-'));
    openDataDirectory(join(folder, 'data')).close();
    file = join(folder, 'copy');
    expect(await backup(join(folder, 'data'), file)).toMatchObject({ code: 0 });
    return () => rmSync(folder, { recursive: true, force: true });
  });

  test('a backup never overwrites a file', async () => {
    const before = readFileSync(file);
    const { code, stderr } = await backup(join(folder, 'data'), file);
    expect([code, stderr]).toEqual([1, expect.stringContaining('a backup never overwrites a file')]);
    expect(readFileSync(file)).toEqual(before);
  });

  test('a backup of a directory without data, or of damaged data, writes nothing', async () => {
    const own = createFolder();
    expect((await backup(own, join(own, 'copy'))).stderr).toContain('contains no data of fleetkit');
    const data = join(own, 'data');
    mkdirSync(data);
    writeFileSync(join(data, 'fleetkit.db'), 'no database');
    const { code, stderr } = await backup(data, join(own, 'copy'));
    expect([code, stderr]).toEqual([1, expect.stringContaining(join(data, 'fleetkit.db'))]);
    expect(readdirSync(own)).toEqual(['data']);
    expect((await backup(join(folder, 'data'), join(own, 'absent', 'copy'))).stderr).toContain('cannot be written');
  });

  test('a backup is not restored to a directory in use or with other files', async () => {
    const own = createFolder();
    const used = openDataDirectory(join(own, 'used'));
    onTestFinished(() => used.close());
    expect(await restore(file, join(own, 'used'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('in use'),
    });
    mkdirSync(join(own, 'full'));
    writeFileSync(join(own, 'full', 'notes.txt'), 'mine');
    const { code, stderr } = await restore(file, join(own, 'full'));
    expect([code, stderr]).toEqual([1, expect.stringContaining('is not empty: it contains notes.txt')]);
    expect(readFileSync(join(own, 'full', 'notes.txt'), 'utf8')).toBe('mine');
  });

  test('a backup is restored to an empty directory, such as a mounted volume', async () => {
    const own = createFolder();
    expect(await restore(file, own)).toMatchObject({ code: 0, stderr: '' });
    openDataDirectory(own).close();
  });

  /** Changes a backup with SQL. */
  const change = (path: string, sql: string): void => {
    const database = createDatabase(path);
    database.exec(sql);
    database.close();
  };

  test.each([
    ['a text', /was not written by fleetkit/, (path: string) => writeFileSync(path, 'no backup '.repeat(100))],
    ['an empty file', /was not written by fleetkit/, (path: string) => writeFileSync(path, '')],
    [
      'a data file',
      /was not written by fleetkit: it is no backup/,
      (path: string) => copyFileSync(join(folder, 'data', 'fleetkit.db'), path),
    ],
    ['a newer backup', /was written by a newer fleetkit/, (path: string) => change(path, 'PRAGMA user_version = 2')],
    [
      'changed content',
      /is damaged: its content of fleetkit\.db has changed/,
      (path: string) =>
        change(path, "UPDATE chunks SET content = CAST(x'00' || substr(content, 2) AS BLOB) WHERE n = 0"),
    ],
    [
      'a path that leads elsewhere',
      /does not contain the files of a data directory/,
      (path: string) => change(path, "INSERT INTO files VALUES ('../evil', '')"),
    ],
    [
      'a truncated file',
      /is damaged|was not written/,
      (path: string) => writeFileSync(path, readFileSync(path).subarray(0, 9000)),
    ],
  ])('%s is not restored, and nothing is left behind', async (_, expected, prepare) => {
    const own = createFolder();
    const path = join(own, 'copy');
    copyFileSync(file, path);
    prepare(path);
    const { code, stderr } = await restore(path, join(own, 'data'));
    expect(stderr).toMatch(expected);
    expect([code, stderr.trim().split('\n').length]).toEqual([1, 1]);
    expect(stderr).toContain(path);
    expect(existsSync(join(own, 'data'))).toBe(false);
  });

  test('a missing backup and a missing option are reported', async () => {
    expect((await restore(join(folder, 'absent'), join(folder, 'x'))).stderr).toContain('does not exist');
    expect((await runFleetkit(['restore', '--from', file])).code).toBe(2);
  });
});
