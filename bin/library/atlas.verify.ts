import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAtlasTenant } from '../../fixtures/tenants/atlas/index.ts';
import { EPOCH_MS } from '../../fixtures/time/epoch.ts';
import { listTransactions } from '../../server/handlers/ledger/transactions.ts';
import { openScope } from '../../server/world/scope/scope.ts';
import { sandboxMs } from '../../server/world/state/time.ts';
import { generateWorld, type World } from '../../server/world/state/world.ts';
import { type OperationId, operations } from '../../spec/index.ts';
import { type Sandbox, startSandbox } from './index.ts';

/** Enough for rows in columns. */
const TERMINALS = 70;

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: false, terminals: TERMINALS });
});
afterAll(() => sandbox.close());

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function get(path: string, key: string): Promise<Answer> {
  const response = await sandbox.fetch(path, { headers: { 'X-API-Key': key } });
  return { status: response.status, text: await response.text() };
}

async function post(path: string, key: string, body: unknown): Promise<Answer> {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  const response = await sandbox.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, text: await response.text() };
}

const findId = ({ text }: Answer, name: string): string => new RegExp(`"${name}":"([^"]+)"`).exec(text)?.[1] ?? '';

/** Returns the paths of all reads, with the ids in them replaced. */
function listReadPaths(ids: Readonly<Record<string, string>>): readonly string[] {
  return (Object.keys(operations) as OperationId[])
    .map((id) => operations[id])
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? ''));
}

describe('Atlas', () => {
  it('answers every operation to its administrator with a valid reply', async () => {
    const key = sandbox.keys.usr_at_admin ?? '';
    const transaction_id = findId(await get('/v1/terminals/AT100041/transactions', key), 'transaction_id');
    const paths = listReadPaths({ terminal_id: 'AT100041', transaction_id, connector_id: 'con_at_triton' });
    for (const path of paths) expect([path, (await get(path, key)).status]).toEqual([path, 200]);
    expect((await post('/v1/settlements/derive', key, {})).status).toBe(201);
    const approved = JSON.parse((await get('/v1/transactions?sort_by=amt_comp&limit=1', key)).text).data[0];
    const dispute = { transaction_id: approved.transaction_id, reason_code: 'cash_not_dispensed' };
    expect([201, 422]).toContain((await post('/v1/disputes', key, dispute)).status);
  });

  it('shows each user only its own terminals', async () => {
    const fleet = createAtlasTenant(TERMINALS).terminals;
    const ownedBy = (accountId: string): ReadonlySet<string> =>
      new Set(fleet.filter((terminal) => terminal.accountId === accountId).map(({ terminalId }) => terminalId));
    const visible: readonly (readonly [user: string, terminals: ReadonlySet<string>])[] = [
      ['usr_at_store', new Set(['AT100001'])],
      ['usr_cascade_admin', ownedBy('acct_atlas_cascade')],
      ['usr_at_tech', new Set(fleet.slice(0, 25).map(({ terminalId }) => terminalId))],
    ];
    for (const [user, terminals] of visible) {
      const key = sandbox.keys[user] ?? '';
      const [own = ''] = terminals;
      const transaction_id = findId(await get('/v1/transactions', key), 'transaction_id');
      for (const path of listReadPaths({ terminal_id: own, transaction_id, connector_id: 'con_at_triton' })) {
        const { text } = await get(path, key);
        const others = (text.match(/AT1\d{5}/g) ?? []).filter((id) => !terminals.has(id));
        expect([user, path, others]).toEqual([user, path, []]);
      }
      const hidden = fleet.find(({ terminalId }) => !terminals.has(terminalId))?.terminalId;
      expect((await get(`/v1/terminals/${hidden}/status-monitoring`, key)).status).toBe(404);
      const filtered = JSON.parse((await get(`/v1/transactions?terminal_id=${hidden}`, key)).text);
      expect(filtered.page.matched).toBe(0);
    }
  });

  it('sends the events of a triggered cause to an inbox, and shows them in the data', async () => {
    const sandbox = await startSandbox({ port: false, terminals: 3 });
    try {
      const { destination } = await sandbox.destinations.add({ inbox: true, accountId: 'acct_atlas' });
      const { events } = await sandbox.trigger('cash_out', { terminalId: 'AT100002', advance: true });
      await sandbox.settled();
      const messages = await sandbox.inbox(destination);
      expect(messages.map(({ event_id: id }) => id)).toContain(events.at(-1)?.id);
      expect(messages.every(({ signature }) => signature.verified)).toBe(true);
      const headers = { 'X-API-Key': 'sbx-atlas-admin' };
      const status = await sandbox.fetch('/v1/terminals/AT100002/status-monitoring', { headers });
      expect(JSON.stringify(await status.json())).toContain('cash_out');
    } finally {
      await sandbox.close();
    }
  });

  it('continues a list at the snapshot of its first page after the clock moved', async () => {
    const key = sandbox.keys.usr_at_ops ?? '';
    const list = async (query: string) => JSON.parse((await get(`/v1/transactions?${query}`, key)).text);
    const first = await list('sort_by=amt_comp&limit=30');
    const whole = await list('sort_by=amt_comp&limit=60');
    await sandbox.clock.advance('30h');
    const second = await list(`sort_by=amt_comp&limit=30&cursor=${encodeURIComponent(first.page.next_cursor)}`);
    expect([...first.data, ...second.data]).toEqual(whole.data);
    expect(second.summary).toEqual(first.summary);
    expect((await list('limit=1')).page.matched).toBeGreaterThan(first.page.matched);
  });
});

/** A world that shares no cached results with another one. */
const makeWorld = (seed: number): World =>
  generateWorld(seed, { cursorSecret: 'a secret of this test', tenants: [{ ...createAtlasTenant(TERMINALS) }] });

function readPages(world: World, queries: readonly object[]): ReadonlyMap<string, string> {
  const scope = openScope(world, 'sbx-atlas-admin', sandboxMs(EPOCH_MS));
  if (scope === undefined) throw new Error('the key is unknown');
  return new Map(
    queries.map((query) => [
      JSON.stringify(query),
      JSON.stringify(listTransactions(scope, { path: {}, query, body: undefined })),
    ]),
  );
}

describe('a list of Atlas', () => {
  it('depends only on the seed, not on the order of requests', () => {
    const queries = [
      { sort_by: 'amt_comp' },
      { group_id: 'grp_at_vault' },
      {},
      { sort_by: 'response', sort_dir: 'asc' },
    ];
    const pages = readPages(makeWorld(1), queries);
    const again = readPages(makeWorld(1), queries.toReversed());
    for (const [query, page] of pages) expect(again.get(query)).toBe(page);
    expect(readPages(makeWorld(2), queries).get('{}')).not.toBe(pages.get('{}'));
  });

  it('has the terminals of a smaller fleet first', () => {
    const { terminals } = createAtlasTenant(TERMINALS);
    expect(createAtlasTenant(12).terminals).toEqual(terminals.slice(0, 12));
  });
});
