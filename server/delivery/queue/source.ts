import type { FleetEvent } from '../../world/events/events.ts';
import type { Clock } from '../../world/state/clock.ts';
import type { Destination } from '../../world/state/destinations.ts';
import type { Position } from '../../world/state/facts.ts';
import type { RecordedAlert } from '../../world/state/tenant.ts';
import type { SandboxMs } from '../../world/state/time.ts';
import type { Due, Now } from '../delivery.ts';
import type { ChooseDeliveryFault } from './faulty-deliveries.ts';
import type { ReportFailures } from './settle.ts';

/** The parts of the world that deliveries need: events, destinations and time. */
export interface DeliverySource {
  /** Returns the time on both clocks. */
  now(): Now;
  clock(): Clock;
  /** Returns every tenant, with all writes up to now. */
  tenants(): Promise<readonly DeliveringTenant[]>;
  /** Returns the effect of the fault rule that applies to a new delivery. Absent: there are no rules. */
  readonly chooseFault?: ChooseDeliveryFault;
  readonly reportFailures: ReportFailures;
}

export interface DeliveringTenant {
  readonly tenantId: string;
  /** Position of the tenant's latest fact. If position and instant are unchanged, so is everything else. */
  readonly position: Position;
  /** Position of the latest reset of the tenant or of all tenants. */
  readonly since: Position;
  /** Has the same identity as long as no destination changes. */
  readonly destinations: readonly Destination[];
  /** The reported failures of destinations since its latest reset, oldest first. */
  readonly alerts: Iterable<RecordedAlert>;
  /** Whether an account is `top` or below it. */
  isWithin(accountId: string, top: string): boolean;
  /**
   * Returns the events from `fromMs` to `toMs`, both inclusive, in order. Computed in slices, so that other work can
   * run.
   */
  eventsBetween(fromMs: SandboxMs, toMs: SandboxMs): Promise<readonly FleetEvent[]>;
}

/**
 * Returns the real milliseconds until an instant. Undefined while the sandbox clock is frozen, because then only a
 * change of the clock can reach the instant.
 */
export function computeRealDelayMs(source: Pick<DeliverySource, 'now' | 'clock'>, due: Due): number | undefined {
  const now = source.now();
  if (due.clock === 'real') return Math.max(0, due.atMs - now.realMs);
  const clock = source.clock();
  const waitMs = due.atMs - now.sandboxMs;
  if (waitMs <= 0) return 0;
  return clock.state === 'frozen' ? undefined : waitMs / clock.speed;
}
