import { describe, expect, it } from 'vitest';
import { findLastHeartbeat } from '../../../fixtures/terminals/outages.ts';
import { HOUR_MS } from '../../../fixtures/time/dates.ts';
import type { Terminal } from '../state/tenant.ts';
import { DEFAULT_SEED, EPOCH_MS, generateWorld } from '../state/world.ts';
import { getLocalTime, listSilences, listTransactionHours } from './activity.ts';

const northway = generateWorld(DEFAULT_SEED).tenants.get('acct_northway')?.generated;
const terminals = northway?.terminals ?? [];

function findTerminal(terminalId: string): Terminal {
  const terminal = northway?.terminalsById.get(terminalId);
  if (terminal === undefined) throw new Error(`no terminal ${terminalId}`);
  return terminal;
}

describe('localTimeAt', () => {
  it('distinguishes the two occurrences of a local hour when clocks go back', () => {
    const before = Date.UTC(2026, 10, 1, 5, 30, 7);
    expect(getLocalTime('America/New_York', before)).toEqual({ date: '2026-11-01', time: '01:30:07', zone: 'EDT' });
    expect(getLocalTime('America/New_York', before + HOUR_MS)).toEqual({
      date: '2026-11-01',
      time: '01:30:07',
      zone: 'EST',
    });
  });
});

describe('silencesOf', () => {
  it('finds periods without messages that are longer than the limit', () => {
    const found = terminals.flatMap((terminal) =>
      listSilences(terminal, EPOCH_MS).map((silence) => ({ terminal, silence })),
    );
    expect(found.length).toBeGreaterThan(20);
    for (const { terminal, silence } of found) {
      const { lastHeartbeatMs, noticedMs, resumedMs } = silence;
      expect(noticedMs - lastHeartbeatMs).toBeGreaterThanOrEqual(15 * 60_000);
      expect(noticedMs).toBeLessThanOrEqual(EPOCH_MS);
      expect(findLastHeartbeat(terminal.source, (resumedMs ?? EPOCH_MS + 1) - 1)).toBe(lastHeartbeatMs);
      if (resumedMs !== undefined) expect(findLastHeartbeat(terminal.source, resumedMs)).toBe(resumedMs);
    }
  });

  it('leaves a silence open until the next heartbeat', () => {
    const cutOff = findTerminal('NW120451');
    const open = listSilences(cutOff, EPOCH_MS).at(-1);
    expect(open).toMatchObject({ resumedMs: undefined });
    const later = listSilences(cutOff, EPOCH_MS + 14 * 24 * HOUR_MS).find(
      ({ lastHeartbeatMs }) => lastHeartbeatMs === open?.lastHeartbeatMs,
    );
    expect(later?.resumedMs).toBeGreaterThan(EPOCH_MS);
  });

  it('finds none at a terminal that never reported', () => {
    const silent = [...generateWorld(DEFAULT_SEED).tenants.values()]
      .flatMap(({ generated }) => generated.terminals)
      .filter(({ fixture }) => fixture.status === 'never_reported');
    expect(silent.length).toBeGreaterThan(0);
    for (const terminal of silent) expect(listSilences(terminal, EPOCH_MS)).toEqual([]);
  });
});

describe('listTransactionHours', () => {
  it('returns the newest finished hours for any count', () => {
    const all = listTransactionHours(terminals, EPOCH_MS, Number.POSITIVE_INFINITY);
    expect(all.length).toBeGreaterThan(2000);
    for (const count of [1, 15, 200]) {
      const some = listTransactionHours(terminals, EPOCH_MS, count);
      expect(some.length).toBeGreaterThanOrEqual(count);
      const since = some.at(-1)?.fromMs ?? 0;
      expect(some.filter(({ fromMs }) => fromMs > since)).toEqual(all.filter(({ fromMs }) => fromMs > since));
    }
  });

  it('omits an hour until it is over', () => {
    const listEnds = (nowMs: number): number[] => listTransactionHours(terminals, nowMs, 1).map(({ toMs }) => toMs);
    expect(Math.max(...listEnds(EPOCH_MS))).toBe(EPOCH_MS);
    expect(Math.max(...listEnds(EPOCH_MS - 1))).toBe(EPOCH_MS - HOUR_MS);
  });

  it('counts each row in one hour, with two separate hours when clocks go back', () => {
    const terminal = findTerminal('NW104233');
    const hours = listTransactionHours([terminal], EPOCH_MS, Number.POSITIVE_INFINITY);
    const starts = hours.map(({ fromMs }) => fromMs);
    expect(new Set(starts).size).toBe(starts.length);
    const [oldest] = hours.toReversed();
    const rows = terminal.ledger.transactionsBetween(oldest?.fromMs ?? 0, EPOCH_MS);
    const counted = hours.reduce((sum, { totals }) => sum + totals.approved + totals.declined + totals.reversals, 0);
    expect(counted).toBe(rows.length);
  });

  it('is empty for a fleet without transactions', () => {
    expect(listTransactionHours([], EPOCH_MS, 15)).toEqual([]);
  });
});
