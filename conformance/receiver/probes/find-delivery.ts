import type { ProbeContext } from '../core/probe.ts';
import { createProbeDelivery, type OutgoingDelivery, readFirstDigest } from '../sending/outgoing-delivery.ts';

/** More than enough events to find a signature with a pattern. */
const MOST_TRIES = 5000;

/** Returns a valid delivery whose signature has this pattern: only its id differs from the others. */
export function findDelivery(context: ProbeContext, name: string, pattern: RegExp): OutgoingDelivery {
  for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
    const delivery = createProbeDelivery(context, context.event(`${name} ${attempt}`));
    if (pattern.test(readFirstDigest(delivery, context.scheme))) return delivery;
  }
  throw new Error(`no delivery has a signature like ${pattern}`);
}
