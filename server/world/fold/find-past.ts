import { type Position, position } from '../state/facts.ts';
import type { TenantState } from '../state/tenant.ts';
import type { SandboxMs } from '../state/time.ts';
import type { World } from '../state/world.ts';

/** A moment in the past, as a client names it. */
export type PastMoment = { readonly atMs: SandboxMs } | { readonly position: Position };

/** A moment in the past, with both coordinates. */
interface FoundMoment {
  readonly nowMs: SandboxMs;
  readonly position: Position;
}

/** Why a moment cannot be read, with the limit that it exceeds. */
export type PastFault =
  | { readonly reason: 'before_reset' | 'unknown_position'; readonly position: Position }
  | { readonly reason: 'before_reset' | 'in_future'; readonly atMs: SandboxMs };

export interface PastInputs {
  readonly world: World;
  readonly state: TenantState;
  readonly nowMs: SandboxMs;
}

/**
 * Finds a moment in the history of a tenant. At an instant, all facts up to it count. At a position, the instant is that of the latest
 * fact of the tenant, or change of the clock, up to there; facts of other tenants have no effect. Nothing before the latest reset
 * is found.
 */
export function findPast(inputs: PastInputs, wanted: PastMoment): FoundMoment | PastFault {
  return 'atMs' in wanted ? findByInstant(inputs, wanted.atMs) : findByPosition(inputs, wanted.position);
}

function findByInstant({ world, state, nowMs }: PastInputs, atMs: SandboxMs): FoundMoment | PastFault {
  const earliestMs = readClockAt(world, state, state.since);
  if (atMs > nowMs) return { reason: 'in_future', atMs: nowMs };
  if (atMs < earliestMs) return { reason: 'before_reset', atMs: earliestMs };
  let last = state.since;
  for (const { fact, position } of state.history) {
    if (position > state.since && fact.atMs > atMs) break;
    last = position;
  }
  return { nowMs: atMs, position: last };
}

function findByPosition({ world, state, nowMs }: PastInputs, wanted: Position): FoundMoment | PastFault {
  if (wanted > Math.max(world.position, state.position))
    return { reason: 'unknown_position', position: world.position };
  if (wanted < state.since) return { reason: 'before_reset', position: state.since };
  let last = state.since;
  let atMs = readClockAt(world, state, wanted);
  for (const { fact, position } of state.history) {
    if (position > wanted) break;
    last = position;
    // Imported facts have instants of another history.
    if (position > state.since && fact.atMs > atMs) atMs = fact.atMs;
  }
  return { nowMs: atMs < nowMs ? atMs : nowMs, position: last };
}

/** Returns what the clock showed after its latest change up to a position, not before the latest reset of the tenant. */
function readClockAt({ clockChanges }: World, { sinceMs }: TenantState, wanted: Position): SandboxMs {
  let atMs = sinceMs;
  for (const change of clockChanges) {
    if (change.position > wanted) break;
    if (change.nowMs > atMs) atMs = change.nowMs;
  }
  return atMs;
}

/** Parses a position; undefined for any other text. */
export const parsePosition = (text: string): Position | undefined =>
  /^\d{1,15}$/.test(text) ? position(Number(text)) : undefined;
