import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { sample } from '../../../base/testing/depth.ts';
import { isApproved } from '../../../fixtures/cash/cash-rows.ts';
import type { Transaction } from '../../../fixtures/model/stream-types.ts';
import { HOUR_MS, MINUTE_MS } from '../../../fixtures/time/dates.ts';
import { type EventType, getEnumValues } from '../../../spec/index.ts';
import { isOpenAt } from '../rules/incident.ts';
import { openEveryTenant } from '../scope/control-scope.ts';
import type { ControlScope } from '../scope/scope-types.ts';
import type { Terminal } from '../state/tenant.ts';
import { sandboxMs } from '../state/time.ts';
import { EPOCH_MS, generateWorld, type World } from '../state/world.ts';
import { getConnectorLine } from '../telemetry/connector-line.ts';
import { inject, lookAt } from '../testing/inject-facts.ts';
import {
  type NotProvoked,
  planCauses,
  planCausesToResolve,
  provokables,
  type TriggerPlan,
  type TriggerTarget,
} from './index.ts';

const SECOND_MS = 1000;
const NOW = EPOCH_MS;
const world = generateWorld(1);

const admins = [
  ['acct_northway', 'sbx-northway-admin'],
  ['acct_delgado', 'sbx-delgado-owner'],
  ['acct_hostile', 'sbx-hostile-admin'],
  ['acct_meridian', 'sbx-meridian-admin'],
  ['acct_redline', 'sbx-redline-admin'],
] as const;

function requirePlan(given: TriggerPlan | NotProvoked): TriggerPlan {
  if ('obstacles' in given) throw new Error(JSON.stringify(given.obstacles));
  return given;
}

const isWell = (scope: ControlScope, terminal: Terminal): boolean => {
  const { operationalState, line, openAlerts } = scope.getState(terminal);
  return (
    (operationalState === 'in_service' || operationalState === 'degraded') &&
    line.state === 'online' &&
    openAlerts.every(({ type }) => type === 'compliance_expiration') &&
    // No other incidents within the next two days.
    lookAt(world, scope.key.key, NOW + 48 * HOUR_MS)
      .listIncidents(scope.terminal(terminal.terminalId) as Terminal)
      .every(({ openedAtMs }) => openedAtMs < NOW - 6 * HOUR_MS)
  );
};

/** A few terminals without incidents of each tenant. */
const places = admins.flatMap(([tenantId, key]) => {
  const scope = lookAt(world, key, NOW);
  return scope.terminals
    .filter((terminal) => isWell(scope, terminal))
    .slice(0, 4)
    .map(({ terminalId }) => ({ tenantId, key, terminalId }));
});

it('most tenants have terminals without incidents', () => {
  expect(new Set(places.map(({ tenantId }) => tenantId)).size).toBeGreaterThanOrEqual(4);
  expect(places.length).toBeGreaterThan(10);
});

const settled = [
  'heartbeat_stale',
  'communication_flapping',
  'cash_low',
  'cash_out',
  'dispenser_fault',
  'compliance_expiration',
] as const;

describe.each(settled)('%s', (eventType) => {
  it.each(sample(places, 3))(
    'opens at $terminalId when triggered, and ends when resolved',
    ({ tenantId, key, terminalId }) => {
      const open = (at: World, nowMs: number, sinceMs: number) => {
        const scope = lookAt(at, key, nowMs);
        const emitted = scope.listIncidents(scope.terminal(terminalId) as Terminal);
        return emitted.filter((incident) => incident.type === eventType && incident.openedAtMs >= sinceMs);
      };
      const start = NOW + 7 * 1000; // not a whole minute
      const provoked = requirePlan(planCauses(lookAt(world, key, start), eventType, { target: { terminalId } }));
      expect(provoked.causes.length).toBeGreaterThan(0);
      const caused = inject(world, tenantId, provoked.causes);
      expect(open(world, start + provoked.afterMs, start)).toEqual([]);
      expect(open(caused, start, start)).toEqual([]);
      const [incident] = open(caused, start + provoked.afterMs, start);
      expect(incident).toMatchObject({ type: eventType, terminalId, resolvedAtMs: null });

      const later = start + provoked.afterMs + 5 * MINUTE_MS;
      const again = planCauses(lookAt(caused, key, later), eventType, { target: { terminalId } });
      expect(again).toMatchObject({ obstacles: [{ code: 'already_open' }] });
      const relief = requirePlan(planCausesToResolve(lookAt(caused, key, later), eventType, { terminalId }));
      const relieved = inject(caused, tenantId, relief.causes);
      const [ended] = open(relieved, later + relief.afterMs, start);
      expect(ended).toMatchObject({ incidentId: incident?.incidentId, resolution: 'recovered' });
      expect(isOpenAt(ended as NonNullable<typeof ended>, later - 1)).toBe(true);
      expect(isOpenAt(ended as NonNullable<typeof ended>, later + relief.afterMs)).toBe(false);
    },
  );
});

it('cash_out ends a triggered cash_low', () => {
  const { tenantId, key, terminalId } = places[0] as (typeof places)[number];
  const low = requirePlan(planCauses(lookAt(world, key, NOW), 'cash_low', { target: { terminalId } }));
  const caused = inject(world, tenantId, low.causes);
  const later = NOW + HOUR_MS;
  const out = requirePlan(planCauses(lookAt(caused, key, later), 'cash_out', { target: { terminalId } }));
  const scope = lookAt(inject(caused, tenantId, out.causes), key, later + out.afterMs);
  const [closed] = scope
    .listIncidents(scope.terminal(terminalId) as Terminal)
    .filter(({ type, openedAtMs }) => type === 'cash_low' && openedAtMs >= NOW);
  expect(closed).toMatchObject({ resolution: 'superseded', resolvedAtMs: later + out.afterMs });
  expect(planCauses(scope, 'cash_low', { target: { terminalId } })).toMatchObject({
    obstacles: [{ code: 'held_back' }],
  });
});

it('cash_low can be triggered again after its end, although it is reported once per load', () => {
  const { tenantId, key, terminalId } = places[1] as (typeof places)[number];
  let at = world;
  let nowMs: number = NOW;
  for (let round = 1; round <= 3; round += 1) {
    const low = requirePlan(
      planCauses(lookAt(at, key, nowMs), 'cash_low', { target: { terminalId }, parameters: { notes_left: 60 } }),
    );
    at = inject(at, tenantId, low.causes);
    nowMs += low.afterMs + 10 * MINUTE_MS;
    const relief = requirePlan(planCausesToResolve(lookAt(at, key, nowMs), 'cash_low', { terminalId }));
    at = inject(at, tenantId, relief.causes);
    nowMs += relief.afterMs + 10 * MINUTE_MS;
    const scope = lookAt(at, key, nowMs);
    const emitted = scope
      .listIncidents(scope.terminal(terminalId) as Terminal)
      .filter(({ type, openedAtMs }) => type === 'cash_low' && openedAtMs >= NOW);
    expect(emitted.map(({ resolution }) => resolution)).toEqual(Array.from({ length: round }, () => 'recovered'));
  }
});

/** Returns the rows of the target from now until the rule has reported. */
function listRowsAfter(eventType: EventType, place: (typeof places)[number], parameters: Record<string, unknown> = {}) {
  const { tenantId, key, terminalId } = place;
  const provoked = requirePlan(planCauses(lookAt(world, key, NOW), eventType, { target: { terminalId }, parameters }));
  const scope = lookAt(inject(world, tenantId, provoked.causes), key, NOW + provoked.afterMs);
  const rows = (fromMs: number): readonly Transaction[] =>
    (scope.terminal(terminalId) as Terminal).ledger
      .transactionsBetween(fromMs, scope.nowMs + 1)
      .filter(({ type }) => type !== 'reversal');
  return { provoked, scope, rows, endMs: scope.nowMs };
}
const filterDeclined = (rows: readonly Transaction[]): readonly Transaction[] => rows.filter((row) => !isApproved(row));

describe('the effects of triggers', () => {
  it.each(places)('include declines at $terminalId for decline_spike', (place) => {
    const { rows, endMs } = listRowsAfter('decline_spike', place);
    const hour = rows(endMs - HOUR_MS + 1);
    const judged = hour.length >= 8 ? hour : rows(endMs - 24 * HOUR_MS).slice(-8);
    const rate = filterDeclined(judged).length / judged.length;
    expect(filterDeclined(judged).length).toBeGreaterThanOrEqual(5);
    expect(rate).toBeGreaterThanOrEqual(0.4);
    const quick = Math.max(
      ...rows(NOW).map(
        ({ atMs }) =>
          filterDeclined(rows(NOW)).filter((row) => row.atMs <= atMs && row.atMs > atMs - 10 * MINUTE_MS).length,
      ),
    );
    expect(quick).toBeLessThan(9);
  });

  it.each(places)('include declines of several cards at $terminalId for high_decline_velocity', (place) => {
    const { rows, endMs } = listRowsAfter('high_decline_velocity', place);
    const declined = filterDeclined(rows(endMs - 10 * MINUTE_MS + 1));
    expect(declined.length).toBeGreaterThanOrEqual(8);
    expect(new Set(declined.map(({ cardRef }) => cardRef)).size).toBeGreaterThanOrEqual(3);
  });

  it.each(places)('include reversals at $terminalId for reversal_spike', (place) => {
    const { rows, endMs } = listRowsAfter('reversal_spike', place);
    const paid = rows(endMs - 2 * HOUR_MS).filter((row) => isApproved(row) && row.amtReqCents > 0);
    const reversed = paid.filter(({ reversedAtMs }) => reversedAtMs !== undefined && reversedAtMs <= endMs);
    expect(reversed.length).toBeGreaterThanOrEqual(2);
    const inARow = paid.some(
      (row, index) => reversed.includes(row) && reversed.includes(paid[index + 1] as Transaction),
    );
    expect(inARow || reversed.length / paid.length >= 0.15).toBe(true);
  });

  it.each(['retry_after_decline', 'pin_guessing', 'limit_draining'])(
    'include repeated attempts of one card, pattern %s',
    (pattern) => {
      const { rows } = listRowsAfter('repeated_same_card_attempt', places[0] as (typeof places)[number], { pattern });
      const [most] = [...Map.groupBy(rows(NOW), ({ cardRef }) => cardRef).values()].sort((a, b) => b.length - a.length);
      expect(most?.length).toBeGreaterThanOrEqual(pattern === 'limit_draining' ? 3 : 4);
      const responses = most?.map(({ response }) => response);
      if (pattern === 'pin_guessing') expect(responses).toEqual(['55', '55', '55', '75']);
      if (pattern === 'limit_draining') expect(responses).toEqual(['00', '00', '00']);
    },
  );

  it('include attempts of one card at two terminals', () => {
    const { provoked, scope } = listRowsAfter('repeated_same_card_attempt', places[0] as (typeof places)[number], {
      pattern: 'cross_terminal',
    });
    const rows = provoked.causes.flatMap((cause) =>
      'terminalId' in cause && cause.terminalId !== null
        ? (scope.terminal(cause.terminalId) as Terminal).ledger.transactionsBetween(NOW, scope.nowMs + 1)
        : [],
    );
    const [most] = [...Map.groupBy(rows, ({ cardRef }) => cardRef).values()].sort((a, b) => b.length - a.length);
    expect(most).toHaveLength(5);
    expect(new Set(most?.map(({ terminalId }) => terminalId)).size).toBe(2);
  });

  it.each(admins)('include a lower approval rate in %s for approval_rate_drop', (tenantId, key) => {
    const provoked = requirePlan(
      planCauses(lookAt(world, key, NOW), 'approval_rate_drop', { target: { accountId: tenantId } }),
    );
    const scope = lookAt(inject(world, tenantId, provoked.causes), key, NOW + provoked.afterMs);
    const host = provoked.causes.flatMap((cause) =>
      'terminalId' in cause ? [scope.terminal(cause.terminalId as string)?.ledger] : [],
    );
    expect(host.length).toBeGreaterThan(0);
    const own = scope.terminals.filter(({ fixture }) => fixture.accountId === tenantId && fixture.status === 'active');
    const rows = own
      .flatMap(({ ledger }) => ledger.transactionsBetween(scope.nowMs - 4 * HOUR_MS, scope.nowMs + 1))
      .filter(
        ({ type, connectorId }) =>
          type !== 'reversal' && connectorId === host[0]?.transactionsBetween(NOW, scope.nowMs)[0]?.connectorId,
      );
    expect(rows.length).toBeGreaterThanOrEqual(30);
    expect(rows.filter(isApproved).length / rows.length).toBeLessThan(0.6);
  });

  it('include failed and then successful echo tests for processor_outage', () => {
    const { tenantId, key, terminalId } = places[0] as (typeof places)[number];
    const provoked = requirePlan(planCauses(lookAt(world, key, NOW), 'processor_outage', { target: { terminalId } }));
    const [cause] = provoked.causes;
    const connectorId = cause !== undefined && 'connectorId' in cause ? cause.connectorId : '';
    const caused = inject(world, tenantId, provoked.causes);
    const fixtureAt = (at: World) =>
      lookAt(at, key, NOW).connector(connectorId)?.fixture as NonNullable<
        ReturnType<ControlScope['connector']>
      >['fixture'];
    expect(getConnectorLine(fixtureAt(world), NOW + provoked.afterMs).status).toBe('up');
    expect(getConnectorLine(fixtureAt(caused), NOW + provoked.afterMs).status).toBe('down');
    const later = NOW + HOUR_MS;
    const relief = requirePlan(planCausesToResolve(lookAt(caused, key, later), 'processor_outage', { connectorId }));
    expect(getConnectorLine(fixtureAt(inject(caused, tenantId, relief.causes)), later + relief.afterMs).status).toBe(
      'up',
    );
  });

  it('include a failed command and a failed job', () => {
    for (const { tenantId, key, terminalId } of places) {
      for (const outcome of ['failed', 'rejected', 'expired']) {
        const provoked = requirePlan(
          planCauses(lookAt(world, key, NOW), 'command_failed', { target: { terminalId }, parameters: { outcome } }),
        );
        const scope = lookAt(inject(world, tenantId, provoked.causes), key, NOW + provoked.afterMs);
        const [last] = scope
          .listCommands(scope.terminal(terminalId) as Terminal)
          .filter(({ steps }) => steps[0]?.atMs === NOW + SECOND_MS);
        expect(last?.steps.at(-1)?.state).toBe(outcome);
        expect(last?.steps.at(-1)?.atMs).toBeLessThanOrEqual(scope.nowMs);
      }
      const provoked = requirePlan(
        planCauses(lookAt(world, key, NOW), 'provisioning_failed', { target: { terminalId } }),
      );
      const scope = lookAt(inject(world, tenantId, provoked.causes), key, NOW + provoked.afterMs);
      const job = scope.listJobs(scope.terminal(terminalId) as Terminal)[0];
      expect(job?.steps.at(-1)).toMatchObject({ state: 'failed' });
      expect(job?.steps.at(-1)?.atMs).toBeLessThanOrEqual(scope.nowMs);
    }
  });

  it('include an unscheduled risk assessment', () => {
    const { terminalId, key } = places[0] as (typeof places)[number];
    const { causes } = requirePlan(
      planCauses(lookAt(world, key, NOW), 'location_risk_change', {
        target: { terminalId },
        parameters: { driver: 'skimmer_found' },
      }),
    );
    expect(causes).toMatchObject([{ type: 'risk_assessed', isIncidentReport: true, drivers: ['skimmer_found'] }]);
  });

  it('include a held batch, derived automatically or by a user, until the totals are corrected', () => {
    const automatic = places.find(({ tenantId }) => tenantId === 'acct_meridian') as (typeof places)[number];
    const provoked = requirePlan(
      planCauses(lookAt(world, automatic.key, NOW), 'settlement_mismatch', { target: automatic }),
    );
    expect(provoked.followUp).toBeNull();
    const caused = inject(world, automatic.tenantId, provoked.causes);
    const [latest] = lookAt(caused, automatic.key, NOW + provoked.afterMs).batches();
    expect(latest).toMatchObject({ state: { status: 'held' }, batch: { businessDate: '2026-11-02' } });

    const byHand = places.find(({ tenantId }) => tenantId === 'acct_redline') as (typeof places)[number];
    const off = requirePlan(
      planCauses(lookAt(world, byHand.key, NOW), 'settlement_mismatch', {
        target: byHand,
        parameters: { variance_cents: 2000 },
      }),
    );
    expect(off).toMatchObject({
      afterMs: MINUTE_MS,
      followUp: { operationId: 'deriveSettlements', businessDate: '2026-10-30' },
    });
    const { accountId, businessDate } = off.followUp as NonNullable<typeof off.followUp>;
    const request = {
      accountId,
      businessDate,
      fundingType: 'combined',
      sameDay: false,
      includeAdjustments: true,
      memo: null,
      revision: 1,
      isMagic: false,
    } as const;
    const held = inject(world, byHand.tenantId, off.causes);
    expect(lookAt(held, byHand.key, NOW + off.afterMs).derive(request).view).toMatchObject({
      state: { status: 'held' },
      batch: { reconciliation: { varianceCents: 2000 } },
    });
    const relief = requirePlan(planCausesToResolve(lookAt(held, byHand.key, NOW), 'settlement_mismatch', byHand));
    expect(relief.followUp).toEqual(off.followUp);
    const corrected = lookAt(inject(held, byHand.tenantId, relief.causes), byHand.key, NOW + relief.afterMs);
    expect(corrected.derive(request).view).toMatchObject({
      state: { status: 'derived' },
      batch: { reconciliation: { varianceCents: 0 } },
    });
  });
});

describe('the list of triggers', () => {
  const { key, terminalId } = places[0] as (typeof places)[number];
  const scope = lookAt(world, key, NOW);
  const refused = (eventType: EventType, target: TriggerTarget, parameters: Record<string, unknown> = {}) => {
    const given = planCauses(scope, eventType, { target, parameters });
    return 'obstacles' in given ? given.obstacles.map(({ pointer, code }) => [pointer, code]) : undefined;
  };

  it('contains each event type, with a schema that its defaults match', () => {
    expect(provokables.map(({ eventType }) => eventType).sort()).toEqual([...getEnumValues('EventType')].sort());
    const ajv = new Ajv2020({ strict: true });
    for (const { parameters } of provokables) {
      const validate = ajv.compile(parameters);
      const defaults = Object.entries(parameters.properties).flatMap(([name, schema]) =>
        'default' in schema ? [[name, schema.default]] : [],
      );
      expect(validate(Object.fromEntries(defaults))).toBe(true);
      expect(validate({ nonsense: 1 })).toBe(false);
      expect(Object.values(parameters.properties).every(({ description }) => description.length > 5)).toBe(true);
    }
  });

  it('is rejected with a pointer to the invalid member', () => {
    expect(refused('cash_low', { terminalId }, { notes: 5 })).toEqual([['/parameters/notes', 'unknown_member']]);
    expect(refused('cash_low', { terminalId }, { constructor: 5 })).toEqual([
      ['/parameters/constructor', 'unknown_member'],
    ]);
    expect(refused('cash_low', { terminalId }, { notes_left: '5', cassette: 'E' })).toEqual([
      ['/parameters/notes_left', 'invalid_value'],
      ['/parameters/cassette', 'invalid_value'],
    ]);
    expect(refused('cash_low', { terminalId }, { notes_left: 5000 })).toEqual([
      ['/parameters/notes_left', 'invalid_value'],
    ]);
    expect(refused('heartbeat_stale', { terminalId }, { minutes: 1 })).toEqual([
      ['/parameters/minutes', 'invalid_value'],
    ]);
    expect(refused('communication_flapping', { terminalId }, { changes_per_hour: 6, minutes: 20 })).toEqual([
      ['/parameters/minutes', 'invalid_value'],
    ]);
    expect(refused('settlement_mismatch', { terminalId }, { variance_cents: 0 })).toEqual([
      ['/parameters/variance_cents', 'invalid_value'],
    ]);
    expect(refused('settlement_mismatch', { terminalId }, { business_date: 'soon' })).toEqual([
      ['/parameters/business_date', 'invalid_value'],
    ]);
  });

  it('is rejected for an unknown, invisible or inactive target', () => {
    for (const { eventType, about } of provokables) {
      expect(refused(eventType, {})?.[0]?.[1]).toBe('missing_target');
      if (about === 'terminal')
        expect(refused(eventType, { terminalId: 'RL000666' })).toEqual([['/terminal_id', 'unknown_target']]);
    }
    expect(refused('processor_outage', { connectorId: 'con_nowhere' })).toEqual([['/connector_id', 'unknown_target']]);
    expect(refused('compliance_expiration', { accountId: 'acct_redline' })).toEqual([
      ['/account_id', 'unknown_target'],
    ]);
    const meridian = lookAt(world, 'sbx-meridian-admin', NOW);
    expect(planCauses(meridian, 'cash_out', { target: { terminalId: 'MR000900' } })).toMatchObject({
      obstacles: [{ code: 'not_in_service' }],
    });
    expect(planCausesToResolve(scope, 'command_failed', { terminalId })).toMatchObject({
      obstacles: [{ code: 'has_no_end' }],
    });
  });

  it('is rejected if accounts outside the scope would be affected', () => {
    const harbor = lookAt(world, 'sbx-harbor-admin', NOW);
    const own = harbor.terminals.find(({ fixture }) => fixture.status === 'active')?.terminalId ?? '';
    expect(planCauses(harbor, 'cash_out', { target: { terminalId: own } })).toMatchObject({
      causes: [{ terminalId: own }],
    });
    const shared = planCauses(harbor, 'processor_outage', { target: { terminalId: own } });
    expect(shared).toMatchObject({ obstacles: [{ pointer: '/terminal_id', code: 'unknown_target' }] });
    const paper = planCauses(harbor, 'compliance_expiration', { target: { accountId: 'acct_northway_pine' } });
    expect(paper).toMatchObject({ obstacles: [{ pointer: '/account_id', code: 'unknown_target' }] });
  });

  it('has the same result for the operator', () => {
    const triggerContext = openEveryTenant(world, sandboxMs(NOW)).find(
      ({ tenant }) => tenant.tenantId === 'acct_northway',
    ) as ControlScope;
    const given = planCauses(triggerContext, 'heartbeat_stale', { target: { terminalId } });
    const own = requirePlan(planCauses(lookAt(world, key, NOW), 'heartbeat_stale', { target: { terminalId } }));
    expect(given).toEqual(own);
    const outage = planCauses(triggerContext, 'processor_outage', { target: { terminalId } });
    expect(outage).toMatchObject({ causes: [{ type: 'connector_down' }] });
  });

  it('is rejected if the terminal cannot serve the attempts', () => {
    const out = requirePlan(planCauses(scope, 'cash_out', { target: { terminalId } }));
    const empty = lookAt(inject(world, 'acct_northway', out.causes), key, NOW + HOUR_MS);
    expect(planCauses(empty, 'decline_spike', { target: { terminalId } })).toMatchObject({
      obstacles: [{ code: 'cannot_serve' }],
    });
  });

  it('uses new cards and causes each time', () => {
    const first = requirePlan(planCauses(scope, 'high_decline_velocity', { target: { terminalId } }));
    const second = requirePlan(planCauses(scope, 'high_decline_velocity', { target: { terminalId } }));
    const [one, other] = [first, second].map(({ causes: [cause] }) => cause);
    expect(one?.causeId).not.toBe(other?.causeId);
    const cards = [one, other].map((cause) =>
      cause?.type === 'attempts_made' ? cause.attempts.map(({ card }) => card) : [],
    );
    expect(cards[0]?.some((card) => cards[1]?.includes(card))).toBe(false);
  });
});

it('a company document can be made to expire, and renewed', () => {
  const key = 'sbx-northway-admin';
  const target = { accountId: 'acct_northway' };
  const provoked = requirePlan(
    planCauses(lookAt(world, key, NOW), 'compliance_expiration', { target, parameters: { item_type: 'kyc_owner_id' } }),
  );
  const emitted = (at: World, nowMs: number) =>
    lookAt(at, key, nowMs)
      .incidents()
      .filter(({ dedupeKey }) => dedupeKey === 'compliance_expiration:cmp_northway_kyc_owner_id');
  const caused = inject(world, 'acct_northway', provoked.causes);
  expect(emitted(caused, NOW + provoked.afterMs - 1)).toEqual([]);
  expect(emitted(caused, NOW + provoked.afterMs)).toMatchObject([{ terminalId: null, resolvedAtMs: null }]);
});
