import { describe, expect, it } from 'vitest';
import { sample } from '../../../base/testing/depth.ts';
import { MINUTE_MS } from '../../../fixtures/time/dates.ts';
import { isCashRow, parseCents, requireLast, SandboxUser, type TimedRow } from './sandbox-user.ts';
import { expectVisibleEverywhere } from './visible-everywhere.ts';

/* Cash and dispenser events agree with rows and status. */

const sumPayouts = (rows: readonly TimedRow[], from: string, to: string): number =>
  rows
    .filter((row) => isCashRow(row) && row.atMs > Date.parse(from) && row.atMs <= Date.parse(to))
    .reduce((sum, row) => sum + parseCents(row.amt_comp), 0);

describe.each(
  sample(
    [
      ['sbx-northway-admin', 'NW100112'],
      ['sbx-delgado-owner', 'DG000101'],
      ['sbx-redline-admin', 'RL000207'],
    ] as const,
    1,
  ),
)('cash_low and cash_out of %s at %s', (key, terminalId) => {
  it('report the same notes as the status until cash is loaded', async () => {
    const user = new SandboxUser(key);
    const { low_threshold_notes: threshold } = (await user.status(terminalId)).cash?.cassettes[0] ?? {};
    await user.trigger('cash_low', { terminalId });
    const low = requireLast(await user.events('cash_low', terminalId));
    expect(low.incident.state).toBe('triggered');
    await expectVisibleEverywhere(user, low);
    const { cash } = await user.status(terminalId);
    const [first] = cash?.cassettes ?? [];
    expect(low.data).toMatchObject({
      cassette: first?.position,
      denomination: first?.denomination,
      notes_remaining: first?.notes_remaining,
      low_threshold_notes: threshold,
      amount_remaining: cash?.amount_remaining,
      average_daily_dispense: cash?.average_daily_dispense,
      last_loaded_at: cash?.last_loaded_at,
    });
    expect(first?.notes_remaining).toBeLessThanOrEqual(threshold ?? 0);
    const worth = (cash?.cassettes ?? []).reduce(
      (sum, one) => sum + one.notes_remaining * parseCents(one.denomination),
      0,
    );
    expect(parseCents(low.data.amount_remaining)).toBe(worth);
    const perHour = parseCents(low.data.average_daily_dispense) / 24;
    expect(Math.abs((low.data.hours_to_empty ?? 0) - worth / perHour)).toBeLessThanOrEqual(1);

    await user.trigger('cash_out', { terminalId });
    const superseded = requireLast(await user.events('cash_low', terminalId));
    expect(superseded.incident).toMatchObject({ state: 'resolved', resolution: 'superseded' });
    await expectVisibleEverywhere(user, superseded);
    const out = requireLast(await user.events('cash_out', terminalId));
    expect(out.timestamp).toBe(superseded.timestamp);
    await expectVisibleEverywhere(user, out);
    const empty = await user.status(terminalId);
    expect(empty.operational_state).toBe('out_of_service');
    expect(out.data.cassettes).toEqual(
      empty.cash?.cassettes.map(({ position, denomination, notes_remaining, status }) => ({
        position,
        denomination,
        notes_remaining,
        status,
      })),
    );
    expect(out.data).toMatchObject({
      amount_remaining: empty.cash?.amount_remaining,
      last_loaded_at: empty.cash?.last_loaded_at,
    });
    expect(parseCents(out.data.amount_remaining)).toBeLessThan(parseCents(out.data.min_withdrawal));
    expect(Date.parse(out.timestamp) - Date.parse(out.data.empty_since ?? '')).toBeLessThan(MINUTE_MS);

    await user.resolve('cash_out', { terminalId });
    const over = requireLast(await user.events('cash_out', terminalId));
    expect(over.incident).toMatchObject({ state: 'resolved', resolution: 'recovered' });
    await expectVisibleEverywhere(user, over);
    const loaded = await user.status(terminalId);
    expect(over.data.amount_remaining).toBe(loaded.cash?.amount_remaining);
    expect(loaded.operational_state).not.toBe('out_of_service');
    const between = (await user.rows(terminalId)).filter(
      (row) =>
        isCashRow(row) &&
        row.atMs > Date.parse(out.data.empty_since ?? '') &&
        row.atMs < Date.parse(loaded.cash?.last_loaded_at ?? ''),
    );
    expect(between).toEqual([]);
  });
});

it('matches each past cash_low with the load and the rows since', async () => {
  for (const key of ['sbx-northway-admin', 'sbx-meridian-admin', 'sbx-hostile-admin']) {
    const user = new SandboxUser(key);
    const rows = Map.groupBy(await user.rows(), (row) => row.terminal_id);
    const events = (await user.events('cash_low')).filter(({ timestamp }) => timestamp > '2026-10-20');
    if (key === 'sbx-northway-admin') expect(events.length).toBeGreaterThan(8);
    for (const [terminalId, listed] of Map.groupBy(events, (event) => event.terminal_id)) {
      for (const [index, one] of listed.entries()) {
        const next = listed[index + 1];
        // Between two events of one load, the difference equals the paid amount.
        if (next === undefined || next.data.last_loaded_at !== one.data.last_loaded_at) continue;
        const paid = sumPayouts(rows.get(terminalId) ?? [], one.timestamp, next.timestamp);
        const missing = parseCents(one.data.amount_remaining) - parseCents(next.data.amount_remaining);
        // The difference includes notes in the reject bin, which may be of 100.00.
        expect(missing - paid).toBeGreaterThanOrEqual(0);
        expect(missing - paid).toBeLessThan(50_000);
      }
    }
  }
});

describe.each(
  sample(
    [
      ['sbx-northway-admin', 'NW100203'],
      ['sbx-hostile-admin', 'HS000001'],
      ['sbx-redline-admin', 'RL000101'],
    ] as const,
    1,
  ),
)('dispenser_fault of %s at %s', (key, terminalId) => {
  it('agrees with the devices of the status, and no row pays out while it lasts', async () => {
    const user = new SandboxUser(key);
    await user.trigger('dispenser_fault', { terminalId });
    const fault = requireLast(await user.events('dispenser_fault', terminalId));
    await expectVisibleEverywhere(user, fault);
    const status = await user.status(terminalId);
    const dispenser = status.devices.find(({ device }) => device === 'cash_dispenser');
    expect(dispenser).toMatchObject({
      condition: fault.data.condition,
      error_code: fault.data.error_code,
      error_text: fault.data.error_text,
    });
    expect(status.software).toMatchObject({ vendor: fault.data.vendor, model: fault.data.model });
    expect(status.operational_state).toBe('out_of_service');
    const paid = (await user.rows(terminalId)).filter((row) => isCashRow(row) && parseCents(row.amt_comp) > 0);
    expect(Date.parse(fault.data.last_success_at ?? '')).toBe(requireLast(paid).atMs);

    await user.moveTo((await user.nowMs()) + 240 * MINUTE_MS);
    await user.resolve('dispenser_fault', { terminalId });
    const over = requireLast(await user.events('dispenser_fault', terminalId));
    expect(over.incident.state).toBe('resolved');
    await expectVisibleEverywhere(user, over);
    const repaired = await user.status(terminalId);
    expect(repaired.devices.find(({ device }) => device === 'cash_dispenser')).toMatchObject({
      condition: 'ok',
      error_code: null,
    });
    const meanwhile = (await user.rows(terminalId)).filter(
      (row) =>
        row.atMs > Date.parse(fault.timestamp) &&
        row.atMs < Date.parse(dispenser?.since ?? '') &&
        parseCents(row.amt_comp) > 0,
    );
    expect(meanwhile).toEqual([]);
  });
});
