import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { notFound } from '../../problems/problem.ts';
import { findDestination } from '../find-destination.ts';
import type { AttemptOfDelivery } from '../store/delivery-store.ts';
import type { DeliveryOperation } from './delivery-operation.ts';
import { formatRealInstant } from './present.ts';

const DELIVERIES = 100;
const LISTED_ATTEMPTS = 100;

/** @see gap destinations.statistics */
export const getDestinationStatistics: DeliveryOperation<'getDestinationStatistics'> = async (
  controlContext,
  { path },
  { store },
) => {
  const found = findDestination(controlContext, path.destination_id);
  if (found === undefined) return notFound();
  const { destinationId } = found.destination;
  const { tenantId } = found.view.tenant;
  const { items } = await store.listPage({ tenantId, destinationIds: [destinationId], limit: DELIVERIES });
  const attempts = await store.listAttemptsOf(items.map(({ deliveryId }) => deliveryId));
  return {
    status: 200,
    body: {
      destination_id: destinationId,
      deliveries: items.length,
      waiting: await store.countWaiting({ tenantId, destinationId }),
      ...summarizeAttempts(attempts),
    },
  };
};

type Summary = Omit<SandboxSchemas['DestinationStatistics'], 'destination_id' | 'deliveries' | 'waiting'>;

/** Counts results, failures and durations of attempts. */
export function summarizeAttempts(attempts: readonly AttemptOfDelivery[]): Summary {
  const failures = Map.groupBy(
    attempts.flatMap(({ attempt }) => attempt.error ?? []),
    ({ code }) => code,
  );
  const newestFirst = attempts.toSorted((one, other) => other.attempt.sentAtMs - one.attempt.sentAtMs);
  return {
    attempts: attempts.length,
    succeeded: attempts.filter(({ attempt }) => attempt.error === null).length,
    duration_ms: summarizeDurations(
      attempts.flatMap(({ attempt: { response, timings } }) => (response === null ? [] : timings.total)),
    ),
    failures: [...failures]
      .map(([code, same]) => ({ code, count: same.length }))
      .sort((one, other) => other.count - one.count),
    latest: newestFirst.slice(0, LISTED_ATTEMPTS).map(({ deliveryId, attempt }) => ({
      delivery_id: deliveryId,
      number: attempt.n,
      sent_at: formatRealInstant(attempt.sentAtMs),
      status: attempt.response?.status ?? null,
      error: attempt.error?.code ?? null,
      total_ms: attempt.timings.total,
    })),
  };
}

/** Returns the median, the 95th percentile (nearest rank) and the maximum; null for no durations. */
function summarizeDurations(durations: readonly number[]): Summary['duration_ms'] {
  const sorted = durations.toSorted((one, other) => one - other);
  const readRank = (share: number): number => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return sorted.length === 0 ? null : { median: readRank(0.5), p95: readRank(0.95), max: readRank(1) };
}
