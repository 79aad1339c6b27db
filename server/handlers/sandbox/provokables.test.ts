import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { EPOCH_MS } from '../../../fixtures/time/epoch.ts';
import { contract, valuesOf } from '../../../spec/index.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { generateWorld } from '../../world/state/world.ts';
import { lookAt } from '../../world/testing/inject-facts.ts';
import { planCauses, provokables } from '../../world/triggers/index.ts';
import { presentProvokable } from './provokables.ts';

type Node = Readonly<Record<string, unknown>>;

/** The source file, because the published document omits this schema. */
const source = new URL('../../../spec/sandbox/cause-parameters.yaml', import.meta.url);
const { CauseParameters } = parse(readFileSync(source, 'utf8')) as { CauseParameters: Node }; // the only schema of the file

/** Removes extensions and resolves the references of a schema. Members next to a reference override its target. */
function resolveSchema(node: Node): Node {
  const { $ref, 'x-assumed': _a, 'x-clause': _c, ...own } = node;
  const target = typeof $ref === 'string' ? contract.components.schemas[$ref.split('/').at(-1) ?? ''] : undefined;
  return target === undefined ? own : { ...resolveSchema(target), ...own };
}
const readProperties = (node: Node): Readonly<Record<string, Node>> => (node.properties ?? {}) as Record<string, Node>;

describe('trigger parameters', () => {
  const declared = readProperties(CauseParameters);

  test('are declared for all 16 events', () => {
    expect(Object.keys(declared)).toEqual(valuesOf('EventType'));
    expect(provokables.map(({ eventType }) => eventType)).toEqual(valuesOf('EventType'));
  });

  test.each(provokables)('$eventType: match the contract', ({ eventType, parameters }) => {
    const own = declared[eventType] as Node;
    const said = Object.fromEntries(
      Object.entries(readProperties(own)).map(([name, node]) => [name, resolveSchema(node)]),
    );
    expect(parameters.properties).toEqual(said);
    expect(own.additionalProperties).toBe(false);
  });
});

const keys = ['sbx-northway-admin', 'sbx-redline-admin', 'sbx-delgado-owner', 'sbx-meridian-admin'];
const scopes = keys.map((key) => lookAt(generateWorld(1), key, EPOCH_MS));

test.each(provokables)('$eventType usually happens within the documented time', ({ eventType, usuallyWithinMs }) => {
  const afterMs = scopes.flatMap((scope) =>
    scope.terminals.slice(0, 6).flatMap(({ terminalId }) => {
      const provoked = planCauses(eventType, { terminalId }, {}, scope, scope.nowMs);
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
