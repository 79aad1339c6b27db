import type { CallOperation } from '../../control/control-plane.ts';
import { readIncidentState, type StreamedDelivery } from './connection/stream-events.ts';
import { type ForwardTarget, forwardDelivery } from './delivery/forward.ts';
import type { SecretCache } from './delivery/known-secrets.ts';
import { postAttemptReport, type ReportResult } from './delivery/report-attempt.ts';
import type { UnreportedResponses } from './destination/stored-state.ts';
import type { ListenReporter } from './output/reporter.ts';

/** The dependencies of `handleDelivery`. */
export interface DeliveryHandlerOptions {
  readonly call: CallOperation;
  readonly receiver: ForwardTarget;
  readonly secrets: SecretCache;
  readonly unreported: UnreportedResponses;
  readonly reporter: ListenReporter;
}

export interface HandledDelivery {
  /** `false` if the answer to the attempt was already stored. */
  readonly isForwarded: boolean;
  readonly reported: ReportResult;
}

/**
 * Verifies a delivery, forwards it, reports the response and prints the result. Stores the response until the report is
 * accepted, so that a repeated attempt is not forwarded twice.
 */
export async function handleDelivery(
  { call, receiver, secrets, unreported, reporter }: DeliveryHandlerOptions,
  fetched: StreamedDelivery,
): Promise<HandledDelivery> {
  const { delivery_id: deliveryId, attempt, trigger } = fetched;
  const signature = await secrets.verify(fetched, Date.now());
  // An unscheduled attempt is never repeated automatically: a new request for it must be forwarded again.
  const known = trigger === 'scheduled' ? unreported.find(deliveryId, attempt) : undefined;
  const answer = known ?? (await forwardDelivery(receiver, fetched));
  if (known === undefined && trigger === 'scheduled') unreported.add(deliveryId, attempt, answer);
  const reported = await postAttemptReport(call, { delivery: fetched, answer });
  if (trigger === 'scheduled' && reported.kind !== 'over' && reported.kind !== 'unreachable')
    unreported.remove(deliveryId);
  reporter.attempt({
    fetched,
    incidentState: readIncidentState(fetched),
    answer,
    signature,
    isForwardedNow: known === undefined,
    delivery: reported.kind === 'taken' ? reported.delivery : null,
    atMs: Date.now(),
  });
  return { isForwarded: known === undefined, reported };
}
