import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import type { Call } from '../shared/calls.ts';
import { NoAnswer } from '../shared/client.ts';
import { isNamedBy } from '../shared/short-ids.ts';

type Destination = SandboxSchemas['Destination'];

/**
 * Finds a destination by its id, the beginning or end of its id, or its name. Without a name, returns the only destination.
 * Throws `NoAnswer` with the list of destinations if none or several match.
 */
export async function destinationMeant(call: Call, given: string | undefined): Promise<Destination> {
  const { data } = await call('listDestinations');
  const candidates = given === undefined ? data : data.filter((one) => isMeantBy(one, given));
  const [only, ...others] = candidates;
  if (only !== undefined && others.length === 0) return only;
  if (only !== undefined) throw new NoAnswer(listing(whichText(given), candidates), 2);
  if (given === undefined || data.length === 0) throw new NoAnswer(NONE_YET, 1);
  throw new NoAnswer(listing(`No destination matches ${given}. Existing destinations:`, data), 1);
}

const isMeantBy = ({ destination_id: id, name }: Destination, given: string): boolean =>
  isNamedBy(id, given) || name.toLowerCase() === given.toLowerCase();

const NONE_YET =
  'There are no destinations yet. Add one: fleetkit destinations add URL, or fleetkit destinations add --inbox';

const whichText = (given: string | undefined): string =>
  given === undefined
    ? 'There are several destinations. Give the id, its beginning or end, or the name of one:'
    : `${given} matches several destinations:`;

const listing = (sentence: string, destinations: readonly Destination[]): string =>
  [
    sentence,
    ...destinations.map(
      ({ destination_id: id, account_id: account, kind, name }) => `  ${id}  ${kind.padEnd(8)}  ${account}  ${name}`,
    ),
  ].join('\n');
