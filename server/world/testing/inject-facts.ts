import type { Cause } from '../../../fixtures/model/causes.ts';
import { openScope } from '../scope/scope.ts';
import type { Scope } from '../scope/scope-types.ts';
import { applyEntry } from '../state/apply.ts';
import { position } from '../state/facts.ts';
import { sandboxMs } from '../state/time.ts';
import type { World } from '../state/world.ts';

/** Helpers for tests of causes: a world with injected causes, and a scope of it. */

/**
 * Returns the world after the operator injected these causes: at `atMs`, or each one second before its own instant.
 */
export function inject(world: World, tenantId: string, causes: readonly Cause[], atMs?: number): World {
  if (causes.length === 0) return world;
  const facts = causes.map((cause) => {
    const injectedMs = sandboxMs(atMs ?? cause.atMs - 1000);
    return { type: 'cause-injected', atMs: injectedMs, userId: null, cause } as const;
  });
  return applyEntry(world, { tenantId, position: position(world.position + 1), facts });
}

/** Returns the scope of a fixture's key in that world at `nowMs`. */
export function lookAt(world: World, key: string, nowMs: number): Scope {
  const scope = openScope(world, key, sandboxMs(nowMs));
  if (scope === undefined) throw new Error(`no active key ${key} in the fixtures`);
  return scope;
}
