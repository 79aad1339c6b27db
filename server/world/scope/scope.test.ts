import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../fixtures/time/calendar.ts';
import { EPOCH_MS, HISTORY_START_MS } from '../../../fixtures/time/epoch.ts';
import { applyEntry } from '../fold/apply.ts';
import { type Fact, position } from '../state/facts.ts';
import { sandboxMs } from '../state/time.ts';
import { generateWorld } from '../state/world.ts';
import { openScope } from './scope.ts';
import type { Scope } from './scope-types.ts';

const world = generateWorld(1);
const NOW = sandboxMs(EPOCH_MS);

function open(key: string, nowMs = NOW, from = world): Scope {
  const scope = openScope(from, key, nowMs);
  if (scope === undefined) throw new Error(`${key} opens no scope`);
  return scope;
}
const listIds = (items: readonly { readonly terminalId: string }[]) => items.map(({ terminalId }) => terminalId);

describe('a key', () => {
  test('opens the scope of its user only while it is active', () => {
    expect(open('sbx-northway-admin').user.userId).toBe('usr_nw_admin');
    for (const key of ['', 'nonsense', 'sbx-northway-revoked', 'sbx-northway-expired', 'SBX-NORTHWAY-ADMIN'])
      expect(openScope(world, key, NOW)).toBeUndefined();
  });

  test('opens no scope from the instant of its expiry on', () => {
    const key = { key: 'sbx-northway-expired', expiresAt: '2026-09-01T14:00:00Z' };
    const expiresMs = Date.parse(key.expiresAt);
    expect(openScope(world, key.key, sandboxMs(expiresMs - 1))).toBeDefined();
    expect(openScope(world, key.key, sandboxMs(expiresMs))).toBeUndefined();
  });
});

describe('a scope', () => {
  test.each([
    ['sbx-northway-admin', 48, 5],
    ['sbx-northway-audit', 48, 5],
    ['sbx-northway-tech', 14, 1],
    ['sbx-harbor-admin', 14, 1],
    ['sbx-pine-admin', 8, 1],
    ['sbx-northway-store', 1, 1],
    ['sbx-cashco-vault', 9, 1],
    ['sbx-redline-tech', 0, 1],
    ['sbx-blank-admin', 0, 1],
  ])('of %s has %i terminals and %i accounts', (key, terminals, accounts) => {
    const scope = open(key);
    expect([scope.terminals.length, scope.accounts.length]).toEqual([terminals, accounts]);
  });

  test('may share terminals with another scope of the same tenant without sharing accounts', () => {
    const tech = new Set(listIds(open('sbx-northway-tech').terminals));
    const vault = listIds(open('sbx-cashco-vault').terminals);
    const shared = vault.filter((terminalId) => tech.has(terminalId));
    expect(shared.length).toBeGreaterThan(0);
    expect(shared.length).toBeLessThan(vault.length);
  });

  test('contains only visible members of a group, and hides an invisible parent', () => {
    const vault = open('sbx-cashco-vault');
    for (const group of vault.groups) {
      expect(group.terminals.length).toBeGreaterThan(0);
      expect(listIds(vault.terminals)).toEqual(expect.arrayContaining(listIds(group.terminals)));
      if (group.parentGroupId !== null) expect(vault.group(group.parentGroupId)).toBeDefined();
    }
    const all = open('sbx-northway-admin');
    expect(all.group('grp_nw_maine_resorts')?.terminals).toEqual([]);
    expect(all.group('grp_nw_maine')?.terminals.length).toBe(12);
    expect(open('sbx-redline-admin').group('grp_nw_maine')).toBeUndefined();
  });

  test('counts only visible terminals of a shared connector', () => {
    const counts = ['sbx-northway-admin', 'sbx-harbor-admin', 'sbx-pine-admin'].map((key) =>
      open(key).connectors.map(({ fixture, terminals }) => [fixture.connectorId, terminals.length]),
    );
    const [admin, harbor, pine] = counts.map((entries) => new Map(entries as [string, number][]));
    const common = [...(harbor?.keys() ?? [])].filter(
      (id) => pine?.has(id) && admin?.has(id) && (harbor?.get(id) ?? 0) > 0,
    );
    expect(common.length).toBeGreaterThan(0);
    expect(
      common.some((id) => harbor?.get(id) !== pine?.get(id) && (admin?.get(id) ?? 0) > (harbor?.get(id) ?? 0)),
    ).toBe(true);
  });

  test('has no transaction before the history, whose id its ledger would find', () => {
    const redline = open('sbx-redline-admin');
    const found = redline.terminals.flatMap(({ ledger }) => {
      const earlier = ledger.transactionsBetween(HISTORY_START_MS - DAY_MS, HISTORY_START_MS);
      return earlier.map(({ transactionId }) => transactionId);
    });
    expect(found.length).toBeGreaterThan(10);
    expect(found.filter((id) => redline.transaction(id) !== undefined)).toEqual([]);
  });

  test('finds a transaction by its id, but none of another tenant, before the history or of the future', () => {
    const redline = open('sbx-redline-admin');
    const order = { sortBy: 'terminal_datetime', sortDir: 'desc' } as const;
    const ids = redline
      .viewLedger(redline.terminals, order)
      .rows.slice(0, 10_000)
      .map(({ transaction }) => transaction.transactionId);
    expect(ids.length).toBeGreaterThan(1000);
    expect(ids.filter((id) => redline.transaction(id) === undefined)).toEqual([]);
    expect(ids.filter((id) => open('sbx-northway-admin').transaction(id) !== undefined)).toEqual([]);
    const earlier = open('sbx-redline-admin', sandboxMs(EPOCH_MS - 86_400_000));
    expect(earlier.transaction(ids[0] ?? '')).toBeUndefined();
    for (const id of ['', 'txn_', 'txn_01K8Z6Q4T9N3V5B7C2D8F0G1HJ', 'x'.repeat(64)])
      expect(redline.transaction(id)).toBeUndefined();
  });

  test('shows payees the batches of their account, and administrators those of their account and its sub-accounts', () => {
    const payees = (key: string) =>
      new Set(
        open(key)
          .batches()
          .map(({ batch }) => batch.accountId),
      );
    expect(payees('sbx-northway-store')).toEqual(new Set(['acct_amaral']));
    expect(payees('sbx-cashco-vault')).toEqual(new Set(['acct_cashco']));
    expect(payees('sbx-northway-finance').size).toBe(5);
  });
});

describe('facts', () => {
  const scope = open('sbx-northway-admin');
  const { dispute } = scope.openDispute({
    transaction: scope.viewLedger(scope.terminals, { sortBy: 'amt_comp', sortDir: 'desc' }).rows.slice(40, 41)[0]
      ?.transaction as never,
    reasonCode: 'cash_not_dispensed',
    amountCents: 100,
    network: null,
    networkCaseRef: null,
    description: null,
    isNewAccount: false,
    isMagic: false,
    assignToUserId: null,
  });
  const fact: Fact = { type: 'dispute-opened', atMs: NOW, userId: scope.user.userId, dispute };
  const after = applyEntry(world, { tenantId: 'acct_northway', position: position(1), facts: [fact] });

  test('change only the state of their tenant, from then on', () => {
    const listCases = (key: string, from: typeof world) => open(key, NOW, from).disputes().length;
    expect(listCases('sbx-northway-admin', after)).toBe(listCases('sbx-northway-admin', world) + 1);
    expect(listCases('sbx-redline-admin', after)).toBe(listCases('sbx-redline-admin', world));
    expect(open('sbx-redline-admin', NOW, after).position).toBe(0);
  });

  test('do not change earlier states, which paged reads still use', () => {
    const now = open('sbx-northway-admin', NOW, after);
    expect(now.atSnapshot({ nowMs: NOW, position: position(0) }).disputes().length).toBe(now.disputes().length - 1);
  });

  test('change the ids of the next write', () => {
    const ids = [scope, open('sbx-northway-admin', NOW, after)].map((one) => [one.newId('dsp'), one.newId('dsp')]);
    expect(new Set(ids.flat()).size).toBe(4);
  });

  test('of an unknown tenant change only the position', () => {
    const other = applyEntry(world, { tenantId: 'acct_nobody', position: position(1), facts: [fact] });
    expect([other.position, other.tenants]).toEqual([1, world.tenants]);
  });
});
