import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { type CallOperation, fetchDeliveries, type OperationReply } from '../../control/control-plane.ts';

/** Maximum number of pending deliveries to read, newest first. */
const MAX_PENDING = 10_000;

/**
 * Moves the clock to the next due attempt. Returns the deliveries that were attempted or are in progress, oldest first.
 * Rejects like `advanceClock` if no attempt is pending.
 */
export async function advanceToNextAttempt(
  call: CallOperation,
): Promise<OperationReply<'advanceClock'> & { readonly attempted: readonly SandboxSchemas['Delivery'][] }> {
  const { deliveries: before } = await fetchDeliveries(call, { state: 'pending' }, MAX_PENDING);
  const clock = await call('advanceClock', { body: { to_next_attempt: true } });
  const due = before.filter(
    ({ next_attempt: next }) => next?.clock === 'sandbox' && Date.parse(next.at) <= Date.parse(clock.now),
  );
  const earliest = due.map(({ happened_at: at }) => at).toSorted()[0];
  if (earliest === undefined) return { ...clock, attempted: [] };
  const counts = new Map(due.map(({ delivery_id: id, attempt_count: count }) => [id, count]));
  const { deliveries: after } = await fetchDeliveries(call, { since: earliest }, Number.POSITIVE_INFINITY);
  const attempted = after.filter(({ delivery_id: id, attempt_count: count, state }) => {
    const countBefore = counts.get(id);
    return countBefore !== undefined && (count > countBefore || state === 'sending');
  });
  return { ...clock, attempted: attempted.toReversed() };
}
