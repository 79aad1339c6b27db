import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseRuns, sample } from '../../../base/testing/depth.ts';
import { DAY_MS, MINUTE_MS, parseInstantMs } from '../../../fixtures/time/calendar.ts';
import { HISTORY_START_MS } from '../../../fixtures/time/epoch.ts';
import { contract, type EventType, getEnumValues } from '../../../spec/index.ts';
import type { TenantState } from '../state/tenant.ts';
import { EPOCH_MS, generateWorld } from '../state/world.ts';
import { collectEvents, type FleetEvent } from './events.ts';

const seeds = sample([1, 7, 2026], 1);
const quarter = { fromMs: HISTORY_START_MS, toMs: EPOCH_MS + 90 * DAY_MS };
const listTenants = (seed: number): readonly TenantState[] => [...generateWorld(seed).tenants.values()];

const quarters = new Map<number, readonly FleetEvent[][]>();

/** Returns the events of a quarter by tenant. Computes them once per seed. */
function collectQuarter(seed: number): readonly FleetEvent[][] {
  const events = quarters.get(seed) ?? listTenants(seed).map((state) => [...collectEvents(state, quarter)]);
  quarters.set(seed, events);
  return events;
}

const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, code: { optimize: false } });
addFormats.default(ajv);
ajv.addSchema(contract, 'contract');
const validators = new Map<EventType, ValidateFunction>();

function findFault(event: FleetEvent): string | undefined {
  const { type } = event;
  const $ref = `contract#/webhooks/${type}/post/requestBody/content/application~1json/schema`;
  const validate = validators.get(type) ?? ajv.compile({ $ref });
  validators.set(type, validate);
  const { id } = event;
  return validate(event) ? undefined : `${type} ${id}: ${ajv.errorsText(validate.errors)}`;
}

describe.each(seeds)('the events of a quarter, seed %i', (seed) => {
  const events = collectQuarter(seed).flat();

  it('match the schema of each type', () => {
    expect(events.length).toBeGreaterThan(1000);
    expect(events.flatMap((event) => findFault(event) ?? [])).toEqual([]);
    const [first] = events;
    expect(first && findFault({ ...first, data: {} })).toBeDefined();
  });

  it('have unique ids, and consecutive numbers within an incident', () => {
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    const ofIncidents = Map.groupBy(
      events.filter(({ incident }) => incident !== null),
      ({ incident }) => incident?.incident_id,
    );
    expect(ofIncidents.size).toBeGreaterThan(300);
    for (const turns of ofIncidents.values()) {
      const first = turns[0]?.incident?.sequence ?? 0;
      expect(turns.map(({ incident }) => incident?.sequence)).toEqual(turns.map((_, index) => first + index));
      expect(new Set(turns.map(({ type, incident }) => `${type} ${incident?.dedupe_key}`)).size).toBe(1);
    }
  });

  it('have at most one open incident per dedupe key at a time', () => {
    const open = new Map<string, string>();
    for (const { incident } of events) {
      if (incident === null) continue;
      const { dedupe_key: key, incident_id: id, state } = incident;
      if (state === 'triggered') expect(open.get(key)).toBeUndefined();
      if (state === 'resolved') open.delete(key);
      else open.set(key, id);
    }
    expect(open.size).toBeGreaterThan(5);
  });

  it('resolve a superseded incident before the superseding one is triggered', () => {
    const outs = events.filter(({ type, incident }) => type === 'cash_out' && incident?.state === 'triggered');
    expect(outs.length).toBeGreaterThan(0);
    let superseded = 0;
    for (const out of outs) {
      const lows = events.filter(
        ({ type, terminal_id, timestamp, incident }) =>
          type === 'cash_low' &&
          terminal_id === out.terminal_id &&
          timestamp === out.timestamp &&
          incident?.resolution === 'superseded',
      );
      superseded += lows.length;
      for (const low of lows) expect(events.indexOf(low)).toBeLessThan(events.indexOf(out));
    }
    expect(superseded).toBeGreaterThan(0);
  });

  it('never concern a terminal that is not in use', () => {
    const active = new Set(
      listTenants(seed).flatMap(({ generated }) =>
        generated.terminals.filter(({ fixture }) => fixture.status === 'active').map(({ terminalId }) => terminalId),
      ),
    );
    expect(events.filter(({ terminal_id: id }) => id !== null && !active.has(id))).toEqual([]);
  });
});

describe('the types of events', () => {
  const events = collectQuarter(1).flat();

  it('have the data members of the contract', () => {
    const both = events.filter(({ type }) => type === 'compliance_expiration' || type === 'heartbeat_stale');
    expect(both.length).toBeGreaterThan(20);
    expect(new Set(both.map(({ families }) => families.length))).toEqual(new Set([2]));
  });

  it('include almost all types of the contract', () => {
    const emitted = new Set(events.map(({ type }) => type));
    expect(getEnumValues('EventType').filter((type) => !emitted.has(type)).length).toBeLessThan(3);
  });
});

describe('the events of a period', () => {
  it('equal the events of its parts', () => {
    const whole = collectQuarter(7);
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 125 * 1440 }), { minLength: 1, maxLength: 6 }),
        fc.constantFrom(0, 1, 3, 5),
        (minutes, index) => {
          const state = listTenants(7)[index] as TenantState;
          const inner = minutes.map((minute) => HISTORY_START_MS + minute * MINUTE_MS).sort((a, b) => a - b);
          const cuts = [quarter.fromMs, ...inner, quarter.toMs];
          const parts = cuts
            .slice(1)
            .flatMap((toMs, part) => collectEvents(state, { fromMs: cuts[part] as number, toMs }));
          expect(parts).toEqual(whole[index]);
        },
      ),
      { seed: 20261102, numRuns: chooseRuns(1, 12) },
    );
  });

  it('of a day equal those of its hours', () => {
    const state = listTenants(1).find(({ generated }) => generated.fixture.tenantId === 'acct_redline') as TenantState;
    const fromMs = parseInstantMs('2026-10-25T00:00:00Z');
    const day = collectEvents(state, { fromMs, toMs: fromMs + DAY_MS });
    expect(day.length).toBeGreaterThan(3);
    const hours = Array.from({ length: 24 }, (_, hour) => fromMs + (hour * DAY_MS) / 24);
    expect(hours.flatMap((hourMs) => collectEvents(state, { fromMs: hourMs, toMs: hourMs + DAY_MS / 24 }))).toEqual(
      day,
    );
  });
});

describe.each(seeds)('the events of the history, seed %i', (seed) => {
  const tenants = listTenants(seed);
  const eventsAt = (tenantId: string, toMs = EPOCH_MS + 1): readonly FleetEvent[] => {
    const state = tenants.find(({ generated }) => generated.fixture.tenantId === tenantId) as TenantState;
    return collectEvents(state, { fromMs: HISTORY_START_MS, toMs });
  };
  const of = (events: readonly FleetEvent[], type: EventType, terminalId: string | null): readonly FleetEvent[] =>
    events.filter((event) => event.type === type && event.terminal_id === terminalId);

  it('report the terminal that declines every attempt once', () => {
    const since = parseInstantMs('2026-10-27T15:00:00Z');
    const spikes = of(eventsAt('acct_redline', EPOCH_MS + 14 * DAY_MS), 'decline_spike', 'RL000666').filter(
      ({ timestamp }) => parseInstantMs(timestamp) >= since,
    );
    const triggered = spikes.filter(({ incident }) => incident?.state === 'triggered');
    expect(triggered).toHaveLength(1);
    expect(spikes.at(-1)?.severity).toBe('high');
    expect(spikes.some(({ incident }) => incident?.state === 'resolved')).toBe(false);
    expect(parseInstantMs(triggered[0]?.timestamp ?? '')).toBeLessThan(since + 2 * DAY_MS);
  });

  it('report a line that flaps at night', () => {
    const flaps = of(eventsAt('acct_redline'), 'communication_flapping', 'RL000404');
    expect(flaps.filter(({ incident }) => incident?.state === 'triggered').length).toBeGreaterThan(20);
  });

  it('report card testing within nine minutes', () => {
    const bursts = of(eventsAt('acct_redline'), 'high_decline_velocity', 'RL000321');
    const own = bursts.filter(({ timestamp }) => timestamp.startsWith('2026-10-25T06:'));
    expect(own.map(({ incident }) => incident?.state)).toEqual(['triggered', 'resolved']);
    expect(own[0]).toMatchObject({
      timestamp: '2026-10-25T06:16:00Z',
      severity: 'high',
      data: { declines: 8, distinct_cards: 4, window_start: '2026-10-25T06:06:00Z' },
    });
  });

  it('report reversals, then a broken dispenser', () => {
    const events = eventsAt('acct_redline');
    const [spike] = of(events, 'reversal_spike', 'RL000120').filter(({ timestamp }) => timestamp > '2026-10-31');
    const [fault] = of(events, 'dispenser_fault', 'RL000120').filter(({ data }) => data.error_code === '21115');
    expect(spike).toMatchObject({ severity: 'high', incident: { state: 'triggered' } });
    expect(fault).toMatchObject({ severity: 'critical', incident: { state: 'triggered', resolution: null } });
    expect((spike?.timestamp ?? '') < (fault?.timestamp ?? '')).toBe(true);
  });

  it('report a host outage on a Saturday night', () => {
    const outages = of(eventsAt('acct_redline'), 'processor_outage', null);
    expect(outages.map(({ incident }) => incident?.state)).toEqual(['triggered', 'resolved']);
    const [opened, over] = outages;
    expect(opened).toMatchObject({
      severity: 'critical',
      level: 'account',
      account_id: 'acct_redline',
      incident: { dedupe_key: 'processor_outage:con_rl_host' },
      data: { connector_id: 'con_rl_host', affected_terminal_count: 14, failover_active: false },
    });
    expect(parseInstantMs(opened?.timestamp ?? '') - parseInstantMs('2026-10-25T03:10:00Z')).toBeLessThanOrEqual(
      4 * MINUTE_MS,
    );
    const overMs = parseInstantMs(over?.timestamp ?? '') - parseInstantMs('2026-10-25T03:52:00Z');
    expect(overMs).toBeGreaterThan(0);
    expect(overMs).toBeLessThanOrEqual(10 * MINUTE_MS);
    expect(over).toMatchObject({ data: { status: 'up', affected_terminal_count: 0 } });
  });

  it('report a batch held because of its variance', () => {
    const mismatches = of(eventsAt('acct_northway'), 'settlement_mismatch', null);
    const held = mismatches.filter(({ data }) => data.basis === 'derive');
    expect(held).toHaveLength(1);
    expect(held[0]).toMatchObject({
      account_id: 'acct_northway',
      incident: { state: 'triggered' },
      data: {
        business_date: '2026-10-28',
        status: 'held',
        variance_amount: '-60.00',
        variance_terminal_ids: ['NW100112'],
      },
    });
    const returned = mismatches.filter(({ data }) => data.basis === 'return');
    expect(returned.some(({ account_id: id }) => id === 'acct_northway_harbor')).toBe(true);
  });
});
