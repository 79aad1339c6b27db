import type { Call } from '../shared/calls.ts';
import { type Fetched, turnOf } from './delivery.ts';
import { forward, type Receiver } from './forward.ts';
import type { Unreported } from './kept.ts';
import type { KnownSecrets } from './known-secrets.ts';
import { type Reported, reportAnswer } from './report.ts';
import type { Reporter } from './reporter.ts';

/** The dependencies of `handle`. */
export interface Handling {
  readonly call: Call;
  readonly receiver: Receiver;
  readonly secrets: KnownSecrets;
  readonly unreported: Unreported;
  readonly reporter: Reporter;
}

export interface Handled {
  /** `false` if the answer to the attempt was already stored. */
  readonly isForwarded: boolean;
  readonly reported: Reported;
}

/**
 * Verifies a delivery, forwards it, reports the response and prints the result. Stores the response until the report is
 * accepted, so that a repeated attempt is not forwarded twice.
 */
export async function handle(
  { call, receiver, secrets, unreported, reporter }: Handling,
  fetched: Fetched,
): Promise<Handled> {
  const { delivery_id: deliveryId, attempt, trigger } = fetched;
  const signature = await secrets.judge(fetched, Date.now());
  // An unscheduled attempt is never repeated automatically: a new request for it must be forwarded again.
  const known = trigger === 'scheduled' ? unreported.find(deliveryId, attempt) : undefined;
  const answer = known ?? (await forward(receiver, fetched));
  if (known === undefined && trigger === 'scheduled') unreported.add(deliveryId, attempt, answer);
  const reported = await reportAnswer(call, fetched, answer);
  if (trigger === 'scheduled' && reported.kind !== 'over' && reported.kind !== 'unreachable')
    unreported.remove(deliveryId);
  reporter.attempt({
    fetched,
    turn: turnOf(fetched),
    answer,
    signature,
    isForwardedNow: known === undefined,
    delivery: reported.kind === 'taken' ? reported.delivery : null,
    atMs: Date.now(),
  });
  return { isForwarded: known === undefined, reported };
}
