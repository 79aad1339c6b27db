import { describe, expect, it } from 'vitest';
import { isApproved, isApprovedCash } from '../../../fixtures/cash/cash-rows.ts';
import { openLedger } from '../../../fixtures/cash/ledger.ts';
import { changeRow } from '../../../fixtures/cash/ledger-row.ts';
import { tenants } from '../../../fixtures/index.ts';
import type { AttemptFixture, TerminalFixture } from '../../../fixtures/model/model.ts';
import type { Transaction } from '../../../fixtures/model/stream-types.ts';
import { listAssessmentsUntil } from '../../../fixtures/terminals/risk.ts';
import { createSampleSource } from '../../../fixtures/testing/sample-source.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../fixtures/time/calendar.ts';
import { EPOCH_MS, HISTORY_START_MS } from '../../../fixtures/time/epoch.ts';
import { defaultPolicy } from '../rules/evaluation/default-policy.ts';
import { ceilToMinute } from '../rules/evaluation/minutes.ts';
import type { DataValue } from '../rules/incident.ts';
import type { AccountStreams } from '../rules/input/streams.ts';
import { listAccountEvents, listTerminalEvents } from '../testing/evaluate-span.ts';
import { locationRiskChange } from './definitions/location-risk-change.ts';

const T0 = EPOCH_MS - 3 * DAY_MS;
const formatAt = (seconds: number): string => new Date(T0 + seconds * 1000).toISOString();

function createAttempt(seconds: number, card: number, response: string): AttemptFixture {
  return {
    at: formatAt(seconds),
    type: 'withdrawal',
    accountType: 'checking',
    emv: 'chip',
    amountCents: 4000,
    response,
    card,
  };
}

function createAccount(
  attempts: readonly AttemptFixture[],
  more: Partial<TerminalFixture> = {},
  seed = 1,
): AccountStreams {
  const source = createSampleSource({ seed, attemptsPerMonth: 0.001, terminal: { edges: { attempts }, ...more } });
  return { seed, tenant: source.tenant, accountId: 'acct_sample', terminals: [{ source, ledger: openLedger(source) }] };
}

const span = { fromMs: T0 - DAY_MS, toMs: EPOCH_MS };
const listPatterns = (account: AccountStreams): readonly DataValue[] =>
  listAccountEvents(account, span).happenings.map(({ data }) => data.pattern ?? null);

describe('repeated_same_card_attempt', () => {
  it('reports four attempts with three declines, at the minute of the fourth, once per hour', () => {
    const tries = [0, 100, 200, 300, 400].map((seconds) => createAttempt(seconds, 1, '51'));
    const [emitted, ...more] = listAccountEvents(createAccount(tries), span).happenings;
    expect(more).toEqual([]);
    expect(emitted).toMatchObject({
      atMs: ceilToMinute(T0 + 300_000),
      severity: 'medium',
      data: {
        pattern: 'retry_after_decline',
        attempts: 4,
        declined: 4,
        approved: 0,
        amountApproved: 0,
        windowMinutes: 15,
      },
    });
    const later = [3700, 3800, 3900, 4000].map((seconds) => createAttempt(seconds, 1, '51'));
    expect(listPatterns(createAccount([...tries, ...later]))).toHaveLength(2);
  });

  it('does not report three attempts, four by two cards, or four within half an hour', () => {
    expect(listPatterns(createAccount([0, 100, 200].map((seconds) => createAttempt(seconds, 1, '51'))))).toEqual([]);
    expect(
      listPatterns(createAccount([0, 100, 200, 300].map((seconds, n) => createAttempt(seconds, n % 2, '51')))),
    ).toEqual([]);
    expect(listPatterns(createAccount([0, 600, 1200, 1800].map((seconds) => createAttempt(seconds, 1, '51'))))).toEqual(
      [],
    );
  });

  it('reports wrong PINs until the card is blocked, and repeated withdrawals, as separate patterns', () => {
    const pins = ['55', '55', '55', '75'].map((response, n) => createAttempt(100 * n, 1, response));
    expect(listPatterns(createAccount(pins))).toEqual(['pin_guessing']);
    const [drained] = listAccountEvents(
      createAccount([0, 100, 200].map((seconds) => createAttempt(seconds, 1, '00'))),
      span,
    ).happenings;
    expect(drained).toMatchObject({ severity: 'high', data: { pattern: 'limit_draining', amountApproved: 12_000 } });
  });

  it('reports a card that is used at several terminals of one account', () => {
    const here = createAccount([0, 600, 1200].map((seconds) => createAttempt(seconds, 1, '00')));
    const there = createAccount(
      [300, 900].map((seconds) => createAttempt(seconds, 1, '51')),
      { terminalId: 'TT000001' },
    );
    const getCard = ({ terminals }: AccountStreams) =>
      terminals[0]?.ledger.transactionsBetween(T0, EPOCH_MS)[0]?.cardRef;
    // Cards of fixtures belong to one terminal, so the test copies the card reference to the other.
    const lent = there.terminals.map((terminal) => ({
      ...terminal,
      ledger: {
        ...terminal.ledger,
        transactionsBetween: (fromMs: number, toMs: number): readonly Transaction[] =>
          terminal.ledger
            .transactionsBetween(fromMs, toMs)
            .map((row) => changeRow(row, { cardRef: getCard(here) ?? '' })),
      },
    }));
    const [emitted, ...more] = listAccountEvents({ ...here, terminals: [...here.terminals, ...lent] }, span).happenings;
    expect(more).toEqual([]);
    expect(emitted).toMatchObject({
      terminalId: 'TT000000',
      severity: 'high',
      data: { pattern: 'cross_terminal', attempts: 5, approved: 3, terminalIds: ['TT000000', 'TT000001'] },
    });
  });

  it('reports the same as a search back from every minute', () => {
    const codes = ['00', '51', '55', '75', '51'];
    for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const tries = Array.from({ length: 60 }, (_, n) =>
        createAttempt(n * 97 + ((seed * n * n) % 61), (n * seed + (n >> 2)) % 3, codes[(n * 7 + seed) % 5] ?? '51'),
      );
      const account = createAccount(tries, {}, seed);
      const rows = account.terminals[0]?.ledger
        .transactionsBetween(T0, EPOCH_MS)
        .filter(({ type }) => type !== 'reversal');
      const found = listAccountEvents(account, span).happenings.map(({ atMs, data }) => `${atMs} ${data.cardRef}`);
      expect(found.length).toBeGreaterThan(1);
      expect(found.toSorted()).toEqual(evaluateEveryMinute(rows ?? []).toSorted());
    }
  });
});

/** Evaluates the rule literally: at each minute, for each card used in it. */
function evaluateEveryMinute(rows: readonly Transaction[]): readonly string[] {
  const emitted: string[] = [];
  const lastEmitted = new Map<string, number>();
  for (let atMs = ceilToMinute(T0); atMs < T0 + 4 * HOUR_MS; atMs += MINUTE_MS) {
    for (const card of new Set(rows.filter((row) => ceilToMinute(row.atMs) === atMs).map(({ cardRef }) => cardRef))) {
      const own = (minutes: number) =>
        rows.filter((row) => row.cardRef === card && row.atMs <= atMs && row.atMs > atMs - minutes * MINUTE_MS);
      const retried = own(15).length >= 4 && own(15).filter((row) => !isApproved(row)).length >= 3;
      const drained = own(10).filter(isApprovedCash).length >= 3;
      const isResting = atMs - (lastEmitted.get(card) ?? 0) < HOUR_MS;
      if (isResting || (!retried && !drained)) continue;
      lastEmitted.set(card, atMs);
      emitted.push(`${atMs} ${card}`);
    }
  }
  return emitted;
}

describe('command_failed and provisioning_failed', () => {
  const commands = (['failed', 'rejected', 'expired', 'completed', 'canceled'] as const).map((outcome, n) => ({
    commandType: n === 0 ? ('working_key_change' as const) : ('reboot' as const),
    queuedAt: formatAt(n * 600),
    requestedBy: n === 1 ? 'system' : 'usr_sample_ops',
    outcome,
  }));
  const provisioning = (['failed', 'rolled_back', 'completed'] as const).map((outcome, n) => ({
    startedAt: formatAt(n * 7200),
    outcome,
  }));
  const source = createSampleSource({ terminal: { edges: { commands, provisioning } } });
  const emitted = listTerminalEvents({ source, ledger: openLedger(source) }, span).happenings;

  it('report only failed commands and jobs', () => {
    const own = emitted.filter(({ type, data }) => type === 'command_failed' && String(data.queuedAt) >= String(T0));
    expect(own.map(({ data }) => data.finalState).toSorted()).toEqual(['expired', 'failed', 'rejected']);
    const bad = (state: string) => own.find(({ data }) => data.finalState === state);
    expect(bad('failed')).toMatchObject({ severity: 'medium', data: { requestedByUserId: 'usr_sample_ops' } });
    expect(bad('rejected')).toMatchObject({ severity: 'low', data: { requestedByUserId: null } });
    expect(bad('expired')).toMatchObject({ severity: 'low', atMs: ceilToMinute(T0 + 1_200_000) + DAY_MS });
    expect(bad('expired')?.data).toMatchObject({ resultCode: 'expired', attemptCount: 0 });
    const jobs = emitted.filter(({ type }) => type === 'provisioning_failed');
    expect(jobs.map(({ severity, data }) => [severity, data.isNewTerminal, data.rolledBackToVersion === null])).toEqual(
      [
        ['high', false, true],
        ['high', false, false],
      ],
    );
  });

  it('report a terminal that never reported, but none that is out of service', () => {
    const seen = (status: TerminalFixture['status']) => {
      const source = createSampleSource({ terminal: { status, edges: { commands, provisioning } } });
      return listTerminalEvents({ source, ledger: openLedger(source) }, span).happenings;
    };
    expect(new Set(seen('never_reported').map(({ type }) => type))).toEqual(
      new Set(['command_failed', 'provisioning_failed']),
    );
    expect(seen('never_reported').find(({ type }) => type === 'provisioning_failed')?.data.isNewTerminal).toBe(true);
    expect(seen('suspended')).toEqual([]);
    expect(seen('decommissioned')).toEqual([]);
  });
});

describe('location_risk_change', () => {
  const year = { fromMs: HISTORY_START_MS, toMs: EPOCH_MS + 730 * DAY_MS };
  const changes = tenants.flatMap((tenant) =>
    tenant.terminals.flatMap((terminal) => {
      const source = { seed: 1, tenant, terminal };
      const found = locationRiskChange.rule.evaluateTerminalSpan?.({ source, span: year, policy: defaultPolicy }) ?? [];
      return found.map((emitted) => ({ source, emitted }));
    }),
  );

  it('reports each change once, compared to the last report', () => {
    expect(changes.length).toBeGreaterThan(30);
    const last = new Map<string, unknown>();
    for (const { source, emitted } of changes) {
      const { previousScore, newScore, assessedAt, previousBand, newBand } = emitted.data;
      const { terminalId, location } = source.terminal;
      expect(previousScore).toBe(last.get(terminalId) ?? location.risk.score);
      last.set(terminalId, newScore);
      const assessment = listAssessmentsUntil(source, emitted.atMs).at(-1);
      expect([assessment?.atMs, assessment?.score]).toEqual([assessedAt, newScore]);
      const moved = Math.abs(Number(newScore) - Number(previousScore));
      expect(moved >= 15 || previousBand !== newBand || assessment?.isReport).toBe(true);
    }
  });

  it('is high if a location enters the highest band, and low if its risk decreases', () => {
    for (const { emitted } of changes) {
      const { previousScore, newScore, previousBand, newBand } = emitted.data;
      const isFall = Number(newScore) < Number(previousScore);
      expect(emitted.severity).toBe(isFall ? 'low' : newBand === 'high' && previousBand !== 'high' ? 'high' : 'medium');
    }
    expect(new Set(changes.map(({ emitted }) => emitted.severity)).size).toBe(3);
  });
});
