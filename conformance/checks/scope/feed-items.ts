import { type Exchange, isSuccess } from '../../http/client.ts';
import { containsName, readWords } from '../../reading/names/response-words.ts';
import { listItems, parseFeed, readChildText } from '../../reading/rss.ts';
import { fail, type Verdict } from '../../reading/verdicts/verdict.ts';
import { accuseIfHidden } from '../../relations/survey/denials.ts';
import type { ScopeCallers } from '../../relations/survey/scope-probes.ts';

const FEED = 'getTerminalFeed';
const MOST_TERMINALS = 3;

/** Returns the title and text of each item of a feed, by all that distinguishes it: guids may be numbers that each feed begins anew. */
function readItems(feed: Exchange): ReadonlyMap<string, string> {
  const parsed = parseFeed(feed);
  if (!isSuccess(feed) || 'problem' in parsed) return new Map();
  return new Map(
    listItems(parsed.root).map((item) => {
      const texts = ['title', 'description', 'pubDate', 'guid'].map((name) => readChildText(item, name) ?? '');
      return [JSON.stringify(texts), texts.slice(0, 2).join(' ')];
    }),
  );
}

const namesWord = (text: string, name: string): boolean => text.split(/[^\p{L}\p{Nd}_-]+/u).includes(name);

/**
 * Judges the account feed of the outsider by the feeds of hidden terminals: an item that such a feed has, that names its terminal, and that
 * the feed of a visible terminal lacks is about the hidden terminal, however short its id is. `undefined` without such an item.
 */
export async function judgeFeedItems({
  insider,
  outsider,
}: Omit<ScopeCallers, 'bindings'>): Promise<Verdict | undefined> {
  const account = await outsider.get('getAccountFeed');
  const words = readWords(account);
  const [visible] = [...outsider.sees.terminals].filter((one) => insider.sees.terminals.has(one));
  if (visible === undefined) return undefined;
  const named = [...insider.hidden.terminals].filter((one) => containsName(words, one));
  const shown = readItems(account);
  for (const terminal_id of named.slice(0, MOST_TERMINALS)) {
    const [own, other] = [await insider.get(FEED, { terminal_id }), await insider.get(FEED, { terminal_id: visible })];
    const [ofTerminal, ofVisible] = [readItems(own), readItems(other)];
    if (ofVisible.size === 0) continue;
    const isForeign = ([key, text]: readonly [string, string]) =>
      ofTerminal.has(key) &&
      !ofVisible.has(key) &&
      namesWord(text, terminal_id) &&
      ![...outsider.sees.terminals].some((one) => namesWord(text, one));
    const foreign = [...shown].find(isForeign);
    if (foreign === undefined) continue;
    const expected = `nothing outside the scope of ${outsider.name}`;
    const failure = fail({ expected, actual: account, saw: `an item of the feed of ${terminal_id}` }, own, other);
    const verdict = await accuseIfHidden({ insider, outsider }, { terminals: [terminal_id], failure });
    if (verdict.kind === 'fail') return verdict;
  }
  return undefined;
}
