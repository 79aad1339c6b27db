import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import type { Call } from '../calls.ts';
import { NoAnswer } from '../client.ts';
import { isNamedBy } from '../named-by-part.ts';

type Destination = SandboxSchemas['Destination'];

/**
 * The destination that is meant: by its id, the beginning or the end of it, or its name; where there is only one, it need
 * not be named. Throws `NoAnswer` for none and for several, and says which there are.
 */
export async function destinationMeant(call: Call, given: string | undefined): Promise<Destination> {
  const { data } = await call('listDestinations');
  const candidates = given === undefined ? data : data.filter((one) => isMeantBy(one, given));
  const [only, ...others] = candidates;
  if (only !== undefined && others.length === 0) return only;
  if (only !== undefined) throw new NoAnswer(listing(whichText(given), candidates), 2);
  if (given === undefined || data.length === 0) throw new NoAnswer(NONE_YET, 1);
  throw new NoAnswer(listing(`No destination is called ${given}. There are:`, data), 1);
}

const isMeantBy = ({ destination_id: id, name }: Destination, given: string): boolean =>
  isNamedBy(id, given) || name.toLowerCase() === given.toLowerCase();

const NONE_YET = 'There is no destination yet. Register one with fleetkit destinations add URL, or add --inbox.';

const whichText = (given: string | undefined): string =>
  given === undefined
    ? 'Which destination? Name it by its id, by the beginning or end of it, or by its name:'
    : `${given} is the name of several destinations, or part of their ids:`;

const listing = (sentence: string, destinations: readonly Destination[]): string =>
  [
    sentence,
    ...destinations.map(
      ({ destination_id: id, account_id: account, kind, name }) => `  ${id}  ${kind.padEnd(8)}  ${account}  ${name}`,
    ),
  ].join('\n');
