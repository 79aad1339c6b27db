import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { type CallOperation, fetchDeliveries } from '../../control/control-plane.ts';
import { RequestFailure } from '../shared/client.ts';
import { matchesIdPart } from '../shared/short-ids.ts';

type Delivery = SandboxSchemas['Delivery'];

/** Number of the newest deliveries that are searched for a part of an id. */
const MAX_SEARCHED = 10_000;

/**
 * Finds the id of a delivery by the id, its beginning or its end; without an argument, the newest delivery. Throws
 * `RequestFailure` with the candidates if none or several match.
 */
export async function findDeliveryId(call: CallOperation, given: string | undefined): Promise<string> {
  if (given !== undefined && /^dlv_[0-9A-Z]{26}$/.test(given)) return given;
  const { deliveries, hasMore } = await fetchDeliveries(call, {}, given === undefined ? 1 : MAX_SEARCHED);
  if (given === undefined) {
    const [newest] = deliveries;
    if (newest !== undefined) return newest.delivery_id;
    throw new RequestFailure('There are no deliveries yet. Trigger an event: fleetkit trigger EVENT', 1);
  }
  const found = deliveries.filter(({ delivery_id: id }) => matchesIdPart(id, given));
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only.delivery_id;
  if (only !== undefined) throw new RequestFailure(formatCandidates(given, found), 2);
  const where = hasMore
    ? `among the newest ${MAX_SEARCHED}; give the full id of an older one`
    : 'list all with fleetkit deliveries list';
  throw new RequestFailure(`No delivery matches ${given}: ${where}.`, 1);
}

const MAX_LISTED = 10;

const formatCandidates = (given: string, found: readonly Delivery[]): string =>
  [
    `${given} matches several deliveries:`,
    ...found
      .slice(0, MAX_LISTED)
      .map(({ delivery_id: id, type, terminal_id, account_id }) => `  ${id}  ${type} of ${terminal_id ?? account_id}`),
    ...(found.length > MAX_LISTED ? [`  and ${found.length - MAX_LISTED} more`] : []),
  ].join('\n');
