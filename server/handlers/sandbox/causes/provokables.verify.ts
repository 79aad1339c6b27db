import { expect, test } from 'vitest';
import { EPOCH_MS } from '../../../../fixtures/time/epoch.ts';
import { getEnumValues } from '../../../../spec/index.ts';
import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import { generateWorld } from '../../../world/state/world.ts';
import { lookAt } from '../../../world/testing/inject-facts.ts';
import { planCauses, provokables } from '../../../world/triggers/index.ts';
import { presentProvokable } from './provokables.ts';

test('every event can be triggered, in the order of the contract', () => {
  expect(provokables.map(({ eventType }) => eventType)).toEqual(getEnumValues('EventType'));
});

const keys = ['sbx-northway-admin', 'sbx-redline-admin', 'sbx-delgado-owner', 'sbx-meridian-admin'];
const scopes = keys.map((key) => lookAt(generateWorld(1), key, EPOCH_MS));

test.each(provokables)('$eventType usually happens within the documented time', ({ eventType, usuallyWithinMs }) => {
  const afterMs = scopes.flatMap((scope) =>
    scope.terminals.slice(0, 6).flatMap(({ terminalId }) => {
      const provoked = planCauses(scope, eventType, { target: { terminalId } });
      return 'obstacles' in provoked ? [] : [provoked.afterMs];
    }),
  );
  expect(afterMs.length).toBeGreaterThan(10);
  expect(afterMs.filter((ms) => ms <= usuallyWithinMs).length / afterMs.length).toBeGreaterThanOrEqual(0.85);
});

test('presents an event with the properties of its webhook', () => {
  const triggerInfos = provokables.map(presentProvokable);
  const one = (type: string): Partial<SandboxSchemas['Provokable']> =>
    triggerInfos.find(({ event_type: eventType }) => eventType === type) ?? {};
  expect(one('cash_low')).toMatchObject({
    kind: 'incident',
    levels: ['account', 'terminal'],
    families: ['terminals_locations_telemetry'],
    takes: ['terminal_id'],
    can_resolve: true,
  });
  expect(one('command_failed')).toMatchObject({ kind: 'point', can_resolve: false });
  expect(one('processor_outage').takes).toEqual(['connector_id', 'terminal_id']);
  for (const { kind, can_resolve: canResolve } of triggerInfos) expect(canResolve).toBe(kind === 'incident');
});
