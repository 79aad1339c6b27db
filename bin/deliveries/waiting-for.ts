import { setTimeout as pause } from 'node:timers/promises';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import type { Call } from '../calls.ts';

type Delivery = SandboxSchemas['Delivery'];

/** How deliveries stand after they were waited for. */
export interface Waited {
  /** All came to an end; the rest cannot by waiting alone; or the time was up. */
  readonly outcome: 'ended' | 'held' | 'timed_out';
  /** Why what is left would wait for ever: each reason once. Empty unless it is held. */
  readonly reasons: readonly string[];
  /** As they were asked for. */
  readonly deliveries: readonly Delivery[];
  readonly now: string;
}

/** Real milliseconds between looks: at first few, then more. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 500;

export interface Waiting {
  /** Gives the deliveries that are waited for as they are now. */
  readonly look: () => Promise<readonly Delivery[]>;
  /** Real time, milliseconds. */
  readonly timeoutMs: number;
  /** Called with what each look found, before anything else. */
  readonly onLook?: (deliveries: readonly Delivery[]) => Promise<void>;
}

/**
 * Looks until all of the deliveries are delivered, exhausted or skipped, waiting cannot change anything, or the time is up.
 */
export async function waitFor(
  call: Call,
  { look, timeoutMs, onLook = async () => undefined }: Waiting,
): Promise<Waited> {
  const endMs = Date.now() + timeoutMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const deliveries = await look();
    await onLook(deliveries);
    const open = deliveries.filter(({ state }) => state === 'pending' || state === 'sending');
    const clock = await call('getClock');
    const { now } = clock;
    if (open.length === 0) return { outcome: 'ended', reasons: [], deliveries, now };
    const { data: destinations } = await call('listDestinations');
    const reasons = open.map((delivery) => reasonOf(delivery, clock, destinations));
    const known = [...new Set(reasons)].filter((reason) => reason !== undefined);
    if (!reasons.includes(undefined)) return { outcome: 'held', reasons: known, deliveries, now };
    if (Date.now() >= endMs) return { outcome: 'timed_out', reasons: known, deliveries, now };
    await pause(pauseMs);
  }
}

/** Why a delivery would wait for ever; undefined where time brings it on. */
function reasonOf(
  { state, destination_id: id, next_attempt: next }: Delivery,
  { now, state: clockState }: SandboxSchemas['SandboxClock'],
  destinations: readonly SandboxSchemas['Destination'][],
): string | undefined {
  if (state === 'sending') return undefined;
  const destination = destinations.find((one) => one.destination_id === id);
  if (destination?.status === 'paused') return 'The destination is paused: fleetkit destinations resume.';
  const isAhead = next?.clock === 'sandbox' && Date.parse(next.at) > Date.parse(now);
  return isAhead && clockState === 'frozen'
    ? 'The next attempt waits for the sandbox clock, which stands: fleetkit clock advance to-next-attempt.'
    : undefined;
}

/** Whether there were any, and each was taken. */
export const allDelivered = (deliveries: readonly Delivery[]): boolean =>
  deliveries.length > 0 && deliveries.every(({ state }) => state === 'delivered');
