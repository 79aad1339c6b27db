import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from './index.ts';

/* An exported journal restores a world on another machine: seed, fleets, changes and clock. */

type Document = SandboxSchemas['ScenarioDocument'];

const START = '2027-03-14T09:00:00Z';
const folder = mkdtempSync(join(tmpdir(), 'fleetkit-restored-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const FLEET = {
  name: 'Riverside ATM',
  terminals: 3,
  users: [{ user_id: 'usr_rv', role: 'iso_admin', keys: ['sbx-rv-ops'] }],
};
const PATHS = ['/v1/transactions?limit=50', '/v1/disputes', '/v1/portal', '/v1/settlements'];

async function exportJournal(sandbox: Sandbox): Promise<Document> {
  const headers = { Authorization: `Bearer ${sandbox.operatorToken}` };
  return (await sandbox.fetch('/sandbox/journal', { headers })).json() as Promise<Document>;
}

async function readAll(sandbox: Sandbox, users = ['usr_nw_admin', 'usr_rv']): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const user of users)
    for (const path of PATHS) {
      const reply = await sandbox.fetch(path, { headers: { 'X-API-Key': sandbox.keys[user] ?? '' } });
      texts.push((await reply.text()).replace(/"next_cursor":"[^"]*"/g, ''));
    }
  return texts;
}

let document: Document;
let before: readonly string[];
beforeAll(async () => {
  const source = await startSandbox({ port: false, seed: 7, start: START, terminals: 4, fleets: [FLEET] });
  await source.trigger('cash_low', { terminalId: 'NW104310', advance: true });
  await source.clock.advance('3h');
  document = await exportJournal(source);
  before = await readAll(source);
  await source.close();
});

const restore = (journal: string | object, options: SandboxOptions = {}) =>
  startSandbox({ port: false, journal, ...options });

test('contains seed, start and fleets, and restores the same bytes', async () => {
  expect(document).toMatchObject({ seed: 7, start: START, terminals: 4, tenant_id: null });
  expect(document.fleet_files?.map((text) => JSON.parse(text).name)).toEqual(['Riverside ATM']);
  const file = join(folder, 'world.json');
  writeFileSync(file, JSON.stringify(document));
  const restored = await restore(file, { data: join(folder, 'data') });
  expect(await readAll(restored)).toEqual(before);
  expect({ ...(await exportJournal(restored)), exported_at: '' }).toEqual({ ...document, exported_at: '' });
  await restored.close();
  const again = await startSandbox({ port: false, data: join(folder, 'data') });
  expect(await readAll(again)).toEqual(before);
  await again.close();
  await expect(restore(file, { data: join(folder, 'data') })).rejects.toThrow('contains changes already');
});

test('of a fork restores the state of the fork', async () => {
  const source = await startSandbox({ port: false });
  await source.trigger('cash_low', { terminalId: 'NW104310', advance: true });
  await source.clock.advance('1d');
  const fork = await source.fork({ at: '2026-11-02T18:00:00Z' });
  const restored = await restore(await exportJournal(fork));
  expect((await restored.clock.now()).toISOString()).toBe('2026-11-02T18:00:00.000Z');
  const [ofFork, ofRestored] = await Promise.all([fork, restored].map((one) => readAll(one, ['usr_nw_admin'])));
  const clean = (texts: readonly string[] | undefined) =>
    texts?.map((text) => text.replace(/\/w\/ws_\w{12}/g, '').replace(/"api_key":\{[^}]*\}/, ''));
  expect(clean(ofRestored)).toEqual(clean(ofFork));
  await Promise.all([source.close(), restored.close()]);
});

test('of one tenant does not contain the fleets', async () => {
  const source = await startSandbox({ port: false, fleets: [FLEET] });
  const headers = { 'X-API-Key': source.keys.usr_nw_admin ?? '' };
  const own = (await (await source.fetch('/sandbox/journal', { headers })).json()) as Document;
  expect(own).not.toHaveProperty('fleet_files');
  expect(JSON.stringify(own)).not.toContain('Riverside');
  await source.close();
  await expect(restore(own)).rejects.toThrow('it is about one tenant');
});

test.each<[string, (text: string) => string, string]>([
  ['cut in half', (text) => text.slice(0, text.length / 2), 'it is not JSON'],
  ['of another version', (text) => text.replace('scenario/1', 'scenario/9'), 'its format is "fleetkit-scenario/9"'],
  ['of other fleets', (text) => text.replace(/"fleets":\d+/, '"fleets":99'), '/fleets: This fleetkit generates fleets'],
  [
    'with a start that is no instant',
    (text) => text.replace(START, 'today'),
    'its start is no instant from 2010 to 2099',
  ],
  ['of another program', () => '{"songs":[]}', 'it is no document of fleetkit journal export'],
  ['with an invalid seed', (text) => text.replace('"seed":7', '"seed":"x"'), 'its seed is not a whole number'],
  ['with a changed fact', (text) => text.replace('"terminalId":"NW104310"', '"terminalId":"NW000000"'), '/entries/'],
  ['without its entries', (text) => text.replace('"entries"', '"entriez"'), 'entries'],
])('that is %s is refused with the reason', async (title, change, reason) => {
  const file = join(folder, `${title}.json`);
  writeFileSync(file, change(JSON.stringify(document)));
  await expect(restore(file)).rejects.toThrow(reason);
});

test('is refused together with options that it contains', async () => {
  await expect(restore(document, { seed: 7 })).rejects.toThrow('leave out the option seed');
  await expect(restore(document, { fleets: [] })).rejects.toThrow('leave out the option fleets');
  await expect(restore(join(folder, 'nowhere.json'))).rejects.toThrow('nowhere.json cannot be restored: ENOENT');
});

test('is not imported into a sandbox with other fleets', async () => {
  const other = await startSandbox({ port: false, seed: 7, start: START });
  const send = async (body: object) => {
    const headers = { Authorization: `Bearer ${other.operatorToken}`, 'Content-Type': 'application/json' };
    const reply = await other.fetch('/sandbox/journal', { method: 'POST', headers, body: JSON.stringify(body) });
    const { errors } = (await reply.json()) as { readonly errors?: readonly { readonly pointer: string }[] };
    return errors?.map(({ pointer }) => pointer);
  };
  expect(await send(document)).toEqual(['/terminals']);
  expect(await send({ ...document, terminals: null })).toEqual(['/fleet_files']);
  const { fleet_files: _, terminals: __, start: ___, ...older } = document;
  expect(await send({ ...older, entries: [] })).toBeUndefined();
  await other.close();
});
