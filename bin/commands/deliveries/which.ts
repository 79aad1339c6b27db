import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { type Call, deliveriesBy } from '../shared/calls.ts';
import { NoAnswer } from '../shared/client.ts';
import { isNamedBy } from '../shared/short-ids.ts';

type Delivery = SandboxSchemas['Delivery'];

/** Number of the newest deliveries that are searched for a part of an id. */
const MOST = 10_000;

/**
 * Finds the id of a delivery by the id, its beginning or its end; without an argument, the newest delivery. Throws
 * `NoAnswer` with the candidates if none or several match.
 */
export async function deliveryMeant(call: Call, given: string | undefined): Promise<string> {
  if (given !== undefined && /^dlv_[0-9A-Z]{26}$/.test(given)) return given;
  const { deliveries, hasMore } = await deliveriesBy(call, {}, given === undefined ? 1 : MOST);
  if (given === undefined) {
    const [newest] = deliveries;
    if (newest !== undefined) return newest.delivery_id;
    throw new NoAnswer('There are no deliveries yet. Trigger an event: fleetkit trigger EVENT', 1);
  }
  const found = deliveries.filter(({ delivery_id: id }) => isNamedBy(id, given));
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only.delivery_id;
  if (only !== undefined) throw new NoAnswer(listing(given, found), 2);
  const where = hasMore
    ? `among the newest ${MOST}; give the full id of an older one`
    : 'list all with fleetkit deliveries list';
  throw new NoAnswer(`No delivery matches ${given}: ${where}.`, 1);
}

const SHOWN = 10;

const listing = (given: string, found: readonly Delivery[]): string =>
  [
    `${given} matches several deliveries:`,
    ...found
      .slice(0, SHOWN)
      .map(({ delivery_id: id, type, terminal_id, account_id }) => `  ${id}  ${type} of ${terminal_id ?? account_id}`),
    ...(found.length > SHOWN ? [`  and ${found.length - SHOWN} more`] : []),
  ].join('\n');
