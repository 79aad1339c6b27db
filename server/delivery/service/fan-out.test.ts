import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EventType } from '../../../spec/index.ts';
import type { Destination, IncidentTurn, Subscription } from '../../world/state/destinations.ts';
import { realMs, sandboxMs } from '../../world/state/time.ts';
import { MemoryDeliveryStore } from '../store/memory-store.ts';
import { createFanOutProgress, dueOnRealClock, dueOnSandboxClock } from '../testing/deliveries.ts';
import { createFleetEvent, type EventChoice } from '../testing/fleet-event.ts';
import { createTestDestination, createTestSubscription } from '../testing/targets.ts';
import { presentDestinationAlert } from './destination-events.ts';
import { createDeliveries, type FanOut } from './fan-out.ts';

const EVENT_MS = Date.UTC(2026, 10, 2, 13, 40, 12);
const ROOT = 'acct_northway';
const EAST = 'acct_northway_east';
const WEST = 'acct_northway_west';
/** West is below east. */
const parents: Readonly<Record<string, string>> = { [EAST]: ROOT, [WEST]: EAST };
const isWithin = (accountId: string, rootId: string): boolean => {
  const parent = parents[accountId];
  return accountId === rootId || (parent !== undefined && isWithin(parent, rootId));
};
const now = { sandboxMs: sandboxMs(EVENT_MS + 9000), realMs: realMs(77) };

const fanOut = (rest: Partial<FanOut>) =>
  createDeliveries({ events: [createFleetEvent()], destinations: [createTestDestination()], now, isWithin, ...rest });
const isSelected = (subscription: Partial<Subscription>, event: EventChoice = {}): boolean =>
  fanOut({
    events: [createFleetEvent(event)],
    destinations: [createTestDestination({ subscriptions: [createTestSubscription(subscription)] })],
  }).length > 0;

describe('a delivery', () => {
  test('creates a delivery with a summary of the event and the event as compact JSON', () => {
    const [delivery] = fanOut({});
    expect(delivery).toStrictEqual({
      deliveryId: expect.stringMatching(/^dlv_.{26}$/),
      destinationId: 'dst_hooks',
      event: {
        ...{ eventId: 'evt_a', type: 'cash_low', accountId: EAST, terminalId: 'NW1', atMs: EVENT_MS },
        ...{ incidentId: 'inc_1', turn: 'triggered' },
      },
      isTest: false,
      body: JSON.stringify(createFleetEvent()),
      due: dueOnSandboxClock(EVENT_MS),
      createdAtMs: EVENT_MS + 9000,
    });
  });

  test('makes a delivery due at the instant of the event, or now on the real clock', () => {
    const getDue = (rest: Partial<Destination>) => fanOut({ destinations: [createTestDestination(rest)] })[0]?.due;
    expect(getDue({ retryProfile: 'standard' })).toEqual(dueOnSandboxClock(EVENT_MS));
    expect(getDue({ retryProfile: 'fast' })).toEqual(dueOnRealClock(77));
    expect(getDue({ status: 'paused' })).toEqual(dueOnSandboxClock(EVENT_MS));
    expect(getDue({ status: 'disabled', disabledReason: 'user' })).toBeNull();
  });

  test('creates a delivery without an incident for an event without one', () => {
    const [delivery] = fanOut({ events: [createFleetEvent({ turn: null })] });
    expect(delivery?.event).toMatchObject({ incidentId: null, turn: null });
  });
});

describe('a subscription', () => {
  test('matches an account subscription to events of that account and below it', () => {
    expect(isSelected({ accountId: ROOT }, { accountId: WEST })).toBe(true);
    expect(isSelected({ accountId: EAST }, { accountId: WEST })).toBe(true);
    expect(isSelected({ accountId: EAST }, { accountId: EAST, terminalId: null })).toBe(true);
    expect(isSelected({ accountId: EAST }, { accountId: ROOT })).toBe(false);
    expect(isSelected({ accountId: WEST }, { accountId: EAST })).toBe(false);
  });

  test('matches a terminal subscription to events of that terminal only', () => {
    const ofTerminal = { level: 'terminal', terminalId: 'NW1' } as const;
    expect(isSelected(ofTerminal)).toBe(true);
    expect(isSelected(ofTerminal, { terminalId: 'NW2' })).toBe(false);
    expect(isSelected(ofTerminal, { terminalId: null })).toBe(false);
  });

  test('matches a subscription to the given types, or to all', () => {
    expect(isSelected({ types: ['cash_low', 'cash_out'] })).toBe(true);
    expect(isSelected({ types: ['cash_out'] })).toBe(false);
    expect(isSelected({ types: [] })).toBe(false);
    expect(isSelected({ types: null }, { type: 'cash_out' })).toBe(true);
  });

  test('matches a subscription to the given incident states, and not to events without an incident', () => {
    expect(isSelected({ states: ['resolved'] }, { turn: 'resolved' })).toBe(true);
    expect(isSelected({ states: ['resolved'] }, { turn: 'escalated' })).toBe(false);
    expect(isSelected({ states: ['resolved'] }, { turn: null })).toBe(false);
    expect(isSelected({ states: null }, { turn: null })).toBe(true);
  });

  test('matches a subscription to no earlier events', () => {
    expect(isSelected({ createdAtMs: sandboxMs(EVENT_MS) })).toBe(true);
    expect(isSelected({ createdAtMs: sandboxMs(EVENT_MS + 1) })).toBe(false);
  });

  test('matches a subscription to nothing outside the account of its destination', () => {
    const destinations = [createTestDestination({ accountId: WEST })];
    expect(fanOut({ destinations })).toEqual([]);
    expect(fanOut({ destinations, events: [createFleetEvent({ accountId: WEST })] })).toHaveLength(1);
  });
});

describe('an event about a destination', () => {
  const createAlert = (destinationId: string) =>
    presentDestinationAlert({
      ...{ eventId: 'evt_alert', type: 'sandbox_destination_failing', destinationId, destinationName: 'Other' },
      ...{ accountId: EAST, failedAttempts: 5, failingSinceMs: null, failingSinceRealMs: null },
      ...{ disabledReason: null, lastError: null, atMs: sandboxMs(EVENT_MS) },
    });
  const isSent = (subscription: Partial<Subscription>, about = 'dst_other'): boolean =>
    fanOut({
      events: [createAlert(about)],
      destinations: [createTestDestination({ subscriptions: [createTestSubscription(subscription)] })],
    }).length > 0;

  test('is sent only to subscriptions that name its type', () => {
    expect(isSent({ types: ['sandbox_destination_failing'] })).toBe(true);
    expect(isSent({ types: ['sandbox_destination_disabled'] })).toBe(false);
    expect(isSent({ types: null })).toBe(false);
  });

  test('is not sent to its own destination', () => {
    expect(isSent({ types: ['sandbox_destination_failing'] }, 'dst_hooks')).toBe(false);
  });

  test('is sent only to accounts that contain its account', () => {
    expect(isSent({ types: ['sandbox_destination_failing'], accountId: WEST })).toBe(false);
    expect(isSent({ types: ['sandbox_destination_failing'], accountId: EAST })).toBe(true);
  });
});

describe('deliveries of any events to any destinations', () => {
  const anyEvent = fc
    .record({
      type: fc.constantFrom<EventType>('cash_low', 'cash_out'),
      accountId: fc.constantFrom(ROOT, EAST, WEST),
      terminalId: fc.constantFrom('NW1', 'NW2', null),
      turn: fc.constantFrom<IncidentTurn | null>('triggered', 'resolved', null),
    })
    .map((choice): EventChoice => choice);
  const anyEvents = fc
    .array(anyEvent, { maxLength: 6 })
    .map((all) => all.map((c, n) => createFleetEvent({ ...c, id: `evt_${n}` })));
  const anySubscription = fc
    .record({
      level: fc.constantFrom('account' as const, 'terminal' as const),
      accountId: fc.constantFrom(ROOT, EAST, WEST),
      terminalId: fc.constantFrom('NW1', 'NW2'),
      types: fc.option(fc.subarray<EventType>(['cash_low', 'cash_out'])),
      states: fc.option(fc.subarray<IncidentTurn>(['triggered', 'resolved'])),
      createdAtMs: fc.constantFrom(sandboxMs(0), sandboxMs(EVENT_MS + 1)),
    })
    .map((choice) =>
      createTestSubscription({ ...choice, terminalId: choice.level === 'terminal' ? choice.terminalId : null }),
    );
  const anyDestinations = fc
    .array(
      fc.record({ subscriptions: fc.array(anySubscription, { maxLength: 4 }), accountId: fc.constantFrom(ROOT, EAST) }),
      { maxLength: 5 },
    )
    .map((all) => all.map((one, n) => createTestDestination({ ...one, destinationId: `dst_${n}` })));

  test('creates at most one delivery per event and destination, in the order of events, deterministically', () => {
    fc.assert(
      fc.property(anyEvents, anyDestinations, (events, destinations) => {
        const deliveries = fanOut({ events, destinations });
        const pairs = deliveries.map(({ event, destinationId }) => `${event.eventId} ${destinationId}`);
        expect(new Set(pairs).size).toBe(pairs.length);
        expect(new Set(deliveries.map(({ deliveryId }) => deliveryId)).size).toBe(pairs.length);
        expect(pairs).toEqual(pairs.toSorted());
        expect(fanOut({ events, destinations })).toStrictEqual(deliveries);
      }),
    );
  });

  test('creates the union of the deliveries of single destinations and subscriptions', () => {
    fc.assert(
      fc.property(anyEvents, anyDestinations, (events, destinations) => {
        const alone = destinations.flatMap((destination) =>
          destination.subscriptions.flatMap((subscription) =>
            fanOut({ events, destinations: [{ ...destination, subscriptions: [subscription] }] }),
          ),
        );
        const listIds = (deliveries: ReturnType<typeof fanOut>) =>
          [...new Set(deliveries.map(({ deliveryId }) => deliveryId))].toSorted();
        expect(listIds(fanOut({ events, destinations }))).toEqual(listIds(alone));
      }),
    );
  });

  test('stores each delivery once, even if events arrive in several parts', async () => {
    await fc.assert(
      fc.asyncProperty(anyEvents, anyDestinations, fc.nat(6), async (events, destinations, cut) => {
        const store = new MemoryDeliveryStore();
        const parts = [events.slice(0, cut), events, events.slice(cut)];
        for (const part of parts) {
          await store.fanOut(ROOT, createFanOutProgress(1), fanOut({ events: part, destinations }));
        }
        const { items } = await store.listPage({ limit: 1000 });
        const expected = fanOut({ events, destinations }).map(({ deliveryId }) => deliveryId);
        expect(items.map(({ deliveryId }) => deliveryId).toReversed()).toEqual(expected);
      }),
    );
  });
});
