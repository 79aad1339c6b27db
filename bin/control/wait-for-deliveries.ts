import { setTimeout as pause } from 'node:timers/promises';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import type { CallOperation } from './control-plane.ts';

type Delivery = SandboxSchemas['Delivery'];

/** The result of waiting for deliveries. */
export interface WaitResult {
  /** `ended`: all are final. `held`: the rest needs an action. `timed_out`: the time limit was reached. */
  readonly outcome: 'ended' | 'held' | 'timed_out';
  /** The distinct reasons why pending deliveries cannot proceed. Empty unless the outcome is `held`. */
  readonly reasons: readonly string[];
  /** In the requested order. */
  readonly deliveries: readonly Delivery[];
  readonly now: string;
}

/** Real milliseconds between polls, increasing. */
const FIRST_POLL_MS = 50;
const MAX_POLL_MS = 500;

export interface WaitOptions {
  /** Returns the present state of the deliveries. */
  readonly readDeliveries: () => Promise<readonly Delivery[]>;
  /** Real time, milliseconds. */
  readonly timeoutMs: number;
  /** Called with the result of each poll, first. */
  readonly onPoll?: (deliveries: readonly Delivery[]) => Promise<void>;
}

/**
 * Polls until all deliveries are delivered, exhausted or skipped, waiting cannot change anything, or the time is up.
 */
export async function waitForDeliveries(
  call: CallOperation,
  { readDeliveries, timeoutMs, onPoll = async () => undefined }: WaitOptions,
): Promise<WaitResult> {
  const endMs = Date.now() + timeoutMs;
  for (let pauseMs = FIRST_POLL_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_POLL_MS)) {
    const deliveries = await readDeliveries();
    await onPoll(deliveries);
    const open = deliveries.filter(({ state }) => state === 'pending' || state === 'sending');
    const clock = await call('getClock');
    const { now } = clock;
    if (open.length === 0) return { outcome: 'ended', reasons: [], deliveries, now };
    const { data: destinations } = await call('listDestinations');
    const reasons = open.map((delivery) => findHoldReason(delivery, clock, destinations));
    const known = [...new Set(reasons)].filter((reason) => reason !== undefined);
    if (!reasons.includes(undefined)) return { outcome: 'held', reasons: known, deliveries, now };
    if (Date.now() >= endMs) return { outcome: 'timed_out', reasons: known, deliveries, now };
    await pause(pauseMs);
  }
}

/** Returns why a delivery cannot proceed; undefined if waiting is enough. */
export function findHoldReason(
  { state, destination_id: id, next_attempt: next }: Delivery,
  { now, state: clockState }: SandboxSchemas['SandboxClock'],
  destinations: readonly SandboxSchemas['Destination'][],
): string | undefined {
  if (state === 'sending') return undefined;
  const destination = destinations.find((one) => one.destination_id === id);
  if (destination?.status === 'paused') return 'The destination is paused. Resume it: fleetkit destinations resume';
  const isAhead = next?.clock === 'sandbox' && Date.parse(next.at) > Date.parse(now);
  return isAhead && clockState === 'frozen'
    ? 'The next attempt is due in sandbox time, but the clock is frozen. Move it: fleetkit clock advance to-next-attempt'
    : undefined;
}

/** Returns whether there was at least one delivery and all were delivered. */
export const areAllDelivered = (deliveries: readonly Delivery[]): boolean =>
  deliveries.length > 0 && deliveries.every(({ state }) => state === 'delivered');
