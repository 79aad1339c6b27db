import type { Cause } from '../../../fixtures/model/causes.ts';
import { applyEntry } from '../fold/apply.ts';
import { openControlScope } from '../scope/control-scope.ts';
import type { ControlScope } from '../scope/scope-types.ts';
import { type CauseInjected, position } from '../state/facts.ts';
import { sandboxMs } from '../state/time.ts';
import type { World } from '../state/world.ts';

/** Helpers for tests of causes: a world with injected causes, and a scope of it. */

/** Returns the world after the operator injected these causes, each one second before its own instant. */
export const inject = (world: World, tenantId: string, causes: readonly Cause[]): World =>
  injectEach(
    world,
    tenantId,
    causes.map((cause) => makeFact(cause, cause.atMs - 1000)),
  );

/** Returns the world after the operator injected these causes at `atMs`. */
export const injectAt = (
  world: World,
  { tenantId, atMs }: { readonly tenantId: string; readonly atMs: number },
  causes: readonly Cause[],
): World =>
  injectEach(
    world,
    tenantId,
    causes.map((cause) => makeFact(cause, atMs)),
  );

const makeFact = (cause: Cause, atMs: number): CauseInjected => ({
  type: 'cause-injected',
  atMs: sandboxMs(atMs),
  userId: null,
  cause,
});

function injectEach(world: World, tenantId: string, facts: readonly CauseInjected[]): World {
  if (facts.length === 0) return world;
  return applyEntry(world, { tenantId, position: position(world.position + 1), facts });
}

/** Returns the scope of a fixture's key in that world at `nowMs`. */
export function lookAt(world: World, key: string, nowMs: number): ControlScope {
  const scope = openControlScope(world, world.keyholders.get(key), sandboxMs(nowMs));
  if (scope === undefined) throw new Error(`no active key ${key} in the fixtures`);
  return scope;
}
