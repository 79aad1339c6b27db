import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type RunningSandbox, type SandboxOptions, startSandbox } from '../library/start-sandbox.ts';

const root = mkdtempSync(join(tmpdir(), 'fleetkit-cursors-'));
const running: RunningSandbox[] = [];
afterAll(async () => {
  await Promise.all(running.map((sandbox) => sandbox.close()));
  rmSync(root, { recursive: true, force: true });
});

async function start(options: SandboxOptions = {}): Promise<RunningSandbox> {
  const sandbox = await startSandbox({ port: false, ...options });
  running.push(sandbox);
  return sandbox;
}

const list = (sandbox: RunningSandbox, query: string): Promise<Response> =>
  sandbox.fetch(
    new Request(`http://sandbox.invalid/v1/locations?limit=2${query}`, {
      headers: { 'X-API-Key': 'sbx-redline-admin' },
    }),
  );

async function readCursor(sandbox: RunningSandbox): Promise<string> {
  const { page } = (await (await list(sandbox, '')).json()) as { page: { next_cursor: string } }; // the contract's list
  return page.next_cursor;
}

const readStatus = async (sandbox: RunningSandbox, cursor: string): Promise<number> =>
  (await list(sandbox, `&cursor=${cursor}`)).status;

test('accepts its own cursors and rejects those of another process with the same seed', async () => {
  const [one, other] = [await start(), await start()];
  const cursor = await readCursor(one);
  expect([await readStatus(one, cursor), await readStatus(other, cursor)]).toEqual([200, 400]);
});

test('creates equal cursors in sandboxes with the same explicit secret', async () => {
  const cursorSecret = 'the same secret for both';
  const [one, other] = [await start({ cursorSecret }), await start({ cursorSecret })];
  const cursor = await readCursor(one);
  expect(await readCursor(other)).toBe(cursor);
  expect(await readStatus(other, cursor)).toBe(200);
});

test('stores one secret per data directory and keeps it across restarts', async () => {
  const [data, elsewhere] = [join(root, 'one'), join(root, 'two')];
  const first = await start({ data });
  const cursor = await readCursor(first);
  await first.close();
  const [again, other] = [await start({ data }), await start({ data: elsewhere })];
  expect([await readStatus(again, cursor), await readStatus(other, cursor)]).toEqual([200, 400]);
});

test('rejects a short secret', async () => {
  await expect(start({ cursorSecret: 'short' })).rejects.toThrow('use at least 16 characters');
});
