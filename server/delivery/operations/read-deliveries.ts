import { parseInstant } from '../../../base/durations.ts';
import { formatInstant } from '../../../base/formats.ts';
import { listDeliveryTypes, listMatchingDeliveryTypes } from '../../../spec/event-types.ts';
import { type Fault, notFound, type ProblemReply, problem } from '../../problems/problem.ts';
import { createUnknownTypeFault } from '../../problems/unknown-names.ts';
import type { ControlContext } from '../../sandbox-contract.ts';
import type { Destination } from '../../world/state/destinations.ts';
import { type SandboxMs, sandboxMs } from '../../world/state/time.ts';
import type { Delivery } from '../delivery.ts';
import type { DeliveryQuery, DeliveryStore } from '../store/delivery-store.ts';
import type { DeliveryOperation } from './delivery-operation.ts';
import { presentDelivery, presentDetail } from './present.ts';

const DEFAULT_LIMIT = 50;

/** @see gap deliveries.log */
export const listDeliveries: DeliveryOperation<'listDeliveries'> = async (controlContext, { query }, { store }) => {
  const { limit = DEFAULT_LIMIT, cursor } = query;
  const since = parseInstantParameter('since', query.since);
  const until = parseInstantParameter('until', query.until);
  const beforeSequence = cursor === undefined ? undefined : await decodeCursor(controlContext, store, cursor);
  const types = query.type === undefined ? undefined : listMatchingDeliveryTypes(query.type);
  const faults = [since, until, beforeSequence].flatMap((one) => (typeof one === 'object' ? [one] : []));
  if (query.type !== undefined && types?.length === 0)
    faults.push(createUnknownTypeFault({ parameter: 'type' }, query.type, listDeliveryTypes()));
  if (faults.length > 0) return createParameterProblem(faults);

  const filter: DeliveryQuery = {
    tenantId: controlContext.user?.tenant.tenantId,
    destinationIds: listVisibleIds(controlContext, query.destination_id),
    types,
    terminalId: query.terminal_id,
    eventId: query.event_id,
    incidentId: query.incident_id,
    isTest: query.origin && query.origin === 'sample',
    states: query.state && [query.state],
    statusClass: query.status_class && parseStatusClass(query.status_class),
    fromMs: typeof since === 'number' ? since : undefined,
    toMs: typeof until === 'number' ? until : undefined,
    beforeSequence: typeof beforeSequence === 'number' ? beforeSequence : undefined,
    limit,
  };
  const { items, hasMore } = await store.listPage(filter);
  const last = items.at(-1);
  return {
    status: 200,
    body: {
      object: 'list',
      data: items.map(presentDelivery),
      page: {
        limit,
        returned: items.length,
        has_more: hasMore,
        next_cursor: hasMore && last !== undefined ? encodeCursor(last) : null,
      },
      as_of: formatInstant(controlContext.nowMs),
    },
  };
};

/**
 * Returns the destinations that the caller may see. A destination of another tenant has no deliveries, like one that
 * never existed.
 */
function listVisibleIds({ views }: ControlContext, destinationId: string | undefined): readonly string[] {
  const ids = views.flatMap(({ destinations, deletedDestinationIds }) => [
    ...destinations.map(({ destinationId }) => destinationId),
    ...deletedDestinationIds,
  ]);
  return destinationId === undefined ? ids : ids.filter((id) => id === destinationId);
}

const parseStatusClass = (text: string): number => (text === 'none' ? 0 : Number(text.charAt(0)));

function parseInstantParameter(parameter: string, text: string | undefined): SandboxMs | undefined | Fault {
  if (text === undefined) return undefined;
  const ms = parseInstant(text);
  if (ms !== undefined) return sandboxMs(ms);
  return { parameter, code: 'wrong_format', detail: 'Expected an instant such as 2026-11-02T12:00:00Z.' };
}

/**
 * Encodes the last delivery of a page. Uses its id, because its sequence would reveal the number of other tenants'
 * deliveries.
 */
const encodeCursor = ({ deliveryId }: Delivery): string => Buffer.from(deliveryId).toString('base64url');

async function decodeCursor(
  controlContext: ControlContext,
  store: DeliveryStore,
  cursor: string,
): Promise<number | Fault> {
  const found = await findDelivery(controlContext, store, Buffer.from(cursor, 'base64url').toString());
  if (found !== undefined) return found.delivery.sequence;
  const detail = 'Expected an unchanged next_cursor of a delivery that has not been deleted.';
  return { parameter: 'cursor', code: 'cursor_invalid', detail };
}

function createParameterProblem(errors: readonly Fault[]): ProblemReply<400> {
  const detail = errors.map((fault) => `${fault.parameter}: ${fault.detail}`).join(' ');
  return problem(400, 'invalid_parameter', { detail, errors });
}

/** @see gap deliveries.log */
export const getDelivery: DeliveryOperation<'getDelivery'> = async (controlContext, { path }, { store }) => {
  const found = await findDelivery(controlContext, store, path.delivery_id);
  if (found === undefined) return notFound();
  return { status: 200, body: await readDeliveryDetail(store, found.delivery) };
};

/**
 * Returns a visible delivery with its destination (undefined if deleted). Deliveries of others are treated like unknown
 * ones.
 */
export async function findDelivery(
  { views }: ControlContext,
  store: DeliveryStore,
  deliveryId: string,
): Promise<{ readonly delivery: Delivery; readonly destination: Destination | undefined } | undefined> {
  const delivery = await store.find(deliveryId);
  const view = views.find(({ tenant }) => tenant.tenantId === delivery?.tenantId);
  if (delivery === undefined || view === undefined) return undefined;
  const destination = view.destinations.find((one) => one.destinationId === delivery.destinationId);
  const isVisible = destination !== undefined || view.deletedDestinationIds.includes(delivery.destinationId);
  return isVisible ? { delivery, destination } : undefined;
}

/** Returns a delivery with its attempts and body. */
export async function readDeliveryDetail(store: DeliveryStore, delivery: Delivery) {
  const body = await store.readBody(delivery.deliveryId);
  return presentDetail(delivery, body ?? null, await store.listAttempts(delivery.deliveryId));
}
