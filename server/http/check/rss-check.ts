import { readXml, type XmlElement } from './xml-tree.ts';

const ATOM = 'http://www.w3.org/2005/Atom';

/**
 * Returns the first reason why a text is not a feed of the contract, or undefined. Requires well-formed XML, RSS 2.0
 * with its required members, a self link, RFC 822 dates, absolute links, unique guids, and the newest item first.
 * @see clauses feeds.account.content_type, feeds.terminal.content_type, gap feeds.items
 */
export function checkRss(xml: string): string | undefined {
  try {
    checkRoot(readXml(xml));
    return undefined;
  } catch (fault) {
    return fault instanceof Error ? fault.message : String(fault);
  }
}

function checkRoot(root: XmlElement): void {
  assertThat(root.name === 'rss' && root.namespace === '', 'the root element is not rss');
  assertThat(root.attributes.version === '2.0', 'the version of rss is not 2.0');
  assertThat(
    root.children.length === 1 && root.children[0]?.name === 'channel',
    'rss does not contain exactly one channel',
  );
  for (const channel of root.children) checkChannel(channel);
}

/** The members of RSS that we use. Each may occur once, except `repeatable`. */
interface RssMembers {
  readonly known: ReadonlySet<string>;
  readonly repeatable: string;
}

const CHANNEL_MEMBERS: RssMembers = {
  known: new Set(['title', 'link', 'description', 'language', 'lastBuildDate', 'ttl', 'item']),
  repeatable: 'item',
};
const ITEM_MEMBERS: RssMembers = {
  known: new Set(['title', 'link', 'description', 'category', 'guid', 'pubDate']),
  repeatable: 'category',
};

function checkChannel(channel: XmlElement): void {
  checkMembers(channel, CHANNEL_MEMBERS, 'the channel');
  assertThat(readText(channel, 'title') !== '', 'the channel has no title');
  assertThat(readText(channel, 'description') !== '', 'the channel has no description');
  assertThat(isAbsolute(readText(channel, 'link')), 'the link of the channel is not absolute');
  assertThat(/^[1-9]\d*$/.test(readText(channel, 'ttl')), 'ttl is not a number of minutes');
  readDate(channel, 'lastBuildDate', 'the channel');
  const selves = channel.children.filter((child) => child.namespace === ATOM && child.attributes.rel === 'self');
  assertThat(
    selves.length === 1 && isAbsolute(selves[0]?.attributes.href ?? ''),
    'the channel has no absolute self link',
  );
  checkItems(channel.children.filter(({ name }) => name === 'item'));
}

function checkItems(items: readonly XmlElement[]): void {
  const guids = new Set<string>();
  let before: { readonly publishedMs: number; readonly guid: string } | undefined;
  for (const [index, item] of items.entries()) {
    const place = `item ${index + 1}`;
    const now = checkItem(item, place);
    assertThat(!guids.has(now.guid), `${place} repeats the guid ${now.guid}`);
    guids.add(now.guid);
    const isInOrder =
      before === undefined ||
      now.publishedMs < before.publishedMs ||
      (now.publishedMs === before.publishedMs && now.guid < before.guid);
    assertThat(isInOrder, `${place} is newer than the one before it`);
    before = now;
  }
}

function checkItem(item: XmlElement, place: string): { readonly publishedMs: number; readonly guid: string } {
  checkMembers(item, ITEM_MEMBERS, place);
  assertThat(
    `${readText(item, 'title')}${readText(item, 'description')}` !== '',
    `${place} has neither title nor description`,
  );
  assertThat(isAbsolute(readText(item, 'link')), `the link of ${place} is not absolute`);
  const guid = readText(item, 'guid');
  assertThat(guid !== '', `${place} has no guid`);
  const isPermaLink = item.children.find(({ name }) => name === 'guid')?.attributes.isPermaLink !== 'false';
  assertThat(!isPermaLink || isAbsolute(guid), `the guid of ${place} is not a permanent link`);
  return { publishedMs: readDate(item, 'pubDate', place), guid };
}

/** Checks the members of an element. Members of other namespaces are allowed. */
function checkMembers(element: XmlElement, { known, repeatable }: RssMembers, place: string): void {
  assertThat(element.text.trim() === '', `${place} has text outside its members`);
  const own = element.children.filter(({ namespace }) => namespace === '').map(({ name }) => name);
  for (const [index, name] of own.entries()) {
    assertThat(known.has(name), `${place} has an unknown member ${name}`);
    assertThat(name === repeatable || own.indexOf(name) === index, `${place} has more than one ${name}`);
  }
}

function readText(element: XmlElement, name: string): string {
  return element.children.find((child) => child.name === name)?.text.trim() ?? '';
}

const RFC_822 = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Returns epoch milliseconds of an RFC 822 date. The weekday must match. */
function readDate(element: XmlElement, name: string, place: string): number {
  const text = readText(element, name);
  const ms = Date.parse(text);
  const isRight = RFC_822.test(text) && Number.isFinite(ms) && new Date(ms).toUTCString() === text;
  assertThat(isRight, `${name} of ${place} is not a date of RFC 822: ${text}`);
  return ms;
}

function isAbsolute(address: string): boolean {
  return /^https?:\/\//.test(address) && URL.canParse(address);
}

function assertThat(holds: boolean, fault: string): void {
  if (!holds) throw new Error(fault);
}
