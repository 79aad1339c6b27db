import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { invalidBody, notFound, type ProblemReply, problem } from '../../problems/problem.ts';
import { maskHeaders } from '../network/received-response.ts';
import { toStatusError } from '../queue/attempt.ts';
import type { AttemptOutcome } from '../queue/listeners/listener-dispatcher.ts';
import type { DeliveryOperation } from './delivery-operation.ts';
import { presentDelivery } from './present.ts';
import { findDelivery } from './read-deliveries.ts';

/** @see gap deliveries.listener */
export const reportAttempt: DeliveryOperation<'reportAttempt'> = async (
  controlContext,
  { path, body },
  deliveryService,
) => {
  const found = await findDelivery(controlContext, deliveryService.store, path.delivery_id);
  if (found?.destination === undefined) return notFound();
  if (found.destination.kind !== 'listener')
    return problem(409, 'not_a_listener', { detail: 'The sandbox posts to this destination itself.' });
  const outcome = parseOutcome(body);
  if ('problem' in outcome) return outcome;
  if (!(await deliveryService.listeners.report(path.delivery_id, body.attempt_token, outcome)))
    return problem(409, 'attempt_over', {
      detail:
        'The attempt returned to the queue when its listener disconnected. The stream sends it again with another token.',
    });
  const after = await deliveryService.store.find(path.delivery_id);
  return after === undefined ? notFound() : { status: 200, body: presentDelivery(after) };
};

function parseOutcome({
  status,
  headers = {},
  body = '',
  truncated: isTruncated = false,
  error,
  total_ms: totalMs,
}: SandboxSchemas['AttemptReport']): AttemptOutcome | ProblemReply<422> {
  if ((status === undefined) === (error === undefined))
    return invalidBody({ pointer: '', code: 'missing', detail: 'Expected either status or error, but not both.' });
  if (status === undefined)
    return { response: null, error: { code: 'listener_failed', message: error ?? '' }, totalMs };
  return {
    response: {
      status,
      statusText: String(status),
      headers: maskHeaders(toLowerCaseNames(headers)),
      body,
      isTruncated,
    },
    error: toStatusError(status),
    totalMs,
  };
}

/** Converts header names to lower case, for lookup and display. */
const toLowerCaseNames = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
