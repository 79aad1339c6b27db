import { type Caller, type Exchange, ignoreUnreadable } from '../../http/client.ts';
import { makeUpId } from '../../reading/made-up-id.ts';
import { showsData } from '../../reading/served.ts';
import { intersects } from '../../reading/values/set-relations.ts';
import type { Visibility } from './principals.ts';

const READS = ['getLocation', 'getTerminalStatus'] as const;
const MOST_SHARED = 2;
const MOST_PER_PLACE = 3;

/**
 * Returns the visibility without the terminals that lists show to a key and that their paths refuse to it, though they answer another key
 * about them, and answer this key about terminals of other lists: a list may show what another key sees. The terminals of the key are
 * then those of the responses that name no refused one.
 */
export async function leaveOutRefused(
  visibility: ReadonlyMap<string, Visibility>,
  withKey: (name: string) => Caller,
): Promise<Map<string, Visibility>> {
  const corrected = new Map(visibility);
  const unknown = makeUpId(
    [...visibility.values()].flatMap(({ mentioned }) => [...mentioned]),
    1,
  );
  if (unknown === undefined) return corrected;
  const opens = async (name: string, terminal_id: string): Promise<boolean> => {
    for (const operation of READS) {
      const read = (id: string): Promise<Exchange | undefined> =>
        ignoreUnreadable(() => withKey(name).get(operation, { terminal_id: id }));
      const answer = await read(terminal_id);
      if (answer !== undefined && showsData(answer, await read(unknown))) return true;
    }
    return false;
  };
  for (const [name, sees] of visibility) {
    const refused = new Set<string>();
    const others = [...visibility].filter(([other]) => other !== name);
    const shared = [...sees.terminals].filter((one) => others.some(([, other]) => other.terminals.has(one)));
    for (const terminal of shared.slice(0, MOST_SHARED)) {
      const [other] = others.find(([, one]) => one.terminals.has(terminal)) ?? [name];
      if (!(await opens(name, terminal)) && (await opens(other, terminal))) refused.add(terminal);
    }
    if (refused.size < MOST_SHARED) continue;
    const opened: (readonly string[])[] = [];
    for (const place of sees.places.filter((one) => one.length > 0 && !intersects(one, refused))) {
      const tried = [...new Set(place)].slice(0, MOST_PER_PLACE);
      const isOpen = await Promise.all(tried.map((terminal) => opens(name, terminal)));
      if (isOpen.every(Boolean)) opened.push(place);
    }
    if (opened.length > 0) corrected.set(name, { ...sees, terminals: new Set(opened.flat()) });
  }
  return corrected;
}
