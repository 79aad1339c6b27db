import { describe, expect, it, vi } from 'vitest';
import { openLedger } from '../../../../fixtures/cash/ledger.ts';
import { tenants } from '../../../../fixtures/index.ts';
import { DAY_MS, MINUTE_MS } from '../../../../fixtures/time/dates.ts';
import { EPOCH_MS } from '../../../../fixtures/time/epoch.ts';
import { listAccountEvents, listTerminalEvents } from '../../testing/evaluate-span.ts';
import type { Incident } from '../incident.ts';

/** Whether rules are evaluated at every minute instead of only at their marks. */
let looksAtEveryMinute = false;

vi.mock('./minute-rule.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('./minute-rule.ts')>();
  const evaluateRule: typeof original.evaluateRule = (subject, span, condition) => {
    const marked = [...condition.marks];
    const firstMs = marked.reduce((first, atMs) => Math.min(first, atMs), span.fromMs);
    const marks = looksAtEveryMinute ? listMinutes(firstMs, span.toMs) : marked;
    return original.evaluateRule(subject, span, { ...condition, marks });
  };
  return { ...original, evaluateRule };
});

function listMinutes(fromMs: number, toMs: number): readonly number[] {
  const minutes: number[] = [];
  for (let atMs = Math.ceil(fromMs / MINUTE_MS) * MINUTE_MS; atMs <= toMs; atMs += MINUTE_MS) minutes.push(atMs);
  return minutes;
}

const SEEDS = [1, 7];

describe('evaluating rules only at their marks', () => {
  const troubled = [
    'NW104233',
    'NW100777',
    'NW100911',
    'NW120451',
    'HB200458',
    'RL000404',
    'RL000120',
    'RL000808',
    'RL000666',
    'RL000321',
    'MR000303',
  ];
  const seen = new Set<string>();

  /** Returns the incidents found at the marks. Expects the same ones from an evaluation at every minute. */
  function foundBoth(find: () => readonly Incident[]): readonly Incident[] {
    looksAtEveryMinute = false;
    const found = find();
    looksAtEveryMinute = true;
    expect(find()).toEqual(found);
    for (const { type, moments } of found) for (const { state } of moments) seen.add(`${type} ${state}`);
    return found;
  }

  it.each(troubled)('finds the same incidents of terminal %s as at every minute', (terminalId) => {
    const tenant = tenants.find(({ terminals }) => terminals.some((each) => each.terminalId === terminalId));
    const terminal = tenant?.terminals.find((each) => each.terminalId === terminalId);
    if (tenant === undefined || terminal === undefined) throw new Error(`no terminal ${terminalId}`);
    for (const seed of SEEDS) {
      const source = { seed, tenant, terminal };
      const ledger = openLedger(source);
      for (const span of [
        { fromMs: EPOCH_MS - 10 * DAY_MS, toMs: EPOCH_MS - 6 * DAY_MS },
        { fromMs: EPOCH_MS - 5 * DAY_MS, toMs: EPOCH_MS + DAY_MS },
      ])
        foundBoth(() => listTerminalEvents({ source, ledger }, span).incidents);
    }
  });

  it.each(['acct_northway', 'acct_redline', 'acct_hostile'])(
    'finds the same incidents of account %s as at every minute',
    (id) => {
      const tenant = tenants.find(({ tenantId }) => tenantId === id);
      if (tenant === undefined) throw new Error(`no tenant ${id}`);
      for (const seed of SEEDS) {
        const terminals = tenant.terminals
          .filter(({ accountId, status }) => accountId === id && status === 'active')
          .map((terminal) => ({ source: { seed, tenant, terminal }, ledger: openLedger({ seed, tenant, terminal }) }));
        const span = { fromMs: EPOCH_MS - 14 * DAY_MS, toMs: EPOCH_MS };
        foundBoth(() => listAccountEvents({ seed, tenant, accountId: id, terminals }, span).incidents);
      }
    },
  );

  it('covers every type of event and every kind of turn', () => {
    const kinds = [
      'decline_spike',
      'reversal_spike',
      'high_decline_velocity',
      'processor_outage',
      'approval_rate_drop',
    ];
    for (const type of kinds) {
      expect(seen).toContain(`${type} triggered`);
      expect(seen).toContain(`${type} resolved`);
    }
    expect(seen).toContain('decline_spike escalated');
  });
});
