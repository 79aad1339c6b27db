import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import { type Call, deliveriesBy } from '../calls.ts';
import { NoAnswer } from '../client.ts';
import { isNamedBy } from '../named-by-part.ts';

type Delivery = SandboxSchemas['Delivery'];

/** Parts of ids are looked for among so many of the newest. */
const MOST = 10_000;

/**
 * The id of the delivery that is meant: by the whole of it, or its beginning or end; without a name, of the newest.
 * Throws `NoAnswer` for none and for several, and says which there are.
 */
export async function deliveryMeant(call: Call, given: string | undefined): Promise<string> {
  if (given !== undefined && /^dlv_[0-9A-Z]{26}$/.test(given)) return given;
  const { deliveries, hasMore } = await deliveriesBy(call, {}, given === undefined ? 1 : MOST);
  if (given === undefined) {
    const [newest] = deliveries;
    if (newest !== undefined) return newest.delivery_id;
    throw new NoAnswer('There is no delivery yet: fleetkit trigger makes an event happen.', 1);
  }
  const found = deliveries.filter(({ delivery_id: id }) => isNamedBy(id, given));
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only.delivery_id;
  if (only !== undefined) throw new NoAnswer(listing(given, found), 2);
  const where = hasMore
    ? `among the newest ${MOST}; name an older one by its whole id`
    : 'fleetkit deliveries list shows all';
  throw new NoAnswer(`No delivery is called ${given}: ${where}.`, 1);
}

const SHOWN = 10;

const listing = (given: string, found: readonly Delivery[]): string =>
  [
    `${given} is part of the ids of several deliveries:`,
    ...found
      .slice(0, SHOWN)
      .map(({ delivery_id: id, type, terminal_id, account_id }) => `  ${id}  ${type} of ${terminal_id ?? account_id}`),
    ...(found.length > SHOWN ? [`  and of ${found.length - SHOWN} more`] : []),
  ].join('\n');
