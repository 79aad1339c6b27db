import { describe, expect, it } from 'vitest';
import type { Cause } from '../../fixtures/model/causes.ts';
import { HOUR_MS, MINUTE_MS } from '../../fixtures/time/dates.ts';
import type { FeedItem } from '../serialisers/feed.ts';
import { applyEntry } from '../world/fold/apply.ts';
import type { Scope } from '../world/scope/scope-types.ts';
import { position } from '../world/state/facts.ts';
import { EPOCH_MS } from '../world/state/world.ts';
import { inject, lookAt } from '../world/testing/inject-facts.ts';
import { getAccountFeed, getTerminalFeed } from './feeds/feeds.ts';
import { createDispute, listDisputes } from './ledger/disputes.ts';
import { listSettlements } from './ledger/settlements.ts';
import { getTransactionTimeline, listTerminalTransactions, listTransactions } from './ledger/transactions.ts';
import { getPortal } from './portal/portal.ts';
import { listTerminalCommands } from './terminals/commands.ts';
import { getConnectorStatus, listConnectors } from './terminals/connectors.ts';
import { getTerminalStatus } from './terminals/status.ts';
import { findSchemaFault, unwrapBody, world } from './testing/test-scope.ts';

const NOW = EPOCH_MS;
const TENANT = 'acct_meridian';
const KEY = 'sbx-meridian-admin';
const nothing = { path: {}, query: {}, body: undefined } as const;

let made = 0;
type Without<One> = One extends Cause ? Omit<One, 'causeId' | 'atMs' | 'terminalId'> : never;
function createCause(terminalId: string, rest: Without<Cause>, atMs = NOW): Cause {
  made += 1;
  return { causeId: `cau_${made}`, atMs, terminalId, ...rest } as Cause;
}

const openScopeAfter = (ms: number, ...causes: readonly Cause[]): Scope =>
  lookAt(inject(world, TENANT, causes), KEY, NOW + ms);
const before = lookAt(world, KEY, NOW);

/** A terminal that is in service, online and used in the last hours. */
const terminalId = (
  before.terminals.find((terminal) => {
    const { operationalState, line, lastTransactionMs } = before.getState(terminal);
    return operationalState === 'in_service' && line.state === 'online' && (lastTransactionMs ?? 0) > NOW - 8 * HOUR_MS;
  }) as Scope['terminals'][number]
).terminalId;

const getStatus = (scope: Scope) =>
  unwrapBody(getTerminalStatus(scope, { path: { terminal_id: terminalId }, query: {}, body: undefined }));
const getPortalSnapshot = (scope: Scope) => unwrapBody(getPortal(scope, nothing));
const findPortalTerminal = (scope: Scope) =>
  getPortalSnapshot(scope).terminals.find((each) => each.terminal_id === terminalId);
const listRows = (scope: Scope) =>
  unwrapBody(
    listTerminalTransactions(scope, { path: { terminal_id: terminalId }, query: { limit: 100 }, body: undefined }),
  );
function listAlertItems(scope: Scope): readonly FeedItem[] {
  const feed = getTerminalFeed(scope, { path: { terminal_id: terminalId }, query: {}, body: undefined });
  const all = getAccountFeed(scope, nothing);
  if (feed.status !== 200 || all.status !== 200) throw new Error('refused');
  const alerts = feed.body.items.filter((item) => item.categories[0]?.value === 'alert');
  const guids = new Set(all.body.items.map((item) => item.title));
  for (const { title, publishedMs } of alerts) if (publishedMs >= NOW) expect(guids).toContain(title);
  return alerts.filter(({ publishedMs }) => publishedMs >= NOW);
}
const listAlertTypes = (scope: Scope) => getStatus(scope).open_alerts.map(({ type }) => type);

it('starts from a terminal without alerts', () => {
  expect(getStatus(before)).toMatchObject({ operational_state: 'in_service', comms: { state: 'online' } });
  expect(listAlertTypes(before)).not.toContain('cash_out');
});

describe('a terminal whose notes are removed', () => {
  const empty = createCause(terminalId, { type: 'notes_removed', position: 'all', notesLeft: 0 });
  const scope = openScopeAfter(30 * MINUTE_MS, empty);

  it('is out of cash in every resource', () => {
    const status = getStatus(scope);
    expect(status).toMatchObject({ operational_state: 'out_of_service', health: 'high' });
    expect(status.cash).toMatchObject({ dispenser_state: 'stop', amount_remaining: '0.00' });
    expect(findSchemaFault('TerminalStatus', status)).toBeUndefined();
    expect(listAlertTypes(scope)).toContain('cash_out');
    expect(listAlertTypes(scope)).not.toContain('cash_low');
    expect(findPortalTerminal(scope)).toMatchObject({
      operational_state: 'out_of_service',
      health: 'high',
      amount_remaining: '0.00',
    });
    expect(listAlertItems(scope)).toContainEqual(
      expect.objectContaining({ title: expect.stringMatching(/^\[critical\] \w+ Out of cash: 0\.00 left$/) }),
    );
    expect(
      listRows(openScopeAfter(10 * HOUR_MS, empty)).data.filter(({ transaction_type: type }) => type !== 'reversal'),
    ).toEqual(
      listRows(before)
        .data.filter(({ transaction_type: type }) => type !== 'reversal')
        .slice(0, 100),
    );
  });

  it('returns to service when cash is loaded', () => {
    const loaded = createCause(terminalId, { type: 'cash_loaded', notes: null }, NOW + HOUR_MS);
    const later = openScopeAfter(2 * HOUR_MS, empty, loaded);
    expect(getStatus(later)).toMatchObject({ operational_state: 'in_service' });
    expect(listAlertTypes(later)).not.toContain('cash_out');
    expect(listAlertItems(later).filter(({ title }) => title.startsWith('[resolved]'))).not.toEqual([]);
    expect(findPortalTerminal(later)?.amount_remaining).toBe(getStatus(later).cash?.amount_remaining);
  });

  it('affects no other terminal and no other tenant', () => {
    const changed = inject(world, TENANT, [empty]).tenants.get(TENANT)?.generated;
    const old = world.tenants.get(TENANT)?.generated;
    const pairs = (old?.terminals ?? []).map((terminal, index) => [terminal, changed?.terminals[index]] as const);
    expect(pairs.filter(([one, other]) => one !== other).map(([one]) => one.terminalId)).toEqual([terminalId]);
    expect(inject(world, TENANT, [empty]).tenants.get('acct_redline')).toBe(world.tenants.get('acct_redline'));
  });

  it('is unaffected at an earlier position', () => {
    const then = scope.atSnapshot({ nowMs: scope.nowMs, position: before.position });
    expect(listAlertTypes(then)).not.toContain('cash_out');
    expect(getStatus(then).cash?.amount_remaining).not.toBe('0.00');
    const page = unwrapBody(listTransactions(before, { path: {}, query: { limit: 5 }, body: undefined }));
    const cursor = page.page.next_cursor ?? '';
    const next = unwrapBody(listTransactions(scope, { path: {}, query: { limit: 5, cursor }, body: undefined }));
    const same = unwrapBody(listTransactions(before, { path: {}, query: { limit: 5, cursor }, body: undefined }));
    expect(next.data).toEqual(same.data);
  });
});

describe('a terminal whose line is cut', () => {
  const cut = createCause(terminalId, { type: 'line_cut', untilMs: null });

  it('becomes stale, then offline, in every resource', () => {
    const stale = openScopeAfter(25 * MINUTE_MS, cut);
    const { heartbeat_interval_seconds: interval } = getStatus(before).comms;
    const isDial = interval > 900;
    if (!isDial) expect(listAlertTypes(stale)).toContain('heartbeat_stale');
    const gone = openScopeAfter(8 * HOUR_MS, cut);
    expect(getStatus(gone)).toMatchObject({
      operational_state: 'offline',
      health: 'critical',
      comms: { state: 'offline' },
    });
    expect(findPortalTerminal(gone)).toMatchObject({ operational_state: 'offline', health: 'critical' });
    expect(findPortalTerminal(gone)?.last_heartbeat_at).toBe(getStatus(gone).comms.last_heartbeat_at);
    expect(listAlertItems(gone).some(({ title }) => title.includes('No heartbeat for'))).toBe(true);
    const { data } = listRows(gone);
    expect(data.filter(({ terminal_datetime: at }) => Date.parse(at) > NOW + HOUR_MS)).toEqual([]);
  });
});

describe('injected attempts', () => {
  const attempts = ['00', '51', '55', '00'].map((response, index) => ({
    afterSeconds: 60 * (index + 1),
    type: 'withdrawal' as const,
    accountType: 'checking' as const,
    emv: 'chip' as const,
    amountCents: 4000,
    response,
    card: index,
  }));
  const made4 = createCause(terminalId, { type: 'attempts_made', attempts });
  const scope = openScopeAfter(HOUR_MS, made4);
  const rows = listRows(scope).data.filter(({ terminal_datetime: at }) => Date.parse(at) > NOW);

  it('appear as rows with timelines, and in the summary', () => {
    expect(rows.filter(({ amt_req: amount }) => amount === '40.00').map(({ response }) => response)).toEqual(
      expect.arrayContaining(['00', '51', '55', '00']),
    );
    for (const row of rows) expect(findSchemaFault('TransactionRow', row)).toBeUndefined();
    const all = unwrapBody(
      listTransactions(scope, { path: {}, query: { terminal_id: terminalId, limit: 1 }, body: undefined }),
    );
    const once = unwrapBody(
      listTransactions(before, { path: {}, query: { terminal_id: terminalId, limit: 1 }, body: undefined }),
    );
    expect(all.page.matched).toBeGreaterThanOrEqual(once.page.matched + 4);
    expect(getPortalSnapshot(scope).recent_transactions.map(({ transaction_id: id }) => id)).toContain(
      rows[0]?.transaction_id,
    );
    const timeline = getTransactionTimeline(scope, {
      path: { transaction_id: rows[0]?.transaction_id ?? '' },
      query: {},
      body: undefined,
    });
    expect(timeline.status).toBe(200);
  });

  it('can be disputed', () => {
    const transactionId = rows.find(({ response }) => response === '00')?.transaction_id ?? '';
    const body = { transaction_id: transactionId, reason_code: 'cash_not_dispensed', amount: '40.00' } as const;
    const reply = createDispute(scope, { path: {}, query: {}, body } as Parameters<typeof createDispute>[1]);
    expect(reply.status).toBe(201);
    const facts = 'facts' in reply ? (reply.facts ?? []) : [];
    const caused = inject(world, TENANT, [made4]);
    const disputed = applyEntry(caused, { tenantId: TENANT, position: position(caused.position + 1), facts });
    const cases = unwrapBody(listDisputes(lookAt(disputed, KEY, NOW + HOUR_MS), nothing)).data;
    expect(cases[0]).toMatchObject({ transaction_id: transactionId, amount: '40.00', terminal_id: terminalId });
  });
});

describe('a connector that is down', () => {
  const host = before
    .terminal(terminalId)
    ?.fixture.comms.connectorIds.find(
      (id) => before.connector(id)?.fixture.connectorType === 'processor_host',
    ) as string;
  const down: Cause = { type: 'connector_down', causeId: 'cau_host', atMs: NOW, connectorId: host, untilMs: null };

  it('is down in its status, list, portal and the health of its terminals', () => {
    const scope = openScopeAfter(10 * MINUTE_MS, down);
    const status = unwrapBody(getConnectorStatus(scope, { path: { connector_id: host }, query: {}, body: undefined }));
    expect(status).toMatchObject({ status: 'down', status_reason: 'No response to echo tests' });
    expect(status.echo?.consecutive_failures).toBeGreaterThan(5);
    expect(unwrapBody(listConnectors(scope, nothing)).data.find(({ connector_id: id }) => id === host)?.status).toBe(
      'down',
    );
    expect(getPortalSnapshot(scope).connectors.find(({ connector_id: id }) => id === host)?.status).toBe('down');
    expect(getStatus(scope).health).toBe('critical');
    const responses = listRows(openScopeAfter(10 * HOUR_MS, down)).data.filter(
      ({ terminal_datetime: at, transaction_type: type }) =>
        Date.parse(at) > NOW + 2 * MINUTE_MS && type !== 'reversal',
    );
    expect(new Set(responses.map(({ response }) => response))).toEqual(new Set(['91']));
  });

  it('is up again when it is restored', () => {
    const restored: Cause = { type: 'connector_restored', causeId: 'cau_up', atMs: NOW + HOUR_MS, connectorId: host };
    const scope = openScopeAfter(2 * HOUR_MS, down, restored);
    expect(
      unwrapBody(getConnectorStatus(scope, { path: { connector_id: host }, query: {}, body: undefined })).status,
    ).toBe('up');
    expect(getStatus(scope).health).not.toBe('critical');
  });
});

it('shows a queued command in the list and in the portal, with the requested outcome', () => {
  const scope = openScopeAfter(
    48 * HOUR_MS,
    createCause(terminalId, { type: 'command_queued', commandType: 'reboot', outcome: 'rejected' }),
  );
  const list = unwrapBody(
    listTerminalCommands(scope, { path: { terminal_id: terminalId }, query: {}, body: undefined }),
  );
  const command = list.data.find(({ queued_at: at }) => Date.parse(at) === NOW);
  expect(command).toMatchObject({ command_type: 'reboot', state: 'rejected' });
  expect(getPortalSnapshot(scope).recent_commands).toContainEqual(command);
});

describe('compliance items with a new expiry date', () => {
  const dated = (expiresDate: string, atMs: number): Cause =>
    createCause(
      terminalId,
      { type: 'paper_dated', accountId: 'acct_meridian', itemType: 'merchant_agreement', expiresDate },
      atMs,
    );
  const findItem = (scope: Scope) =>
    getPortalSnapshot(scope).compliance_vault?.items.find(
      (item) => item.terminal_id === terminalId && item.item_type === 'merchant_agreement',
    );

  it('open an alert at the next notice, and resolve it when renewed', () => {
    const soon = dated('2026-11-10', NOW);
    expect(findItem(openScopeAfter(1, soon))).toMatchObject({
      expires_date: '2026-11-10',
      status: 'expiring',
      days_to_expiry: 8,
    });
    expect(findItem(before)?.expires_date).not.toBe('2026-11-10');
    expect(listAlertTypes(openScopeAfter(1, soon))).not.toContain('compliance_expiration');
    expect(listAlertTypes(openScopeAfter(30 * HOUR_MS, soon))).toContain('compliance_expiration');
    const renewed = openScopeAfter(32 * HOUR_MS, soon, dated('2028-11-10', NOW + 31 * HOUR_MS));
    expect(listAlertTypes(renewed)).not.toContain('compliance_expiration');
    expect(findItem(renewed)).toMatchObject({
      expires_date: '2028-11-10',
      status: 'compliant',
      issued_date: '2026-11-03',
    });
    expect(listAlertItems(renewed).map(({ title }) => title)).toContain(
      `[resolved] ${terminalId} Renewed: merchant agreement`,
    );
  });
});

describe('terminal totals with a variance', () => {
  const off = (cents: number, atMs: number): Cause =>
    createCause(
      terminalId,
      { type: 'terminal_totals_off', accountId: 'acct_meridian', businessDate: '2026-11-02', cents },
      atMs,
    );
  const batchAt = (scope: Scope) =>
    unwrapBody(
      listSettlements(scope, { path: {}, query: { from_business_date: '2026-11-02' }, body: undefined }),
    ).data.find(({ business_date: date }) => date === '2026-11-02');

  it('hold the batch of that date, unless corrected before its derivation', () => {
    expect(batchAt(before)).toBeUndefined();
    expect(batchAt(openScopeAfter(12 * HOUR_MS))).not.toMatchObject({ status: 'held' });
    const held = batchAt(openScopeAfter(12 * HOUR_MS, off(-6000, NOW)));
    expect(held).toMatchObject({
      status: 'held',
      variance_amount: '-60.00',
      status_reason: expect.stringContaining(terminalId),
    });
    expect(batchAt(openScopeAfter(12 * HOUR_MS, off(-6000, NOW), off(0, NOW + 1000)))).not.toMatchObject({
      status: 'held',
    });
  });

  it('do not affect an existing batch', () => {
    const [latest] = unwrapBody(listSettlements(before, nothing)).data;
    const late = { ...off(-6000, NOW), businessDate: latest?.business_date ?? '' } as Cause;
    expect(unwrapBody(listSettlements(openScopeAfter(0, late), nothing)).data[0]).toEqual(latest);
  });
});
