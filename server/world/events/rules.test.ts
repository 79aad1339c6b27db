import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseRuns } from '../../../base/testing/depth.ts';
import { openLedger } from '../../../fixtures/cash/ledger.ts';
import { tenants } from '../../../fixtures/index.ts';
import { createSampleSource, type Sample } from '../../../fixtures/testing/sample-source.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, parseInstantMs } from '../../../fixtures/time/calendar.ts';
import { EPOCH_MS, HISTORY_START_MS } from '../../../fixtures/time/epoch.ts';
import { getSeverityAt, type Incident, isOpenAt } from '../rules/incident.ts';
import type { TerminalStreams } from '../rules/input/streams.ts';
import { listAccountEvents, listTerminalEvents } from '../testing/evaluate-span.ts';

const seeds = [1, 7, 2026];
const span = { fromMs: HISTORY_START_MS, toMs: EPOCH_MS };

function openStreams(seed: number, terminalId: string): TerminalStreams {
  for (const tenant of tenants) {
    const terminal = tenant.terminals.find((each) => each.terminalId === terminalId);
    if (terminal !== undefined) return toStreams({ seed, tenant, terminal });
  }
  throw new Error(`no terminal ${terminalId}`);
}

const toStreams = (source: TerminalStreams['source']): TerminalStreams => ({ source, ledger: openLedger(source) });
const sample = (given: Sample): TerminalStreams => toStreams(createSampleSource(given));
const openFleet = (seed: number): readonly TerminalStreams[] =>
  tenants.flatMap((tenant) => tenant.terminals.map((terminal) => toStreams({ seed, tenant, terminal })));
const filterByType = (type: string, incidents: readonly Incident[]): readonly Incident[] =>
  incidents.filter((each) => each.type === type);

/** Returns the incidents as known at an earlier instant. */
function filterKnown(incidents: readonly Incident[], nowMs: number): readonly Incident[] {
  return incidents
    .filter(({ openedAtMs }) => openedAtMs <= nowMs)
    .map((incident) => {
      const isOver = incident.resolvedAtMs !== null && incident.resolvedAtMs <= nowMs;
      return {
        ...incident,
        escalations: incident.escalations.filter(({ atMs }) => atMs <= nowMs),
        resolvedAtMs: isOver ? incident.resolvedAtMs : null,
        resolution: isOver ? incident.resolution : null,
        moments: incident.moments.filter(({ atMs }) => atMs <= nowMs),
      };
    });
}

describe('incidents', () => {
  const streams = openFleet(7);
  const all = streams.flatMap((each) => listTerminalEvents(each, span).incidents);

  it('are the same for any later end of the span', () => {
    expect(all.length).toBeGreaterThan(100);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: streams.length - 1 }),
        fc.integer({ min: 1, max: 35 * DAY_MS - 1 }),
        (index, elapsedMs) => {
          const nowMs = HISTORY_START_MS + elapsedMs;
          const terminal = streams[index] as TerminalStreams;
          const now = listTerminalEvents(terminal, { fromMs: HISTORY_START_MS, toMs: nowMs }).incidents;
          expect(now).toEqual(filterKnown(listTerminalEvents(terminal, span).incidents, nowMs));
        },
      ),
      { seed: 20261102, numRuns: chooseRuns(15, 150) },
    );
  });

  it('have numbered moments in order, at whole minutes', () => {
    for (const { moments, openedAtMs, resolvedAtMs, escalations, resolution } of all) {
      expect(moments.map(({ sequence }) => sequence)).toEqual(moments.map((_, index) => index + 1));
      expect(moments.map(({ atMs }) => atMs)).toEqual(moments.map(({ atMs }) => atMs).toSorted((a, b) => a - b));
      expect(moments.every(({ atMs }) => atMs % MINUTE_MS === 0)).toBe(true);
      expect(moments[0]).toMatchObject({ state: 'triggered', atMs: openedAtMs });
      expect(moments.filter(({ state }) => state === 'escalated')).toHaveLength(escalations.length);
      expect(moments.at(-1)?.state === 'resolved').toBe(resolvedAtMs !== null);
      expect(resolution === null).toBe(resolvedAtMs === null);
      expect(moments.every(({ title, summary }) => title.length <= 90 && summary.length <= 500)).toBe(true);
    }
  });

  it('do not overlap within a dedupe key, and have unique ids', () => {
    expect(new Set(all.map(({ incidentId }) => incidentId)).size).toBe(all.length);
    for (const incidents of Map.groupBy(all, ({ dedupeKey }) => dedupeKey).values()) {
      for (const [index, incident] of incidents.entries()) {
        const before = incidents[index - 1];
        if (before !== undefined) expect(before.resolvedAtMs).toBeLessThan(incident.openedAtMs);
      }
    }
  });

  it('never concern a terminal that is not in use', () => {
    const idle = streams.filter(({ source }) => source.terminal.status !== 'active');
    expect(new Set(idle.map(({ source }) => source.terminal.status)).size).toBeGreaterThan(1);
    expect(idle.flatMap((each) => listTerminalEvents(each, span).incidents)).toEqual([]);
  });

  it('include no cash_low during cash_out, and resolve it first', () => {
    const outs = filterByType('cash_out', all);
    expect(outs.length).toBeGreaterThan(0);
    const lows = filterByType('cash_low', all);
    expect(lows.some(({ resolution }) => resolution === 'superseded')).toBe(true);
    for (const out of outs) {
      const own = lows.filter(({ terminalId }) => terminalId === out.terminalId);
      expect(own.filter((low) => isOpenAt(low, out.openedAtMs))).toEqual([]);
    }
    for (const low of lows.filter(({ resolution }) => resolution === 'superseded')) {
      expect(outs.some((out) => out.terminalId === low.terminalId && out.openedAtMs === low.resolvedAtMs)).toBe(true);
    }
  });

  it('open cash_low once per load', () => {
    for (const { source, ledger } of streams) {
      const lows = filterByType('cash_low', listTerminalEvents({ source, ledger }, span).incidents);
      const loads = lows.map(({ dedupeKey, openedAtMs }) => `${dedupeKey} ${ledger.loadAt(openedAtMs)?.atMs}`);
      expect(new Set(loads).size).toBe(loads.length);
    }
  });

  it('suppress heartbeat_stale while the line flaps', () => {
    const flappings = filterByType('communication_flapping', all);
    expect(flappings.length).toBeGreaterThan(20);
    for (const stale of filterByType('heartbeat_stale', all)) {
      const own = flappings.filter(({ terminalId }) => terminalId === stale.terminalId);
      expect(own.some((flapping) => isOpenAt(flapping, stale.openedAtMs))).toBe(false);
    }
  });
});

describe.each(seeds)('open incidents at the epoch, seed %i', (seed) => {
  const openAt = (terminalId: string, nowMs = EPOCH_MS): readonly Incident[] =>
    listTerminalEvents(openStreams(seed, terminalId), { fromMs: HISTORY_START_MS, toMs: nowMs }).incidents.filter(
      (each) => isOpenAt(each, nowMs),
    );

  it('include cash_low at NW104233, with the notes of its cassette', () => {
    const streams = openStreams(seed, 'NW104233');
    const [low] = filterByType('cash_low', openAt('NW104233'));
    expect(low).toMatchObject({ dedupeKey: 'cash_low:NW104233:A', accountId: 'acct_northway' });
    expect(getSeverityAt(low as Incident, EPOCH_MS)).toBe('medium');
    expect(streams.ledger.cashAt(EPOCH_MS)?.cassettes[0]?.notesRemaining).toBe(84);
    const emitted = low?.moments[0]?.data;
    expect(emitted?.notesRemaining).toBe(streams.ledger.cashAt(low?.openedAtMs ?? 0)?.cassettes[0]?.notesRemaining);
  });

  it('include cash_out at NW100777, without cash_low', () => {
    const open = openAt('NW100777').filter(({ type }) => type !== 'compliance_expiration');
    expect(open.map(({ type }) => type)).toEqual(['cash_out']);
    expect(open[0]?.moments[0]?.data).toMatchObject({ amountRemaining: 0, minWithdrawal: 2000 });
  });

  it('include a full reject bin at NW100911', () => {
    const [fault] = filterByType('dispenser_fault', openAt('NW100911'));
    expect(fault).toMatchObject({ dedupeKey: 'dispenser_fault:NW100911:20003' });
    expect(getSeverityAt(fault as Incident, EPOCH_MS)).toBe('critical');
    expect(fault?.moments[0]?.data).toMatchObject({ condition: 'reject_bin_full', isServiceAffecting: true });
  });

  it('include a broken dispenser at RL000120 after three reversals', () => {
    expect(
      filterByType('dispenser_fault', openAt('RL000120')).map(({ moments }) => moments.at(-1)?.severity),
    ).toContain('critical');
  });

  it('include flapping at RL000404 at night, not during the day', () => {
    expect(
      filterByType('communication_flapping', openAt('RL000404', parseInstantMs('2026-10-31T02:00:00-04:00'))),
    ).toHaveLength(1);
    expect(filterByType('communication_flapping', openAt('RL000404'))).toEqual([]);
  });

  it('include none of MR000900, which never reported', () => {
    expect(openAt('MR000900')).toEqual([]);
  });
});

describe('heartbeat_stale', () => {
  const cut = (from: string, to: string | null, heartbeatIntervalSeconds = 300) => {
    const plain = createSampleSource({});
    return sample({
      terminal: {
        comms: { ...plain.terminal.comms, heartbeatIntervalSeconds },
        edges: { lineCuts: [{ from, to }] },
      },
    });
  };
  const stale = (streams: TerminalStreams, to: string) =>
    filterByType(
      'heartbeat_stale',
      listTerminalEvents(streams, { fromMs: parseInstantMs('2026-11-02T00:00:00Z'), toMs: parseInstantMs(to) })
        .incidents,
    );

  it('opens after 15 minutes without heartbeats, escalates after an hour, ends with the second heartbeat', () => {
    const streams = cut('2026-11-02T12:00:00Z', '2026-11-02T14:00:00Z');
    expect(stale(streams, '2026-11-02T12:10:00Z')).toEqual([]);
    const [incident] = stale(streams, '2026-11-02T15:00:00Z');
    const [opening, worse, end] = incident?.moments ?? [];
    expect(incident?.moments).toHaveLength(3);
    expect(opening).toMatchObject({ state: 'triggered', severity: 'high', data: { minutesSilent: 15 } });
    expect(worse).toMatchObject({ state: 'escalated', severity: 'critical', data: { minutesSilent: 60 } });
    expect(end).toMatchObject({ state: 'resolved', severity: 'critical', data: { minutesSilent: 0 } });
    expect(end?.atMs).toBeGreaterThan(parseInstantMs('2026-11-02T14:05:00Z'));
    expect(end?.atMs).toBeLessThan(parseInstantMs('2026-11-02T14:12:00Z'));
  });

  it('opens after three hours for a dial-up line', () => {
    const streams = cut('2026-11-02T12:00:00Z', null, 3600);
    expect(stale(streams, '2026-11-02T14:00:00Z')).toEqual([]);
    expect(stale(streams, '2026-11-02T16:00:00Z')).toHaveLength(1);
  });

  it('opens only after the flapping ends', () => {
    const drops = Array.from({ length: 4 }, (_, index) => ({
      from: new Date(parseInstantMs('2026-11-02T10:00:00Z') + index * 10 * MINUTE_MS).toISOString(),
      to: new Date(parseInstantMs('2026-11-02T10:03:00Z') + index * 10 * MINUTE_MS).toISOString(),
    }));
    const streams = sample({
      terminal: { edges: { lineCuts: [...drops, { from: '2026-11-02T10:45:00Z', to: null }] } },
    });
    const found = listTerminalEvents(streams, {
      fromMs: parseInstantMs('2026-11-02T00:00:00Z'),
      toMs: parseInstantMs('2026-11-02T15:00:00Z'),
    }).incidents;
    const [flapping] = filterByType('communication_flapping', found);
    const [silent] = filterByType('heartbeat_stale', found);
    expect(flapping?.openedAtMs).toBe(parseInstantMs('2026-11-02T10:23:00Z'));
    expect(silent?.openedAtMs).toBe(flapping?.resolvedAtMs);
    expect((silent?.openedAtMs ?? 0) - parseInstantMs('2026-11-02T10:45:00Z')).toBeGreaterThan(15 * MINUTE_MS);
  });

  it('opens again half an hour after its end at the earliest', () => {
    const streams = sample({
      terminal: {
        edges: {
          lineCuts: [
            { from: '2026-11-02T12:00:00Z', to: '2026-11-02T13:00:00Z' },
            { from: '2026-11-02T13:14:00Z', to: '2026-11-02T16:00:00Z' },
          ],
        },
      },
    });
    const [first, second] = stale(streams, '2026-11-02T15:00:00Z');
    expect(second?.openedAtMs).toBe((first?.resolvedAtMs ?? 0) + HOUR_MS / 2);
  });
});

describe('compliance_expiration', () => {
  const northway = tenants.find(({ tenantId }) => tenantId === 'acct_northway') as (typeof tenants)[number];

  it('escalates with each notice, and never ends automatically', () => {
    const account = { seed: 1, tenant: northway, accountId: 'acct_northway', terminals: [] };
    const papers = filterByType('compliance_expiration', listAccountEvents(account, span).incidents);
    expect(papers.length).toBeGreaterThan(2);
    for (const { moments, terminalId, resolvedAtMs } of papers) {
      expect([terminalId, resolvedAtMs]).toEqual([null, null]);
      for (const { data, severity } of moments) {
        const days = data.daysToExpiry as number;
        expect(severity).toBe(days < 0 ? 'critical' : days <= 7 ? 'high' : days <= 30 ? 'medium' : 'low');
      }
    }
    const expired = papers.find(({ moments }) => moments.at(-1)?.severity === 'critical');
    expect(expired?.moments.map(({ data }) => data.notice).slice(0, 7)).toEqual([
      'days_90',
      'days_60',
      'days_30',
      'days_14',
      'days_7',
      'days_1',
      'expires_today',
    ]);
  });
});
