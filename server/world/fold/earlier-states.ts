import { LRUCache } from 'lru-cache';
import type { Position } from '../state/facts.ts';
import type { GeneratedTenant, TenantState } from '../state/tenant.ts';
import type { StateFinder } from '../state/world.ts';
import { findStateAt } from './apply.ts';

/** The states of a tenant with the same causes. They share the generated tenant, and so all that is computed from it. */
interface KeptTenant {
  readonly generated: GeneratedTenant;
  /** By position, oldest use first. */
  readonly states: Map<Position, TenantState>;
}

/** The use of the store, in bytes. */
export interface EarlierStatesUsage {
  readonly bytes: number;
  readonly mostBytes: number;
}

export interface EarlierStatesOptions {
  readonly mostBytes: number;
  /** Returns the approximate memory of a tenant with all that is computed from it, in bytes. */
  readonly measure: (generated: GeneratedTenant) => number;
}

/** Positions of one tenant with the same causes whose states are kept. */
const STATES_KEPT = 8;

/**
 * Keeps states at earlier positions for later pages of walks, up to a number of bytes. Keyed by world, tenant, reset and causes.
 * A state that is not kept is computed again from the facts.
 */
export class EarlierStates implements StateFinder {
  readonly #kept: LRUCache<string, KeptTenant>;
  readonly #mostBytes: number;

  constructor({ mostBytes, measure }: EarlierStatesOptions) {
    this.#mostBytes = mostBytes;
    this.#kept = new LRUCache({
      maxSize: mostBytes,
      // A tenant that needs more is kept alone: its walk needs it for each page.
      sizeCalculation: ({ generated }) => Math.max(1, Math.min(measure(generated), mostBytes)),
    });
  }

  /** Returns a tenant of a world at an earlier position. */
  find(worldName: string, state: TenantState, wanted: Position): TenantState {
    if (state.position <= wanted) return state;
    const { tenantId } = state.generated.fixture;
    const causeCount = countCauses(state, wanted);
    // Causes are only added until a reset, so their number identifies them.
    const key = JSON.stringify([worldName, tenantId, state.since, causeCount]);
    const known = this.#kept.get(key);
    const generated = causeCount === state.generated.causes.length ? state.generated : known?.generated;
    const earlier = known?.states.get(wanted) ?? findStateAt(state, wanted, generated);
    const states = known?.states ?? new Map<Position, TenantState>();
    states.delete(wanted);
    states.set(wanted, earlier);
    const [oldest] = states.keys();
    if (states.size > STATES_KEPT && oldest !== undefined) states.delete(oldest);
    // Sets it again each time, because what is computed from it grows.
    this.#kept.set(key, { generated: earlier.generated, states });
    return earlier;
  }

  readUsage(): EarlierStatesUsage {
    return { bytes: this.#kept.calculatedSize, mostBytes: this.#mostBytes };
  }
}

function countCauses({ history }: TenantState, wanted: Position): number {
  let count = 0;
  for (const { fact, position } of history) if (position <= wanted && fact.type === 'cause-injected') count += 1;
  return count;
}
