import { setTimeout as wait } from 'node:timers/promises';
import { omitUndefined } from '../../../../base/omit-undefined.ts';
import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import type { CallOperation } from '../../../control/control-plane.ts';
import { RequestFailure, RequestRefused } from '../../shared/client.ts';
import type { StreamedDelivery } from '../connection/stream-events.ts';
import type { ReceiverResponse } from './forward.ts';

/** The result of a report. */
export type ReportResult =
  /** The sandbox accepted it; `delivery` is the new state. */
  | { readonly kind: 'taken'; readonly delivery: SandboxSchemas['Delivery'] }
  /** The sandbox had marked this listener as gone. A scheduled attempt is repeated. */
  | { readonly kind: 'over' }
  /** The delivery no longer exists. */
  | { readonly kind: 'unknown' }
  /** The report was not accepted, for `reason`. */
  | { readonly kind: 'unreachable'; readonly reason: string };

/** Delays before a report is repeated when the sandbox is busy, in real milliseconds. */
export const REPORT_RETRY_DELAYS_MS: readonly number[] = [500, 2000, 5000];
const LONGEST_ERROR = 500;

/** A delivery and the response of the receiver. */
interface AttemptReport {
  readonly delivery: Pick<StreamedDelivery, 'delivery_id' | 'attempt_token'>;
  readonly answer: ReceiverResponse;
}

/** Reports the response of the receiver. Rejects on a permanent refusal. */
export async function postAttemptReport(
  call: CallOperation,
  report: AttemptReport,
  pausesMs = REPORT_RETRY_DELAYS_MS,
): Promise<ReportResult> {
  let result = await submitReport(call, report);
  for (const pauseMs of pausesMs) {
    if (result.kind !== 'busy') return result;
    await wait(pauseMs);
    result = await submitReport(call, report);
  }
  return result.kind === 'busy' ? { kind: 'unreachable', reason: result.reason } : result;
}

type SubmissionResult = ReportResult | { readonly kind: 'busy'; readonly reason: string };

async function submitReport(call: CallOperation, { delivery, answer }: AttemptReport): Promise<SubmissionResult> {
  const { delivery_id: deliveryId, attempt_token: token } = delivery;
  const error = answer.error === undefined ? {} : { error: answer.error.slice(0, LONGEST_ERROR) };
  try {
    const after = await call('reportAttempt', {
      path: { delivery_id: deliveryId },
      body: { attempt_token: token, ...answer, ...error },
    });
    return { kind: 'taken', delivery: after };
  } catch (fault) {
    if (!(fault instanceof RequestFailure)) throw fault;
    if (!(fault instanceof RequestRefused)) return { kind: 'unreachable', reason: fault.message };
    if (isTooLarge(fault) && answer.body !== undefined)
      return submitReport(call, { delivery, answer: removeBody(answer) });
    return classifyRefusal(fault);
  }
}

function classifyRefusal(refusal: RequestRefused): SubmissionResult {
  const { status, message: reason } = refusal;
  if (status === 409) return { kind: 'over' };
  if (status === 404) return { kind: 'unknown' };
  if (status === 429 || status >= 500) return { kind: 'busy', reason };
  if (status < 400 || status === 401) return { kind: 'unreachable', reason }; // the reply was cut, or another sandbox runs at this address
  throw refusal;
}

/** Drops the response body, which does not fit into a report, and keeps the status. */
const isTooLarge = ({ status }: RequestRefused): boolean => status === 413 || status === 422;

const removeBody = ({ status, total_ms }: ReceiverResponse): ReceiverResponse => ({
  ...omitUndefined({ status }),
  truncated: true,
  total_ms,
});
