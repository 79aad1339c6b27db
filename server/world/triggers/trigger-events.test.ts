import { describe, expect, it } from 'vitest';
import { formatInstant } from '../../../base/formats.ts';
import { isThorough, sample } from '../../../base/testing/depth.ts';
import { openLedger } from '../../../fixtures/cash/ledger.ts';
import type { MaintenanceFixture, TenantFixture } from '../../../fixtures/model/model.ts';
import { DAY_MS, HOUR_MS } from '../../../fixtures/time/dates.ts';
import { contract, type EventType, getEnumValues } from '../../../spec/index.ts';
import { collectEvents, type FleetEvent } from '../events/events.ts';
import type { TriggerContext } from '../events/planning/definition.ts';
import type { AccountStreams } from '../rules/input/streams.ts';
import type { TenantState } from '../state/tenant.ts';
import { EPOCH_MS, generateWorld, type World } from '../state/world.ts';
import { injectAt, lookAt } from '../testing/inject-facts.ts';
import { type NotProvoked, planCauses, planCausesToResolve, type TriggerPlan, type TriggerTarget } from './index.ts';

/* Triggered events, and the ends of their incidents, are reported by the real rules at the promised minute. */

const world = generateWorld(1);

const places: readonly (readonly [string, string, string])[] = [
  ['acct_northway', 'sbx-northway-admin', 'NW100112'],
  ['acct_delgado', 'sbx-delgado-owner', 'DG000101'],
  ['acct_hostile', 'sbx-hostile-admin', 'HS000001'],
  ['acct_meridian', 'sbx-meridian-admin', 'MR000404'],
  ['acct_redline', 'sbx-redline-admin', 'RL000101'],
];
/** Types whose events need only time; batches also need a derivation. */
const emitted = getEnumValues('EventType').filter((type) => type !== 'settlement_mismatch');
const resolvable = emitted.filter((type) => contract.webhooks[type].post['x-kind'] === 'incident');

function requirePlan(given: TriggerPlan | NotProvoked): TriggerPlan {
  if ('obstacles' in given) throw new Error(JSON.stringify(given.obstacles));
  return given;
}

function listEvents(state: TenantState | undefined, type: EventType, span: { fromMs: number; toMs: number }) {
  return state === undefined ? [] : collectEvents(state, span).filter((event) => event.type === type);
}

interface Play {
  readonly world: World;
  readonly nowMs: number;
}

/** Triggers or resolves the event at that instant, and moves the clock as far as requested. */
function play(
  { world: at, nowMs }: Play,
  [tenantId, key]: readonly [string, string, ...unknown[]],
  plan: (scope: TriggerContext) => TriggerPlan | NotProvoked,
): Play {
  const { causes, afterMs } = requirePlan(plan(lookAt(at, key, nowMs)));
  return { world: injectAt(at, { tenantId, atMs: nowMs }, causes), nowMs: nowMs + afterMs };
}

const createTarget = (type: EventType, accountId: string, terminalId: string): TriggerTarget =>
  type === 'approval_rate_drop' ? { accountId } : { terminalId };

const isAbout = (event: FleetEvent, type: EventType, terminalId: string): boolean =>
  event.terminal_id === terminalId || type === 'approval_rate_drop' || type === 'processor_outage';

describe.each(sample(places, 1))('in %s', (tenantId, key, terminalId) => {
  it.each(emitted)('%s is reported at the promised minute', (type) => {
    for (const startMs of [EPOCH_MS, EPOCH_MS + 37 * 1000, EPOCH_MS + 5 * DAY_MS]) {
      const target = createTarget(type, tenantId, terminalId);
      const before = { world, nowMs: startMs };
      const after = play(before, [tenantId, key], (scope) => planCauses(scope, type, { target }));
      expect(after.nowMs).toBeGreaterThan(startMs);
      const span = { fromMs: startMs + 1, toMs: after.nowMs + 1 };
      const own = listEvents(after.world.tenants.get(tenantId), type, span).filter((event) =>
        isAbout(event, type, terminalId),
      );
      expect(own.at(-1)?.timestamp).toBe(formatInstant(after.nowMs));
      const state = own.at(-1)?.incident?.state;
      expect(state === undefined || state === 'triggered').toBe(true);
    }
  });

  it.each(resolvable)(
    'the end of %s is reported at the promised minute, even if it is resolved immediately',
    (type) => {
      const target = createTarget(type, tenantId, terminalId);
      const start = { world, nowMs: EPOCH_MS };
      const open = play(start, [tenantId, key], (scope) => planCauses(scope, type, { target }));
      const over = play(open, [tenantId, key], (scope) => planCausesToResolve(scope, type, target));
      const span = { fromMs: EPOCH_MS + 1, toMs: over.nowMs + 1 };
      const own = listEvents(over.world.tenants.get(tenantId), type, span).filter((event) =>
        isAbout(event, type, terminalId),
      );
      const opened = own.find(({ timestamp }) => timestamp === formatInstant(open.nowMs));
      expect(opened?.incident?.state).toBe('triggered');
      const ended = own.find(
        ({ incident }) => incident?.state === 'resolved' && incident.incident_id === opened?.incident?.incident_id,
      );
      expect(ended?.timestamp).toBe(formatInstant(over.nowMs));
    },
  );
});

it.each(['cash_low', 'cash_out'] as const)(
  '%s and then its end are reported if both are requested at one instant',
  (type) => {
    const [tenantId, key, terminalId] = places[0] as (typeof places)[number];
    const start = { world, nowMs: EPOCH_MS };
    const open = play(start, [tenantId, key], (scope) => planCauses(scope, type, { target: { terminalId } }));
    const over = play({ ...open, nowMs: EPOCH_MS }, [tenantId, key], (scope) =>
      planCausesToResolve(scope, type, { terminalId }),
    );
    const own = listEvents(over.world.tenants.get(tenantId), type, {
      fromMs: EPOCH_MS + 1,
      toMs: over.nowMs + 1,
    }).filter((event) => event.terminal_id === terminalId);
    expect(own.map(({ timestamp, incident }) => [timestamp, incident?.state])).toEqual([
      ['2026-11-02T15:01:00Z', 'triggered'],
      ['2026-11-02T15:02:00Z', 'resolved'],
    ]);
  },
);

it('approval_rate_drop can be triggered at any hour, even if the rate is low, unless it is open', () => {
  for (const [tenantId, key] of sample(places, 3)) {
    for (let hour = 0; hour < 168; hour += isThorough ? 29 : 97) {
      const nowMs = EPOCH_MS + hour * HOUR_MS;
      const scope = lookAt(world, key, nowMs);
      const planned = planCauses(scope, 'approval_rate_drop', { target: { accountId: tenantId } });
      const isOpen = scope
        .incidents()
        .some(
          ({ type, accountId, resolvedAtMs }) =>
            type === 'approval_rate_drop' && accountId === tenantId && resolvedAtMs === null,
        );
      if (isOpen) {
        expect(planned).toMatchObject({ obstacles: [{ code: 'already_open' }] });
        continue;
      }
      const after = play({ world, nowMs }, [tenantId, key], (scope) =>
        planCauses(scope, 'approval_rate_drop', { target: { accountId: tenantId } }),
      );
      const span = { fromMs: after.nowMs, toMs: after.nowMs + 1 };
      const [event] = listEvents(after.world.tenants.get(tenantId), 'approval_rate_drop', span);
      expect(event?.incident?.state).toBe('triggered');
    }
  }
});

/** Integer parameters that the data of the event state, with their names there. */
const counted = [
  { type: 'cash_low', name: 'notes_left', member: 'notes_remaining', value: 60 },
  { type: 'decline_spike', name: 'declines', member: 'declines', value: 11 },
  { type: 'reversal_spike', name: 'reversals', member: 'reversals', value: 6 },
  { type: 'high_decline_velocity', name: 'declines', member: 'declines', value: 12 },
  { type: 'high_decline_velocity', name: 'cards', member: 'distinct_cards', value: 9 },
] as const;

it.each(counted)('$type has $name in its data', ({ type, name, member, value }) => {
  const [tenantId, key, terminalId] = places[0] as (typeof places)[number];
  const after = play({ world, nowMs: EPOCH_MS }, [tenantId, key], (scope) =>
    planCauses(scope, type, { target: { terminalId }, parameters: { [name]: value } }),
  );
  const span = { fromMs: EPOCH_MS + 1, toMs: after.nowMs + 1 };
  const event = listEvents(after.world.tenants.get(tenantId), type, span).findLast(
    (each) => each.terminal_id === terminalId,
  );
  expect(Number(event?.data[member])).toBe(value);
});

describe('during maintenance', () => {
  const [, key, terminalId] = places[0] as (typeof places)[number];
  const until = EPOCH_MS + 2 * HOUR_MS;

  /** Returns the trigger context of an administrator whose tenant has that maintenance period. */
  function stageWith(window: Partial<MaintenanceFixture>): TriggerContext {
    const scope = lookAt(world, key, EPOCH_MS);
    const whole = { terminalIds: null, from: '2026-11-02T12:00:00Z', to: formatInstant(until) };
    const tenant: TenantFixture = { ...scope.tenant, maintenance: [{ ...whole, ...window }] };
    const terminals = scope.terminals.map((terminal) => {
      const source = { ...terminal.source, tenant };
      return { ...terminal, source, ledger: openLedger(source) };
    });
    const accountStreams = (accountId: string): AccountStreams => ({
      seed: scope.seed,
      tenant,
      accountId,
      terminals: terminals.filter(({ fixture }) => fixture.accountId === accountId && fixture.status === 'active'),
    });
    return { ...scope, tenant, terminals, accountStreams };
  }
  const planWith = (type: EventType, window: Partial<MaintenanceFixture>, parameters = {}) =>
    planCauses(stageWith(window), type, { target: { terminalId }, parameters });

  it.each([
    'heartbeat_stale',
    'cash_low',
    'cash_out',
    'dispenser_fault',
    'processor_outage',
    // At a terminal with few customers, the latest attempts are evaluated for a day.
    'decline_spike',
    'reversal_spike',
  ] as const)('%s is reported at the end of maintenance if the condition still holds', (type) => {
    expect(requirePlan(planWith(type, {})).afterMs).toBe(2 * HOUR_MS);
    const elsewhere = type === 'processor_outage' ? [terminalId] : ['NW100203'];
    expect(requirePlan(planWith(type, { terminalIds: elsewhere })).afterMs).toBeLessThan(HOUR_MS);
  });

  it('a number that the event would not state at the end of maintenance is rejected', () => {
    expect(planWith('decline_spike', {}, { declines: 8 })).toMatchObject({
      obstacles: [{ pointer: '/parameters/declines', detail: expect.stringContaining('would count declines=') }],
    });
  });

  it.each([
    ['heartbeat_stale', { minutes: 60 }],
    ['processor_outage', { minutes: 60 }],
    ['high_decline_velocity', {}],
    ['repeated_same_card_attempt', {}],
    ['command_failed', {}],
    ['provisioning_failed', {}],
    ['location_risk_change', {}],
  ] as const)('%s is rejected if the condition is over before the end of maintenance', (type, parameters) => {
    expect(planWith(type, {}, parameters)).toMatchObject({
      obstacles: [{ code: 'held_back', detail: expect.stringContaining(formatInstant(until)) }],
    });
    expect(planWith(type, { to: '2026-11-02T13:00:00Z' }, parameters)).not.toHaveProperty('obstacles');
  });
});
