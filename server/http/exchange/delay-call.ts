import { wait } from '../../../base/real-time.ts';
import type { ReachedLimit } from '../../limits/held-counts.ts';
import type { Place } from './call.ts';

/**
 * Waits, and counts one delayed request of the caller until the end, even if the client leaves before. At a limit, returns it
 * without waiting.
 */
export async function delayCall(place: Place | undefined, delayMs: number): Promise<ReachedLimit | undefined> {
  const reached = place?.delayedRequests.take(place.caller);
  if (reached !== undefined) return reached;
  await wait(delayMs);
  place?.delayedRequests.release(place.caller);
  return undefined;
}
