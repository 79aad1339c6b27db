import { type Element, textOf } from './rss.ts';

/** What the document says the items of feeds are about. */
export type FeedKind = 'status' | 'transactions' | 'alerts' | 'switch journal' | 'commands' | 'provisioning';

/** Words that each kind is told in. The document prescribes none, so that they are many. */
const WORDS: Readonly<Record<FeedKind, RegExp>> = {
  status: /heartbeat|status|online|offline|in service|out of service|heard|communicat|connect|unit\b/,
  transactions: /transaction|activity|withdraw|purchase|inquiry|reversal|transfer|dispens|approved|declin/,
  alerts: /alert|alarm|incident|outage|fault|_low\b|_out\b|_stale\b|_drop\b|_spike\b|warning/,
  'switch journal': /journal|switch/,
  commands:
    /command|order\b|reboot|restart|reload|fetch|reset|diagnos|update|upload|download|load|config|lock|sync|asked for/,
  provisioning: /provision|\bjob\b|revision|payload|rollout/,
};

const textsOf = (item: Element, names: readonly string[]): string =>
  names
    .map((name) => textOf(item, name) ?? '')
    .join('\n')
    .toLowerCase();

/** Everything that an item says, in lower case. */
export const wordsOf = (item: Element): string => textsOf(item, ['title', 'description', 'category', 'guid', 'link']);

/** Whether an item could be about this. A link does not tell: every item may link to the status of its terminal. */
export const isAbout = (item: Element, kind: FeedKind): boolean =>
  WORDS[kind].test(textsOf(item, ['title', 'description', 'category', 'guid']));

/** The instant of an item in epoch milliseconds; NaN when it has none that can be read. */
export const instantOf = (item: Element): number => Date.parse(textOf(item, 'pubDate') ?? '');
