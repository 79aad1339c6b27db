import { SaxesParser } from 'saxes';
import { MAX_NESTING } from '../../base/nesting/nesting.ts';
import { decodeStrictly } from '../http/bodies/text-encoding.ts';
import type { Exchange } from '../http/client.ts';
import { Concluded, inconclusive } from './verdicts/verdict.ts';

/** An XML element: its name (`namespace:name` with a namespace), its own text, and its children. */
export interface FeedElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  readonly children: readonly FeedElement[];
}

interface OpenElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
  readonly children: FeedElement[];
}

/** A parsed feed: its root, or why it is not well-formed. */
export type ParsedFeed = { readonly root: FeedElement } | { readonly problem: string };

/** The maximum size of a feed to parse. Its elements need many times the memory of its text. */
const MAX_XML_BYTES = 4 * 2 ** 20;

/**
 * Parses XML strictly: well-formed, with declared namespaces, in the encoding that its bytes, its Content-Type or its declaration state.
 * @throws Concluded (inconclusive) for a feed that the kit does not read: too large, nested too deep, in an unknown encoding, or with
 * entities of a document type declaration, which the kit does not expand.
 */
export function parseXml(bytes: Uint8Array, contentType?: string): ParsedFeed {
  if (bytes.length > MAX_XML_BYTES)
    throw stopReading(`has ${bytes.length} bytes; the kit parses at most ${MAX_XML_BYTES}`);
  const decoded = decodeStrictly(bytes, contentType);
  if ('unknown' in decoded) throw stopReading(`has the encoding ${decoded.unknown}, which the kit does not know`);
  if ('problem' in decoded) return decoded;
  const parser = new SaxesParser({ xmlns: true, position: true });
  const document: OpenElement = { name: '', attributes: {}, text: '', children: [] };
  const open: OpenElement[] = [document];
  let problem: string | undefined;
  let entity: string | undefined;
  parser.on('error', (error) => {
    problem ??= error.message;
  });
  parser.on('doctype', () => {
    parser.ENTITIES = new Proxy(parser.ENTITIES, {
      get(known, name) {
        const value: unknown = Reflect.get(known, name);
        if (value === undefined) entity ??= String(name);
        return value ?? '';
      },
    });
  });
  parser.on('opentag', ({ uri, local, attributes }) => {
    const values = Object.entries(attributes).map(([key, attribute]) => [key, attribute.value] as const);
    const element = {
      name: uri === '' ? local : `${uri}:${local}`,
      attributes: Object.fromEntries(values),
      text: '',
      children: [],
    };
    if (open.length > MAX_NESTING)
      throw stopReading(`is nested deeper than the ${MAX_NESTING} levels that the kit reads`);
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  const addText = (more: string) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += more;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    open.pop();
  });
  try {
    parser.write(decoded.text).close();
  } catch (thrown) {
    if (thrown instanceof Concluded) throw thrown;
    problem ??= thrown instanceof Error ? thrown.message : String(thrown);
  }
  const [root] = document.children;
  if (problem !== undefined) return { problem };
  if (entity !== undefined)
    throw stopReading(`uses the entity "${entity}" of its document type declaration, which the kit does not expand`);
  return root === undefined ? { problem: 'it is empty' } : { root };
}

const stopReading = (reason: string): Concluded => new Concluded(inconclusive(`the feed ${reason}`));

/** Parses the body of a response as `parseXml` does. */
export const parseFeed = (feed: Exchange): ParsedFeed => parseXml(feed.bytes, feed.header('content-type'));

/** Returns the items of a feed, in order. In RSS 1.0, they are beside the channel. */
export const listItems = (root: FeedElement): FeedElement[] =>
  [root, ...root.children.filter(hasName('channel'))].flatMap(({ children }) => children.filter(hasName('item')));

/** Returns the text of the first child with that name. */
export const readChildText = (element: FeedElement, name: string): string | undefined =>
  element.children.find(hasName(name))?.text.trim();

/** The namespaces that versions of RSS give to their own elements. */
const OF_RSS =
  /^(http:\/\/purl\.org\/rss\/1\.0\/|http:\/\/my\.netscape\.com\/rdf\/simple\/0\.9\/|http:\/\/backend\.userland\.com\/rss2?):/;

const hasName = (name: string) => (element: FeedElement) =>
  element.name === name || (element.name.endsWith(`:${name}`) && element.name.replace(OF_RSS, '') === name);

const CHANNEL_MEMBERS =
  /^(title|link|description|language|copyright|managingEditor|webMaster|pubDate|lastBuildDate|category|generator|docs|cloud|ttl|image|rating|textInput|skipHours|skipDays|item)$/;
const ITEM_MEMBERS = /^(title|link|description|author|category|comments|enclosure|guid|pubDate|source)$/;

/** RSS 1.0, which has other elements. */
const RDF_ROOT = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#:RDF';

/** Returns why a well-formed document is not RSS of any version; `undefined` if it is. */
export function findRootProblem(root: FeedElement): string | undefined {
  if (root.name === RDF_ROOT) return undefined;
  if (!hasName('rss')(root)) return `the root is <${root.name}>, not <rss>`;
  const channels = root.children.filter(hasName('channel')).length;
  return channels === 1 ? undefined : `there are ${channels} channels, not one`;
}

/** Returns where RSS differs from RSS 2.0, as sentences. */
export function findRssProblems(root: FeedElement): string[] {
  const problem = findRootProblem(root);
  if (problem !== undefined) return [problem];
  const channel = root.children.find(hasName('channel'));
  if (root.name === RDF_ROOT || channel === undefined) return ['the version is 1.0, not 2.0'];
  return [
    ...(root.attributes.version === '2.0' ? [] : [`the version is ${root.attributes.version ?? 'absent'}, not 2.0`]),
    ...findChannelProblems(channel),
    ...channel.children
      .filter(hasName('item'))
      .flatMap((item, index) => findItemProblems(item).map((problem) => `item ${index + 1}: ${problem}`)),
    ...findDuplicates(listItems(root).flatMap((item) => readChildText(item, 'guid') ?? [])).map(
      (guid) => `the guid ${guid} is not unique`,
    ),
  ];
}

function findChannelProblems(channel: FeedElement): string[] {
  const ttl = readChildText(channel, 'ttl');
  return [
    ...['title', 'link', 'description'].flatMap((name) =>
      (readChildText(channel, name) ?? '') === '' ? [`the channel has no ${name}`] : [],
    ),
    ...findUnknownMembers(channel, CHANNEL_MEMBERS).map((name) => `<${name}> is not an element of a channel`),
    ...findRepeatedMembers(channel, /^(item|category)$/).map((name) => `the channel has two ${name}`),
    ...findDateProblems(channel, ['pubDate', 'lastBuildDate']),
    ...(ttl === undefined || /^\d+$/.test(ttl) ? [] : [`the ttl ${ttl} is not an integer`]),
  ];
}

function findItemProblems(item: FeedElement): string[] {
  const guid = item.children.find(hasName('guid'));
  const isPermalink = guid !== undefined && (guid.attributes.isPermaLink ?? 'true') === 'true';
  return [
    ...(readChildText(item, 'title') || readChildText(item, 'description')
      ? []
      : ['has neither a title nor a description']),
    ...findUnknownMembers(item, ITEM_MEMBERS).map((name) => `<${name}> is not an element of an item`),
    ...findRepeatedMembers(item, /^(category|enclosure)$/).map((name) => `has two ${name}`),
    ...findDateProblems(item, ['pubDate']),
    ...(guid === undefined || guid.text.trim() !== '' ? [] : ['the guid is empty']),
    ...(guid === undefined || /^(true|false)$/.test(guid.attributes.isPermaLink ?? 'true')
      ? []
      : [`isPermaLink is ${guid.attributes.isPermaLink}`]),
    ...item.children
      .filter(hasName('enclosure'))
      .flatMap(({ attributes }) => ['url', 'length', 'type'].filter((name) => attributes[name] === undefined))
      .map((name) => `has an enclosure without ${name}`),
    ...(isPermalink && !isAbsolute(guid.text.trim())
      ? [`the guid ${guid.text.trim()} is declared as a permalink, but is not a URL`]
      : []),
  ];
}

/** Returns the unknown elements without a namespace. Elements with a namespace are extensions. */
const findUnknownMembers = (parent: FeedElement, known: RegExp): string[] =>
  parent.children.flatMap(({ name }) => (name.includes(':') || known.test(name) ? [] : [name]));

const findRepeatedMembers = (parent: FeedElement, mayRepeat: RegExp): string[] =>
  findDuplicates(
    parent.children.map(({ name }) => name).filter((name) => !name.includes(':') && !mayRepeat.test(name)),
  );

const findDuplicates = (values: readonly string[]): string[] => {
  const seen = new Set<string>();
  return [...new Set(values.filter((value) => seen.size === seen.add(value).size))];
};

/** Returns the links of a channel and its items that are not absolute URLs, as sentences. */
export const findRelativeLinks = (root: FeedElement): string[] => [
  ...root.children.filter(hasName('channel')).flatMap((channel) => findLinkProblems(channel, ['link', 'docs'])),
  ...listItems(root).flatMap((item) => findLinkProblems(item, ['link', 'comments'])),
];

const findLinkProblems = (parent: FeedElement, names: readonly string[]): string[] =>
  names.flatMap((name) => {
    const link = readChildText(parent, name);
    return link === undefined || link === '' || isAbsolute(link) ? [] : [`the ${name} ${link} is not an absolute URL`];
  });

const isAbsolute = (address: string): boolean => /^(https?|urn|mailto|ftp):/i.test(address) && URL.canParse(address);

const findDateProblems = (parent: FeedElement, names: readonly string[]): string[] =>
  names.flatMap((name) => {
    const date = readChildText(parent, name);
    const problem = date === undefined ? undefined : findDateProblem(date);
    return problem === undefined ? [] : [`the ${name} "${date}" ${problem}`];
  });

const DATE =
  /^(?:(Mon|Tue|Wed|Thu|Fri|Sat|Sun), )?(\d{1,2}) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (\d{4}|\d{2}) ([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)? (?:GMT|UTC?|[ECMP][SD]T|[A-IK-Z]|[+-]\d{4})$/;
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

function findDateProblem(date: string): string | undefined {
  const match = DATE.exec(date);
  if (match === null) return 'does not have the format of RFC 822';
  const [, weekday, day, month, year] = match;
  const midnight = new Date(`${day} ${month} ${year} 00:00:00 GMT`);
  if (midnight.getUTCDate() !== Number(day)) return 'does not exist in the calendar';
  if (weekday !== undefined && WEEKDAYS[midnight.getUTCDay()] !== weekday) return 'has the wrong weekday';
  return undefined;
}
