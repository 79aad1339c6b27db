import type { DeliveredEventType } from '../../../spec/event-types.ts';
import { invalidBody, notFound, type ProblemReply, problem } from '../../problems/problem.ts';
import { toStorageProblem } from '../../storage/storage-fault.ts';
import type { ControlScope } from '../../world/scope/scope-types.ts';
import type { Destination, Subscription } from '../../world/state/destinations.ts';
import type { DeliveryAttempt } from '../delivery.ts';
import { findDestination } from '../find-destination.ts';
import { toDeliveryTarget } from '../queue/target.ts';
import type { DeliveryService } from '../service/delivery-service.ts';
import { includesType } from '../service/destination-events.ts';
import { createId } from '../signing/delivery-id.ts';
import type { DeliveryOperation } from './delivery-operation.ts';
import { listHints } from './hints.ts';
import { findDelivery, readDeliveryDetail } from './read-deliveries.ts';
import { createSample, createSampleContent, createUserContent } from './samples.ts';

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
  const named = body.type === undefined ? body.terminal_id && '/terminal_id' : '/type';
  if (body.body !== undefined && named !== undefined)
    return invalidBody({
      pointer: named,
      code: 'unknown_member',
      detail: 'A body is sent as it is. Expected either body, or type and terminal_id.',
    });
  const isWithin = (one: string): boolean =>
    deliveryService.directory.findTenant(view.tenant.tenantId)?.isWithin(one, accountId) === true;
  const { type, terminalId } = chooseSampleSubject(destination, body);
  const terminal = terminalId === undefined ? undefined : view.terminal(terminalId);
  if (body.terminal_id !== undefined && (terminal === undefined || !isWithin(terminal.fixture.accountId)))
    return invalidBody({
      pointer: '/terminal_id',
      code: 'unknown_terminal',
      detail: `Expected the id of a terminal of ${accountId} or of an account below it.`,
    });
  if (destination.kind === 'listener' && !deliveryService.listeners.isConnected(toDestinationKey(view, destination)))
    return createNoListenerProblem();

  const { nowMs, deliveryInputs } = controlContext;
  const salt = deliveryInputs.randomBytes.toString('base64');
  const sent =
    body.body === undefined
      ? createSampleContent(createSample({ type, view, accountId, terminal, isWithin, nowMs, salt }))
      : createUserContent(body.body, { accountId, nowMs, salt });
  const queued = await deliveryService.enqueue({
    tenantId: view.tenant.tenantId,
    since: view.since,
    deliveries: [
      {
        deliveryId: createId('dlv', nowMs, `${salt} delivery`),
        destinationId: destination.destinationId,
        ...sent,
        isTest: true,
        due: null,
        createdAtMs: nowMs,
      },
    ],
  });
  if (queued === undefined) return notFound(); // a reset removed the destination in the meantime
  const [delivery] = queued;
  if (delivery === undefined) throw new Error('the new sample has the id of an existing delivery');
  const target = toDeliveryTarget(view.tenant.tenantId, destination, nowMs);
  const result = await tryExtraAttempt(deliveryService, target, {
    delivery,
    body: sent.body,
    trigger: 'test',
  });
  if (result === undefined) return createNoListenerProblem();
  if ('problem' in result) return result;
  return {
    status: 200,
    body: {
      verdict: toSampleVerdict(result.attempt),
      hints: [...listHints(result.attempt, destination)],
      delivery: await readDeliveryDetail(deliveryService.store, result.delivery),
    },
  };
};

/**
 * Returns what a sample is about: what the request names, and otherwise what the destination receives. The first subscription
 * that includes the named type or terminal decides.
 */
function chooseSampleSubject(
  { subscriptions }: Destination,
  { type, terminal_id: named }: { readonly type?: DeliveredEventType; readonly terminal_id?: string },
): { readonly type: DeliveredEventType; readonly terminalId: string | undefined } {
  const fits = (one: Subscription): boolean =>
    (type === undefined || includesType(one.types, type)) &&
    (named === undefined || one.terminalId === null || one.terminalId === named);
  const subscription = subscriptions.find(fits);
  return {
    type: type ?? subscription?.types?.[0] ?? 'cash_low',
    terminalId: named ?? subscription?.terminalId ?? undefined,
  };
}

/** Makes an attempt outside the schedule. Returns a problem if the request was sent but the attempt could not be recorded. */
async function tryExtraAttempt(
  deliveryService: DeliveryService,
  ...request: Parameters<DeliveryService['makeExtraAttempt']>
) {
  try {
    return await deliveryService.makeExtraAttempt(...request);
  } catch (fault) {
    const refusal = toStorageProblem(
      fault,
      'The request was sent to the destination, but the attempt was not recorded.',
    );
    if (refusal === undefined) throw fault;
    return refusal;
  }
}

const toDestinationKey = ({ tenant }: ControlScope, { destinationId }: Destination) => ({
  tenantId: tenant.tenantId,
  destinationId,
});

function toSampleVerdict({ error, response }: DeliveryAttempt): 'delivered' | 'refused' | 'no_answer' | 'not_allowed' {
  if (error === null) return 'delivered';
  if (error.code === 'address_not_allowed') return 'not_allowed';
  return response === null ? 'no_answer' : 'refused';
}

const createNoListenerProblem = (): ProblemReply<409> =>
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
  const body = await deliveryService.store.readBody(delivery.deliveryId);
  if (typeof body !== 'string')
    return problem(409, 'body_forgotten', {
      detail: 'Bodies of ended deliveries are kept for 30 days of the sandbox clock after the event.',
    });
  const target = toDeliveryTarget(delivery.tenantId, destination, controlContext.nowMs);
  const result = await tryExtraAttempt(deliveryService, target, { delivery, body, trigger: 'replay' });
  if (result === undefined) return createNoListenerProblem();
  if ('problem' in result) return result;
  return { status: 200, body: await readDeliveryDetail(deliveryService.store, result.delivery) };
};
