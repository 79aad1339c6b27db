import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import type { CallOperation } from '../../control/control-plane.ts';
import { RequestFailure } from '../shared/client.ts';
import { matchesIdPart } from '../shared/short-ids.ts';

type Destination = SandboxSchemas['Destination'];

/**
 * Finds a destination by its id, the beginning or end of its id, or its name. Without a name, returns the only destination.
 * Throws `RequestFailure` with the list of destinations if none or several match.
 */
export async function requestDestination(call: CallOperation, given: string | undefined): Promise<Destination> {
  const { data } = await call('listDestinations');
  const candidates = given === undefined ? data : data.filter((one) => matchesName(one, given));
  const [only, ...others] = candidates;
  if (only !== undefined && others.length === 0) return only;
  if (only !== undefined) throw new RequestFailure(formatCandidates(formatQuestion(given), candidates), 2);
  if (given === undefined || data.length === 0) throw new RequestFailure(NO_DESTINATIONS, 1);
  throw new RequestFailure(formatCandidates(`No destination matches ${given}. Existing destinations:`, data), 1);
}

const matchesName = ({ destination_id: id, name }: Destination, given: string): boolean =>
  matchesIdPart(id, given) || name.toLowerCase() === given.toLowerCase();

const NO_DESTINATIONS =
  'There are no destinations yet. Add one: fleetkit destinations add URL, or fleetkit destinations add --inbox';

const formatQuestion = (given: string | undefined): string =>
  given === undefined
    ? 'There are several destinations. Give the id, its beginning or end, or the name of one:'
    : `${given} matches several destinations:`;

const formatCandidates = (sentence: string, destinations: readonly Destination[]): string =>
  [
    sentence,
    ...destinations.map(
      ({ destination_id: id, account_id: account, kind, name }) => `  ${id}  ${kind.padEnd(8)}  ${account}  ${name}`,
    ),
  ].join('\n');
