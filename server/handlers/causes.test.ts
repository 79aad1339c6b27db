import { describe, expect, it } from 'vitest';
import type { Cause } from '../../fixtures/model/causes.ts';
import { HOUR_MS, MINUTE_MS } from '../../fixtures/time/dates.ts';
import type { FeedItem } from '../serialisers/feed.ts';
import type { Scope } from '../world/scope/scope-types.ts';
import { applyEntry } from '../world/state/apply.ts';
import { position } from '../world/state/facts.ts';
import { EPOCH_MS } from '../world/state/world.ts';
import { inject, lookAt } from '../world/testing/inject-facts.ts';
import { createDispute, listDisputes } from './disputes.ts';
import { getAccountFeed, getTerminalFeed } from './feeds/feeds.ts';
import { getPortal } from './portal/portal.ts';
import { listSettlements } from './settlements.ts';
import { listTerminalCommands } from './terminals/commands.ts';
import { getConnectorStatus, listConnectors } from './terminals/connectors.ts';
import { getTerminalStatus } from './terminals/status.ts';
import { bodyOf, schemaFault, world } from './testing/scope-of-key.ts';
import { getTransactionTimeline, listTerminalTransactions, listTransactions } from './transactions.ts';

const NOW = EPOCH_MS;
const TENANT = 'acct_meridian';
const KEY = 'sbx-meridian-admin';
const nothing = { path: {}, query: {}, body: undefined } as const;

let made = 0;
type Without<One> = One extends Cause ? Omit<One, 'causeId' | 'atMs' | 'terminalId'> : never;
function cause(terminalId: string, rest: Without<Cause>, atMs = NOW): Cause {
  made += 1;
  return { causeId: `cau_${made}`, atMs, terminalId, ...rest } as Cause;
}

const after = (ms: number, ...causes: readonly Cause[]): Scope => lookAt(inject(world, TENANT, causes), KEY, NOW + ms);
const before = lookAt(world, KEY, NOW);

/** In service, heard, and used in the last day. */
const terminalId = (
  before.terminals.find((terminal) => {
    const { operationalState, line, lastTransactionMs } = before.statusOf(terminal);
    return operationalState === 'in_service' && line.state === 'online' && (lastTransactionMs ?? 0) > NOW - 8 * HOUR_MS;
  }) as Scope['terminals'][number]
).terminalId;

const statusOf = (scope: Scope) =>
  bodyOf(getTerminalStatus(scope, { path: { terminal_id: terminalId }, query: {}, body: undefined }));
const portalOf = (scope: Scope) => bodyOf(getPortal(scope, nothing));
const machineOf = (scope: Scope) => portalOf(scope).terminals.find((each) => each.terminal_id === terminalId);
const rowsOf = (scope: Scope) =>
  bodyOf(
    listTerminalTransactions(scope, { path: { terminal_id: terminalId }, query: { limit: 100 }, body: undefined }),
  );
function itemsOf(scope: Scope): readonly FeedItem[] {
  const feed = getTerminalFeed(scope, { path: { terminal_id: terminalId }, query: {}, body: undefined });
  const all = getAccountFeed(scope, nothing);
  if (feed.status !== 200 || all.status !== 200) throw new Error('refused');
  const alerts = feed.body.items.filter((item) => item.categories[0]?.value === 'alert');
  const guids = new Set(all.body.items.map((item) => item.title));
  for (const { title, publishedMs } of alerts) if (publishedMs >= NOW) expect(guids).toContain(title);
  return alerts.filter(({ publishedMs }) => publishedMs >= NOW);
}
const alertsOf = (scope: Scope) => statusOf(scope).open_alerts.map(({ type }) => type);

it('there is a terminal about which nothing is wrong', () => {
  expect(statusOf(before)).toMatchObject({ operational_state: 'in_service', comms: { state: 'online' } });
  expect(alertsOf(before)).not.toContain('cash_out');
});

describe('an emptied machine', () => {
  const empty = cause(terminalId, { type: 'notes_removed', position: 'all', notesLeft: 0 });
  const scope = after(30 * MINUTE_MS, empty);

  it('is out of cash on every surface', () => {
    const status = statusOf(scope);
    expect(status).toMatchObject({ operational_state: 'out_of_service', health: 'high' });
    expect(status.cash).toMatchObject({ dispenser_state: 'stop', amount_remaining: '0.00' });
    expect(schemaFault('TerminalStatus', status)).toBeUndefined();
    expect(alertsOf(scope)).toContain('cash_out');
    expect(alertsOf(scope)).not.toContain('cash_low');
    expect(machineOf(scope)).toMatchObject({
      operational_state: 'out_of_service',
      health: 'high',
      amount_remaining: '0.00',
    });
    expect(itemsOf(scope)).toContainEqual(
      expect.objectContaining({ title: expect.stringMatching(/^\[critical\] \w+ Out of cash: 0\.00 left$/) }),
    );
    expect(rowsOf(after(10 * HOUR_MS, empty)).data.filter(({ transaction_type: type }) => type !== 'reversal')).toEqual(
      rowsOf(before)
        .data.filter(({ transaction_type: type }) => type !== 'reversal')
        .slice(0, 100),
    );
  });

  it('is in service again once it is loaded', () => {
    const loaded = cause(terminalId, { type: 'cash_loaded', notes: null }, NOW + HOUR_MS);
    const later = after(2 * HOUR_MS, empty, loaded);
    expect(statusOf(later)).toMatchObject({ operational_state: 'in_service' });
    expect(alertsOf(later)).not.toContain('cash_out');
    expect(itemsOf(later).filter(({ title }) => title.startsWith('[resolved]'))).not.toEqual([]);
    expect(machineOf(later)?.amount_remaining).toBe(statusOf(later).cash?.amount_remaining);
  });

  it('leaves the others as they were, and what was remembered about them', () => {
    const changed = inject(world, TENANT, [empty]).tenants.get(TENANT)?.generated;
    const old = world.tenants.get(TENANT)?.generated;
    const pairs = (old?.terminals ?? []).map((terminal, index) => [terminal, changed?.terminals[index]] as const);
    expect(pairs.filter(([one, other]) => one !== other).map(([one]) => one.terminalId)).toEqual([terminalId]);
    expect(inject(world, TENANT, [empty]).tenants.get('acct_redline')).toBe(world.tenants.get('acct_redline'));
  });

  it('was not so seen from an older position', () => {
    const then = scope.atSnapshot({ nowMs: scope.nowMs, position: before.position });
    expect(alertsOf(then)).not.toContain('cash_out');
    expect(statusOf(then).cash?.amount_remaining).not.toBe('0.00');
    const page = bodyOf(listTransactions(before, { path: {}, query: { limit: 5 }, body: undefined }));
    const cursor = page.page.next_cursor ?? '';
    const next = bodyOf(listTransactions(scope, { path: {}, query: { limit: 5, cursor }, body: undefined }));
    const same = bodyOf(listTransactions(before, { path: {}, query: { limit: 5, cursor }, body: undefined }));
    expect(next.data).toEqual(same.data);
  });
});

describe('a cut line', () => {
  const cut = cause(terminalId, { type: 'line_cut', untilMs: null });

  it('makes the machine stale, then offline, everywhere', () => {
    const stale = after(25 * MINUTE_MS, cut);
    const { heartbeat_interval_seconds: interval } = statusOf(before).comms;
    const isDial = interval > 900;
    if (!isDial) expect(alertsOf(stale)).toContain('heartbeat_stale');
    const gone = after(8 * HOUR_MS, cut);
    expect(statusOf(gone)).toMatchObject({
      operational_state: 'offline',
      health: 'critical',
      comms: { state: 'offline' },
    });
    expect(machineOf(gone)).toMatchObject({ operational_state: 'offline', health: 'critical' });
    expect(machineOf(gone)?.last_heartbeat_at).toBe(statusOf(gone).comms.last_heartbeat_at);
    expect(itemsOf(gone).some(({ title }) => title.includes('No heartbeat for'))).toBe(true);
    const { data } = rowsOf(gone);
    expect(data.filter(({ terminal_datetime: at }) => Date.parse(at) > NOW + HOUR_MS)).toEqual([]);
  });
});

describe('attempts made', () => {
  const attempts = ['00', '51', '55', '00'].map((response, index) => ({
    afterSeconds: 60 * (index + 1),
    type: 'withdrawal' as const,
    accountType: 'checking' as const,
    emv: 'chip' as const,
    amountCents: 4000,
    response,
    card: index,
  }));
  const made4 = cause(terminalId, { type: 'attempts_made', attempts });
  const scope = after(HOUR_MS, made4);
  const rows = rowsOf(scope).data.filter(({ terminal_datetime: at }) => Date.parse(at) > NOW);

  it('are rows of the list, with a timeline, and add to its summary', () => {
    expect(rows.filter(({ amt_req: amount }) => amount === '40.00').map(({ response }) => response)).toEqual(
      expect.arrayContaining(['00', '51', '55', '00']),
    );
    for (const row of rows) expect(schemaFault('TransactionRow', row)).toBeUndefined();
    const all = bodyOf(
      listTransactions(scope, { path: {}, query: { terminal_id: terminalId, limit: 1 }, body: undefined }),
    );
    const once = bodyOf(
      listTransactions(before, { path: {}, query: { terminal_id: terminalId, limit: 1 }, body: undefined }),
    );
    expect(all.page.matched).toBeGreaterThanOrEqual(once.page.matched + 4);
    expect(portalOf(scope).recent_transactions.map(({ transaction_id: id }) => id)).toContain(rows[0]?.transaction_id);
    const timeline = getTransactionTimeline(scope, {
      path: { transaction_id: rows[0]?.transaction_id ?? '' },
      query: {},
      body: undefined,
    });
    expect(timeline.status).toBe(200);
  });

  it('may be disputed, and the case is in the list', () => {
    const transactionId = rows.find(({ response }) => response === '00')?.transaction_id ?? '';
    const body = { transaction_id: transactionId, reason_code: 'cash_not_dispensed', amount: '40.00' } as const;
    const reply = createDispute(scope, { path: {}, query: {}, body } as Parameters<typeof createDispute>[1]);
    expect(reply.status).toBe(201);
    const facts = 'facts' in reply ? (reply.facts ?? []) : [];
    const caused = inject(world, TENANT, [made4]);
    const disputed = applyEntry(caused, { tenantId: TENANT, position: position(caused.position + 1), facts });
    const cases = bodyOf(listDisputes(lookAt(disputed, KEY, NOW + HOUR_MS), nothing)).data;
    expect(cases[0]).toMatchObject({ transaction_id: transactionId, amount: '40.00', terminal_id: terminalId });
  });
});

describe('a host that is down', () => {
  const host = before
    .terminal(terminalId)
    ?.fixture.comms.connectorIds.find(
      (id) => before.connector(id)?.fixture.connectorType === 'processor_host',
    ) as string;
  const down: Cause = { type: 'connector_down', causeId: 'cau_host', atMs: NOW, connectorId: host, untilMs: null };

  it('is down in its status, in the list, in the portal and in the health of its terminals', () => {
    const scope = after(10 * MINUTE_MS, down);
    const status = bodyOf(getConnectorStatus(scope, { path: { connector_id: host }, query: {}, body: undefined }));
    expect(status).toMatchObject({ status: 'down', status_reason: 'No response to echo tests' });
    expect(status.echo?.consecutive_failures).toBeGreaterThan(5);
    expect(bodyOf(listConnectors(scope, nothing)).data.find(({ connector_id: id }) => id === host)?.status).toBe(
      'down',
    );
    expect(portalOf(scope).connectors.find(({ connector_id: id }) => id === host)?.status).toBe('down');
    expect(statusOf(scope).health).toBe('critical');
    const responses = rowsOf(after(10 * HOUR_MS, down)).data.filter(
      ({ terminal_datetime: at, transaction_type: type }) =>
        Date.parse(at) > NOW + 2 * MINUTE_MS && type !== 'reversal',
    );
    expect(new Set(responses.map(({ response }) => response))).toEqual(new Set(['91']));
  });

  it('is up again once it is restored', () => {
    const restored: Cause = { type: 'connector_restored', causeId: 'cau_up', atMs: NOW + HOUR_MS, connectorId: host };
    const scope = after(2 * HOUR_MS, down, restored);
    expect(bodyOf(getConnectorStatus(scope, { path: { connector_id: host }, query: {}, body: undefined })).status).toBe(
      'up',
    );
    expect(statusOf(scope).health).not.toBe('critical');
  });
});

it('a command queued is in the list of commands and in the portal, with the end that was asked for', () => {
  const scope = after(
    48 * HOUR_MS,
    cause(terminalId, { type: 'command_queued', commandType: 'reboot', outcome: 'rejected' }),
  );
  const list = bodyOf(listTerminalCommands(scope, { path: { terminal_id: terminalId }, query: {}, body: undefined }));
  const command = list.data.find(({ queued_at: at }) => Date.parse(at) === NOW);
  expect(command).toMatchObject({ command_type: 'reboot', state: 'rejected' });
  expect(portalOf(scope).recent_commands).toContainEqual(command);
});

describe('papers', () => {
  const dated = (expiresDate: string, atMs: number): Cause =>
    cause(
      terminalId,
      { type: 'paper_dated', accountId: 'acct_meridian', itemType: 'merchant_agreement', expiresDate },
      atMs,
    );
  const itemOf = (scope: Scope) =>
    portalOf(scope).compliance_vault?.items.find(
      (item) => item.terminal_id === terminalId && item.item_type === 'merchant_agreement',
    );

  it('that run out are told of at the next notice, until they are renewed', () => {
    const soon = dated('2026-11-10', NOW);
    expect(itemOf(after(1, soon))).toMatchObject({ expires_date: '2026-11-10', status: 'expiring', days_to_expiry: 8 });
    expect(itemOf(before)?.expires_date).not.toBe('2026-11-10');
    expect(alertsOf(after(1, soon))).not.toContain('compliance_expiration');
    expect(alertsOf(after(30 * HOUR_MS, soon))).toContain('compliance_expiration');
    const renewed = after(32 * HOUR_MS, soon, dated('2028-11-10', NOW + 31 * HOUR_MS));
    expect(alertsOf(renewed)).not.toContain('compliance_expiration');
    expect(itemOf(renewed)).toMatchObject({
      expires_date: '2028-11-10',
      status: 'compliant',
      issued_date: '2026-11-03',
    });
    expect(itemsOf(renewed).map(({ title }) => title)).toContain(
      `[resolved] ${terminalId} Renewed: merchant agreement`,
    );
  });
});

describe('totals that are off', () => {
  const off = (cents: number, atMs: number): Cause =>
    cause(
      terminalId,
      { type: 'terminal_totals_off', accountId: 'acct_meridian', businessDate: '2026-11-02', cents },
      atMs,
    );
  const batchAt = (scope: Scope) =>
    bodyOf(
      listSettlements(scope, { path: {}, query: { from_business_date: '2026-11-02' }, body: undefined }),
    ).data.find(({ business_date: date }) => date === '2026-11-02');

  it('hold the batch of that date, and no longer once they are put right before it is derived', () => {
    expect(batchAt(before)).toBeUndefined();
    expect(batchAt(after(12 * HOUR_MS))).not.toMatchObject({ status: 'held' });
    const held = batchAt(after(12 * HOUR_MS, off(-6000, NOW)));
    expect(held).toMatchObject({
      status: 'held',
      variance_amount: '-60.00',
      status_reason: expect.stringContaining(terminalId),
    });
    expect(batchAt(after(12 * HOUR_MS, off(-6000, NOW), off(0, NOW + 1000)))).not.toMatchObject({ status: 'held' });
  });

  it('change nothing about a batch that is there already', () => {
    const [latest] = bodyOf(listSettlements(before, nothing)).data;
    const late = { ...off(-6000, NOW), businessDate: latest?.business_date ?? '' } as Cause;
    expect(bodyOf(listSettlements(after(0, late), nothing)).data[0]).toEqual(latest);
  });
});
