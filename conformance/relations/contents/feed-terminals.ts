import { appendAll } from '../../../base/large-lists.ts';
import { isSuccess, type Parameters } from '../../http/client.ts';
import { listElements, listStrings } from '../../reading/names/response-words.ts';
import { type AliasesByTerminal, occursIn } from '../../reading/names/terminal-aliases.ts';
import { isUnmistakable } from '../../reading/refusal.ts';
import { parseFeed } from '../../reading/rss.ts';
import { isRefusalLike } from '../../reading/served.ts';
import { listStates } from '../../reading/states.ts';
import { readTransactions } from '../rows/transactions.ts';
import { listTextsBeside } from '../survey/other-rows.ts';
import type { Principal, Visibility } from '../survey/principals.ts';

/** A label with characters that XML escapes or encodes. */
const NEEDS_CARE = /[&<>"']|[^\x20-\x7e]/;

const feedOrders = new WeakMap<Visibility, readonly string[]>();

/** Returns the visible terminals: first those whose labels a feed must escape, then those with many kinds of data. Cached. */
function orderForFeeds(sees: Visibility): readonly string[] {
  const known = feedOrders.get(sees) ?? rankForFeeds(sees);
  feedOrders.set(sees, known);
  return known;
}

function rankForFeeds({ terminals, aliases, responses }: Visibility): readonly string[] {
  const portal = responses.get('getPortal');
  const kinds = new Map<string, Set<string>>();
  for (const { value, path } of portal === undefined ? [] : listElements(portal)) {
    const texts = listStrings(value);
    const state = texts.find((text) => /^(queued|pending|waiting|scheduled|open)$/i.test(text)) ?? '';
    for (const text of texts)
      if (terminals.has(text)) kinds.set(text, (kinds.get(text) ?? new Set()).add(path).add(`${path} ${state}`));
  }
  const rank = (terminal: string): number =>
    (kinds.get(terminal)?.size ?? 0) +
    ([...(aliases.get(terminal) ?? [])].some((alias) => NEEDS_CARE.test(alias)) ? 100 : 0);
  return [...terminals].sort((a, b) => rank(b) - rank(a));
}

const BAD_STATE =
  /off|down|out|fail|fault|error|degrad|manuten|mainten|wartung|st[oö]r|panne|hors|fuera|averia|fora|storing/i;

const badStates = new WeakMap<Visibility, ReadonlySet<string>>();

/** Returns the visible terminals whose state in the portal is a bad one: their feeds often differ. Cached. */
export function listBadStates(sees: Visibility): ReadonlySet<string> {
  const known = badStates.get(sees) ?? findBadStates(sees);
  badStates.set(sees, known);
  return known;
}

function findBadStates({ terminals, responses }: Visibility): ReadonlySet<string> {
  const portal = responses.get('getPortal');
  const rows = portal === undefined ? [] : listElements(portal);
  return new Set(
    rows
      .filter(({ value }) => [...listStates(value).values()].some(({ text }) => BAD_STATE.test(text)))
      .flatMap(({ value }) =>
        Object.values(value).flatMap((one) =>
          (typeof one === 'string' || typeof one === 'number') && terminals.has(String(one)) ? [String(one)] : [],
        ),
      ),
  );
}

/** Returns two other terminals: one of the same group, if any, and one of another group, in a bad state if there is one. */
export function listNeighbours(terminal: string, sees: Visibility): string[] {
  const group = [...sees.leafGroups].map((id) => sees.groups.get(id)).find((members) => members?.has(terminal));
  const others = orderForFeeds(sees).filter((id) => id !== terminal);
  const near = others.find((id) => group?.has(id));
  const bad = listBadStates(sees);
  const apart = others.filter((id) => group?.has(id) !== true);
  const far = apart.find((id) => bad.has(id)) ?? apart[0];
  return [near, far].filter((id) => id !== undefined);
}

/**
 * Returns the terminal whose feed the key has read, its neighbours, and then the others in the order of `orderForFeeds`; or the terminals
 * that the survey of the transactions finds, if the key shows none otherwise.
 */
export async function listFeedTerminals(reader: Principal): Promise<readonly string[]> {
  const { sees } = reader;
  const recorded = reader.listRecorded?.('getTerminalFeed');
  if (recorded !== undefined) return recorded.map(({ terminal_id }) => String(terminal_id));
  const first = sees.reads.get('getTerminalFeed')?.terminal_id;
  const others = orderForFeeds(sees);
  if (typeof first === 'string') return [...new Set([first, ...listNeighbours(first, sees), ...others])];
  return others.length > 0 ? others : findServedFeeds(reader);
}

/** Returns terminals of the survey with a feed: a value of their column may be no id, and its answer a refusal with any status. */
async function findServedFeeds(reader: Principal): Promise<string[]> {
  const survey = (await readTransactions(reader))?.survey;
  if (survey === undefined) return [];
  const served: string[] = [];
  const unknown = await reader.get('getTerminalFeed', { terminal_id: survey.unknownTerminal ?? 'no-such-terminal-0' });
  for (const terminal_id of survey.terminals.slice(0, MOST_TRIED)) {
    const feed = await reader.get('getTerminalFeed', { terminal_id });
    const isOfTerminal = isSuccess(feed) && !isRefusalLike(feed, unknown);
    if (isOfTerminal && 'root' in parseFeed(feed)) served.push(terminal_id);
  }
  return served;
}

const MOST_TRIED = 4;

/** Returns the parameters with which a key reads a feed: of the first of some terminals that has one. `undefined` if it reads none. */
export async function findFeed(reader: Principal, operation: OfFeed): Promise<Parameters | undefined> {
  const known = reader.sees.reads.get(operation);
  if (known !== undefined || operation === 'getAccountFeed') return known;
  for (const terminal_id of (await listFeedTerminals(reader)).slice(0, MOST_TRIED))
    if (isSuccess(await reader.get(operation, { terminal_id }))) return { terminal_id };
  return undefined;
}

export type OfFeed = 'getAccountFeed' | 'getTerminalFeed';

/** A name with a digit and at most two words: labels of several words may be those of a site with several terminals. */
const isCode = (name: string): boolean => /\d/.test(name) && name.split(/\s+/).length <= 2;

/**
 * Returns the ids and codes of each other terminal that cannot belong to `terminal` too: no response about it contains them.
 */
export function listNamesOfOthers(terminal: string, sees: Visibility): AliasesByTerminal {
  const responses = [...sees.responses.values()];
  const own = responses
    .flatMap(listElements)
    .map(({ value }) => listStrings(value))
    .filter((texts) => texts.includes(terminal) && !texts.some((text) => text !== terminal && sees.mentioned.has(text)))
    .flat();
  // the label or the serial of the terminal may be the id of another one
  for (const { json } of responses) appendAll(own, listTextsBeside(json, terminal));
  const isOwn = (name: string): boolean => occursIn(terminal, name) || own.some((text) => occursIn(text, name));
  return new Map(
    [...sees.terminals]
      .filter((other) => other !== terminal)
      .map((other) => [
        other,
        new Set(
          [other, ...[...(sees.aliases.get(other) ?? [])].filter(isCode)].filter(
            (name) => isUnmistakable(name) && !isOwn(name),
          ),
        ),
      ]),
  );
}
