import { type Exchange, isSuccess } from '../../http/client.ts';
import { type AliasesByTerminal, occursIn } from '../../reading/names/terminal-aliases.ts';
import { isUnmistakable } from '../../reading/refusal.ts';
import { type FeedElement, listItems, parseFeed, readChildText } from '../../reading/rss.ts';
import { fail, untestable, type Verdict } from '../../reading/verdicts/verdict.ts';
import { listNamesOfOthers } from '../../relations/contents/feed-terminals.ts';
import type { Principal } from '../../relations/survey/principals.ts';

/** The elements of an item whose texts may name a terminal. */
export const ITEM_MEMBERS = ['title', 'description', 'category', 'guid', 'link'] as const;

/** The feed of a terminal, and its items that name another terminal instead. */
export interface SweptFeed {
  readonly feed: Exchange;
  readonly problem: string | undefined;
  readonly items: readonly FeedElement[];
  readonly strays: readonly { readonly item: FeedElement; readonly terminal: string }[];
}

/** Reads the feed of a terminal and finds its items about others. Throws `NoResponse` as each request does. */
export async function sweepFeed({ sees, get }: Principal, terminal: string): Promise<SweptFeed> {
  const feed = await get('getTerminalFeed', { terminal_id: terminal });
  const parsed = isSuccess(feed) ? parseFeed(feed) : { problem: undefined };
  if ('problem' in parsed) return { feed, problem: parsed.problem, items: [], strays: [] };
  const items = listItems(parsed.root);
  const others = listNamesOfOthers(terminal, sees);
  const strays = items.flatMap((item) => {
    const other = namesOther(item, terminal, { sees, others });
    return other === undefined ? [] : [{ item, terminal: other }];
  });
  return { feed, problem: undefined, items, strays };
}

/**
 * Returns the failure of a feed with an item about another terminal: an item of the feed of that terminal has the same text before its name.
 * Other items only mention it, or have a label in the form of its id. `undefined` if no item names another terminal instead.
 */
export async function judgeStrays(
  reader: Principal,
  terminal: string,
  { feed, strays }: SweptFeed,
): Promise<Verdict | undefined> {
  let undecided: Verdict | undefined;
  const judged = strays.filter((one, at) => strays.findIndex((other) => other.terminal === one.terminal) === at);
  for (const { terminal: other } of judged.slice(0, MOST_JUDGED)) {
    const ofOther = await sweepFeed(reader, other);
    const names = listOwnNames(reader.sees, other);
    const known = listLeads(ofOther.items, names);
    const own = listLeads(
      strays.flatMap((one) => (one.terminal === other ? [one.item] : [])),
      names,
    );
    if (ofOther.items.length === 0 || own.some((lead) => known.includes(lead)))
      return fail({ expected: `items about ${terminal} only`, actual: feed, saw: `an item about ${other}` });
    undecided ??= untestable(`${other} may only be mentioned, or be a label of ${terminal}`, feed, ofOther.feed);
  }
  return undecided;
}

const MOST_JUDGED = 3;

/** Returns the texts before these names in the members of items, without numbers. */
const listLeads = (items: readonly FeedElement[], names: readonly string[]): string[] =>
  items.flatMap((item) =>
    ITEM_MEMBERS.flatMap((member) => {
      const text = readChildText(item, member) ?? '';
      return names.flatMap((name) =>
        occursIn(text, name) ? [`${member} ${text.slice(0, text.indexOf(name)).replaceAll(/\d+/g, '#')}`] : [],
      );
    }),
  );

/** Returns the id of a terminal, and its labels and codes. */
export const listOwnNames = ({ aliases }: Principal['sees'], terminal: string): string[] => [
  terminal,
  ...(aliases.get(terminal) ?? []),
];

/** Whether an item has a name: a short one, which other texts may contain by chance, as the whole text of an element. */
export const isNamedSurely = (item: FeedElement, name: string): boolean =>
  isUnmistakable(name)
    ? ITEM_MEMBERS.some((member) => occursIn(readChildText(item, member) ?? '', name))
    : item.children.some(({ text }) => text.trim() === name);

/** Whether an item contains one of the names of a terminal. */
function namesAny(item: FeedElement, names: readonly string[]): boolean {
  const text = ITEM_MEMBERS.map((name) => readChildText(item, name) ?? '').join('\n');
  return names.some((name) => occursIn(text, name));
}

/** Returns the terminal that an item names instead of `terminal`; an item about several terminals may be in all their feeds. */
function namesOther(
  item: FeedElement,
  terminal: string,
  { sees, others }: Pick<Principal, 'sees'> & { readonly others: AliasesByTerminal },
): string | undefined {
  if (namesAny(item, listOwnNames(sees, terminal))) return undefined;
  return [...others].find(([, names]) => namesAny(item, [...names]))?.[0];
}
