import { invalidBody, notFound, type ProblemReply, problem } from '../../problem.ts';
import { storageProblem } from '../../storage/storage-fault.ts';
import type { Scope } from '../../world/scope/scope-types.ts';
import type { Destination } from '../../world/state/destinations.ts';
import type { Attempt } from '../delivery.ts';
import { findDestination } from '../find-destination.ts';
import type { DeliveryService } from '../queue/delivery-service.ts';
import { deliveredEvent } from '../queue/fan-out.ts';
import { targetOf } from '../queue/target.ts';
import { sampleOf } from '../samples.ts';
import { idFrom } from '../signing/delivery-id.ts';
import { hintsFor } from './hints.ts';
import type { DeliveryOperation } from './operation.ts';
import { detailOf, findDelivery } from './viewing.ts';

/** @see gap destinations.test */
export const testDestination: DeliveryOperation<'testDestination'> = async (
  controlContext,
  { path, body },
  deliveryService,
) => {
  const found = findDestination(controlContext, path.destination_id);
  if (found === undefined) return notFound();
  const { view, destination } = found;
  const { accountId } = destination;
  const isWithin = (one: string): boolean =>
    deliveryService.tenant(view.tenant.tenantId)?.isWithin(one, accountId) === true;
  const terminal = body.terminal_id === undefined ? undefined : view.terminal(body.terminal_id);
  if (body.terminal_id !== undefined && (terminal === undefined || !isWithin(terminal.fixture.accountId)))
    return invalidBody({
      pointer: '/terminal_id',
      code: 'unknown_terminal',
      detail: `Expected the id of a terminal of ${accountId} or of an account below it.`,
    });
  if (destination.kind === 'listener' && deliveryService.listeners.at(keyOf(view, destination)) === undefined)
    return noListenerConnected();

  const { nowMs, deliveryInputs } = controlContext;
  const salt = deliveryInputs.randomBytes.toString('base64');
  const sample = sampleOf({ type: body.type ?? 'cash_low', view, accountId, terminal, isWithin, nowMs, salt });
  const queued = await deliveryService.enqueue({
    tenantId: view.tenant.tenantId,
    since: view.since,
    deliveries: [
      {
        deliveryId: idFrom('dlv', nowMs, `${salt} delivery`),
        destinationId: destination.destinationId,
        event: deliveredEvent(sample),
        isTest: true,
        body: JSON.stringify(sample),
        due: null,
        createdAtMs: nowMs,
      },
    ],
  });
  if (queued === undefined) return notFound(); // a reset removed the destination in the meantime
  const [delivery] = queued;
  if (delivery === undefined) throw new Error('the new sample has the id of an existing delivery');
  const target = targetOf(view.tenant.tenantId, destination, nowMs);
  const made = await attempt(deliveryService, target, { delivery, body: JSON.stringify(sample), trigger: 'test' });
  if (made === undefined) return noListenerConnected();
  if ('problem' in made) return made;
  return {
    status: 200,
    body: {
      verdict: verdictOf(made.attempt),
      hints: [...hintsFor(made.attempt, destination)],
      delivery: await detailOf(deliveryService.store, made.delivery),
    },
  };
};

/** Makes an attempt outside the schedule. Returns a refusal if the attempt was made but could not be recorded. */
async function attempt(deliveryService: DeliveryService, ...request: Parameters<DeliveryService['attempt']>) {
  try {
    return await deliveryService.attempt(...request);
  } catch (fault) {
    const refusal = storageProblem(fault, 'The request was sent to the destination, but the attempt was not recorded.');
    if (refusal === undefined) throw fault;
    return refusal;
  }
}

const keyOf = ({ tenant }: Scope, { destinationId }: Destination) => ({ tenantId: tenant.tenantId, destinationId });

function verdictOf({ error, response }: Attempt): 'delivered' | 'refused' | 'no_answer' | 'not_allowed' {
  if (error === null) return 'delivered';
  if (error.code === 'address_not_allowed') return 'not_allowed';
  return response === null ? 'no_answer' : 'refused';
}

const noListenerConnected = (): ProblemReply<409> =>
  problem(409, 'no_listener', {
    detail: 'Start fleetkit listen for this destination, or open its stream. Then retry.',
  });

/** @see gap deliveries.replay */
export const replayDelivery: DeliveryOperation<'replayDelivery'> = async (
  controlContext,
  { path },
  deliveryService,
) => {
  const found = await findDelivery(controlContext, deliveryService.store, path.delivery_id);
  if (found === undefined) return notFound();
  const { delivery, destination } = found;
  if (destination === undefined) return problem(404, 'not_found', { detail: 'Its destination was deleted.' });
  const body = await deliveryService.store.bodyOf(delivery.deliveryId);
  if (typeof body !== 'string')
    return problem(409, 'body_forgotten', {
      detail: 'Bodies of ended deliveries are kept for 30 days of the sandbox clock after the event.',
    });
  const target = targetOf(delivery.tenantId, destination, controlContext.nowMs);
  const made = await attempt(deliveryService, target, { delivery, body, trigger: 'replay' });
  if (made === undefined) return noListenerConnected();
  if ('problem' in made) return made;
  return { status: 200, body: await detailOf(deliveryService.store, made.delivery) };
};
