import { appendAll, findLargest, findSmallest } from '../../../base/large-lists.ts';
import { check } from '../../engine/check.ts';
import { COMMAND_STATES, listStatesIn, readCommandState } from '../../engine/command-states.ts';
import { type Exchange, isSuccess } from '../../http/client.ts';
import {
  type FeedKind,
  findOnlyKind,
  getCategoryKind,
  isAbout,
  isHeartbeat,
  listKinds,
  mayBeAbout,
  namesNoKind,
  readItemInstant,
} from '../../reading/feed-kinds.ts';
import { listProvisioningJobs } from '../../reading/names/provisioning-jobs.ts';
import { listStrings } from '../../reading/names/response-words.ts';
import { occursIn } from '../../reading/names/terminal-aliases.ts';
import { listScalars } from '../../reading/refusal.ts';
import { type FeedElement, listItems, parseFeed, readChildText } from '../../reading/rss.ts';
import { readInstants, toSecond } from '../../reading/values/instants.ts';
import type { SampleSizes, Sampling } from '../../reading/verdicts/sampling.ts';
import {
  addRemedy,
  fail,
  forEachTestable,
  notApplicable,
  pass,
  untestable,
  type Verdict,
} from '../../reading/verdicts/verdict.ts';
import { listBadStates, listFeedTerminals } from '../../relations/contents/feed-terminals.ts';
import { type Cells, findMainList, listRowLists } from '../../relations/rows/cells.ts';
import {
  readPeriod,
  readTransactions,
  type SurveyedTransaction,
  type SurveyedTransactions,
} from '../../relations/rows/transactions.ts';
import type { Principal } from '../../relations/survey/principals.ts';
import type { Bindings } from '../../slots/bindings.ts';
import { readTable } from '../../slots/read-lists.ts';
import { listRecentCommands } from '../scope/complete-lists.ts';
import { readFeedItems } from './feed-contents.ts';
import { ITEM_MEMBERS, isNamedSurely, judgeStrays, listOwnNames, sweepFeed } from './stray-items.ts';

const SWEPT = { quick: 1, standard: 3 } as const;

const COMMANDS = { quick: 1, standard: 2 } as const;
const JOBS = { quick: 1, standard: 1 } as const;

/** Returns the terminals to test. The checks of terminal feeds read the same ones, so that they share the responses. */
async function selectFeedTerminals(
  reader: Principal,
  sampling: Sampling,
  sizes: SampleSizes = SWEPT,
): Promise<readonly string[]> {
  const terminals = await listFeedTerminals(reader);
  return terminals.slice(0, sampling.select('terminal feeds', terminals, sizes).length);
}

export const everyTerminalFeedIsReadable = check({
  id: 'feeds/every-terminal-feed-is-of-its-terminal',
  title: 'The feed of every visible terminal is well-formed RSS and names no other terminal',
  clause: 'feeds.terminal.rows',
  covers: ['feeds.terminal.get'],
  level: 'must',
  needs: ['reader', 'sampling'],
  async run({ reader, sampling }) {
    const terminals = await selectFeedTerminals(reader, sampling);
    if (terminals.length === 0)
      return addRemedy(untestable(`${reader.name} cannot read the feed of a terminal`), { kind: 'reading-key' });
    return forEachTestable(terminals, String, async (terminal) => {
      const swept = await sweepFeed(reader, terminal);
      const { feed, problem, items } = swept;
      if (!isSuccess(feed)) return untestable(`${reader.name} cannot read this feed`, feed);
      if (problem !== undefined) return fail({ expected: 'well-formed XML', actual: feed, saw: problem });
      const stray = await judgeStrays(reader, terminal, swept);
      return stray ?? (items.length === 0 ? notApplicable('the feed has no items', feed) : pass(feed));
    });
  },
});

/** Something that another surface shows, with the id and the instants by which an item may repeat it. */
interface Activity {
  readonly id: string | undefined;
  readonly instants: readonly number[];
  /** Days without an offset, `20260316`, as their beginning in UTC. */
  readonly days?: readonly number[];
}

interface Feed {
  readonly exchange: Exchange;
  readonly items: readonly FeedElement[];
}

/** Reads the feed of a terminal, or without one that of the account. */
async function readFeed(reader: Principal, terminal_id: string | undefined): Promise<Feed | undefined> {
  const exchange = await (terminal_id === undefined
    ? reader.get('getAccountFeed')
    : reader.get('getTerminalFeed', { terminal_id }));
  const parsed = isSuccess(exchange) ? parseFeed(exchange) : { problem: '' };
  return 'root' in parsed ? { exchange, items: listItems(parsed.root) } : undefined;
}

/** Returns the texts of an item, and what they encode in base64. */
const readItemWords = (item: FeedElement): string =>
  ITEM_MEMBERS.map((name) => readChildText(item, name) ?? '')
    .flatMap((text) => [text, Buffer.from(text, 'base64').toString('latin1')])
    .join('\n');

/** Whether an item has the id or an instant of an activity. */
const matchesActivity = (item: FeedElement, { id, instants }: Activity): boolean =>
  instants.includes(toSecond(readItemInstant(item))) ||
  (id !== undefined && id.length >= 5 && /\d/.test(id) && readItemWords(item).includes(id));

const DAY_MS = 86_400_000;

/** Returns the days in texts without an offset, such as `20260316` or `2026-03-16T09:30:00`, as their beginning in UTC. */
const readDays = (texts: readonly string[]): number[] =>
  texts.flatMap((text) => {
    const [, year, month, day] = /^(20\d{2})-?(\d{2})-?(\d{2})([T ][\d:.]+)?$/.exec(text) ?? [];
    const instant = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
    return Number.isNaN(instant) ? [] : [instant];
  });

/** Whether an activity is not older than the oldest item: a digest may omit older ones. */
const isCovered = ({ instants, days = [] }: Activity, { items }: Feed): boolean => {
  const oldest = findSmallest(items.map(readItemInstant));
  // a day may begin up to a day later in local time
  if (instants.length === 0) return days.length > 0 && days.every((day) => day >= oldest + DAY_MS);
  return instants.every((instant) => instant >= oldest);
};

/** Returns the states that the title and the category of an item name, otherwise those in its description, such as `queued at`. */
function listNamedStates(item: FeedElement): string[] {
  const listStates = (names: readonly string[]): string[] => {
    const text = names.map((name) => readChildText(item, name)).join('\n');
    return listStatesIn(text);
  };
  const named = listStates(['title', 'category']);
  return named.length > 0 ? named : listStates(['description']);
}

/** Whether an item names a state of commands, or none that the kit knows: it may name one in another language. */
const mayName = (item: FeedElement, state: string): boolean => {
  const named = listNamedStates(item);
  return named.length === 0 || named.includes(state);
};

/** Whether the title, the category or the description of an item names another state of commands, and not this one. */
function namesOnlyOtherState(item: FeedElement, state: string): boolean {
  const text = ['title', 'description', 'category'].map((name) => readChildText(item, name) ?? '').join('\n');
  const named = listStatesIn(text);
  return named.length > 0 && !named.some((name) => name === state);
}

interface JudgedCommand {
  readonly state: string;
  readonly isReported: boolean;
  readonly feed: Exchange;
  readonly commands: Exchange;
}

const MANY = 5;

/** Returns the covered commands of a terminal, and whether its feed has an item about each. */
async function judgeCommands(reader: Principal, terminal_id: string, bindings: Bindings): Promise<JudgedCommand[]> {
  const exchange = await reader.get('listTerminalCommands', { terminal_id });
  const rows = readTable(exchange, bindings, 'listTerminalCommands')?.rows ?? [];
  const feed = rows.length === 0 ? undefined : await readFeed(reader, terminal_id);
  if (feed === undefined || feed.items.length === 0) return [];
  // an item of another category may mention a command too
  const about = feed.items.filter(
    (item) => (getCategoryKind(item) ?? 'commands') === 'commands' && mayBeAbout(item, 'commands'),
  );
  const all = rows.map(({ id, value }) => {
    const texts = listStrings(value);
    const activity = { id, instants: readInstants(texts), days: readDays(texts) };
    return { activity, state: readCommandState(value, bindings) };
  });
  return all.flatMap(({ activity, state }): JudgedCommand[] => {
    if (state === undefined || !isCovered(activity, feed)) return [];
    const latest = findLargest([...activity.instants, ...activity.days]);
    // an item about a command in another state does not report this one
    const isOfOther = (item: FeedElement) =>
      all.some((one) => one.state !== state && matchesActivity(item, one.activity));
    const isReported =
      feed.items.some(
        (item) =>
          matchesActivity(item, activity) &&
          // an item about an earlier state of the command does not report this one
          !(toSecond(readItemInstant(item)) < latest && namesOnlyOtherState(item, state)),
      ) ||
      // a digest of several commands names the states of all
      about.some((item) => mayName(item, state) && (!isOfOther(item) || listNamedStates(item).length > 1));
    // a feed may end after any number of items of a kind
    const isOmitted = about.length > 0 && about.every((item) => readItemInstant(item) > latest);
    return isReported || !isOmitted ? [{ state, isReported, feed: feed.exchange, commands: exchange }] : [];
  });
}

export const terminalFeedHasEveryState = check({
  id: 'feeds/terminal-feed-has-commands-in-every-state',
  title: 'Queued and completed commands of a terminal both appear in its feed',
  clause: 'feeds.terminal.rows',
  level: 'must',
  needs: ['reader', 'bindings', 'sampling'],
  async run({ reader, bindings, sampling }) {
    if (bindings.find('commands.rows') === undefined) return judgePlainCommands(reader, sampling);
    const judged: JudgedCommand[] = [];
    for (const terminal_id of await selectFeedTerminals(reader, sampling, COMMANDS))
      appendAll(judged, await judgeCommands(reader, terminal_id, bindings));
    for (const state of COMMAND_STATES) {
      const isKnown = judged.some((one) => one.state === state) || sampling.depth === 'quick';
      const other = isKnown ? undefined : await findTerminalWithCommand(reader, state, bindings);
      if (other !== undefined) appendAll(judged, await judgeCommands(reader, other, bindings));
    }
    const reported = new Set(judged.filter(({ isReported }) => isReported).map(({ state }) => state));
    const [first, ...rest] = judged.map(({ feed }) => feed);
    if (first === undefined) return judgePlainCommands(reader, sampling);
    if (reported.size === 0) return untestable('no item has the id or a time of a command', first, ...rest);
    const unreported = judged.find(({ state }) => !reported.has(state));
    if (unreported === undefined) return pass(first, ...rest);
    const expected = `items about ${unreported.state} commands, as about those that are ${[...reported].join(' or ')}`;
    return fail({ expected, actual: unreported.feed, saw: 'none' }, unreported.commands);
  },
});

/** Judges whether the feeds of terminals with commands, which may have any form, have an item about commands. */
async function judgePlainCommands(reader: Principal, sampling: Sampling): Promise<Verdict> {
  const lists: Exchange[] = [];
  let mayBeOlder = false;
  for (const terminal_id of await selectFeedTerminals(reader, sampling)) {
    const commands = await reader.get('listTerminalCommands', { terminal_id });
    if (!isSuccess(commands)) continue;
    lists.push(commands);
    const rows = findMainList(commands.json)?.rows ?? [];
    const feed = rows.length === 0 ? undefined : await readFeed(reader, terminal_id);
    if (feed === undefined) continue;
    if (feed.items.some((item) => mayBeAbout(item, 'commands'))) return pass(feed.exchange, commands);
    mayBeOlder = true;
    const oldest = findSmallest(feed.items.map(readItemInstant));
    const isLater = (row: Cells): boolean => {
      const periods = [...row.values()].flatMap((value) => readPeriod(value) ?? []);
      return periods.length > 0 && periods.every(({ from }) => from > oldest);
    };
    // a feed may show no other commands than those that are queued or completed
    const isCovered = (row: Cells): boolean => listStatesIn([...row.values()].map(String).join(' ')).length > 0;
    const mayEnd = feed.items.length < MANY || feed.items.some(namesNoKind);
    if (mayEnd || !rows.every((row) => isLater(row) && isCovered(row))) continue;
    const saw = `none, though ${rows.length} commands are not older than its items`;
    return fail({ expected: 'items about commands', actual: feed.exchange, saw }, commands);
  }
  const [first, ...rest] = lists;
  if (first === undefined)
    return addRemedy(untestable(`${reader.name} cannot read the commands of a terminal`), { kind: 'reading-key' });
  return mayBeOlder
    ? untestable('the commands may be older than the feed', first, ...rest)
    : notApplicable('the terminals have no commands', first, ...rest);
}

/** Returns the terminal whose command in this state is the latest in the portal; `undefined` if the portal shows none. */
async function findTerminalWithCommand(
  reader: Principal,
  state: string,
  bindings: Bindings,
): Promise<string | undefined> {
  const portal = await reader.get('getPortal');
  const isKnown = RECENT_COMMANDS.every((slot) => bindings.find(slot) !== undefined);
  const recent = isSuccess(portal) && isKnown ? listRecentCommands(portal, bindings) : [];
  const [latest] = recent
    .filter(({ terminal, value }) => readCommandState(value, bindings) === state && reader.sees.terminals.has(terminal))
    .map(({ terminal, value }) => ({ terminal, at: findLargest(readInstants(listStrings(value))) }))
    .toSorted((a, b) => b.at - a.at);
  return latest?.terminal;
}

const RECENT_COMMANDS = ['portal.recent_commands', 'commands.id', 'commands.terminal'] as const;

/** Returns the jobs in a provisioning payload or export that have a time. */
const listJobs = (value: unknown): Activity[] =>
  listProvisioningJobs(value).flatMap((job) => {
    const texts = Object.values(job).flatMap((one) =>
      typeof one === 'string' || typeof one === 'number' ? [String(one)] : [],
    );
    const [instants, days] = [readInstants(texts), readDays(texts)];
    const id: unknown = Object.entries(job).find(([name]) => /^(id|job_?id)$/i.test(name))?.[1];
    return instants.length + days.length > 0 ? [{ id: typeof id === 'string' ? id : undefined, instants, days }] : [];
  });

export const terminalFeedHasJobs = check({
  id: 'feeds/terminal-feed-has-provisioning-jobs',
  title: 'The provisioning jobs of a terminal appear in its feed',
  clause: 'feeds.terminal.rows',
  level: 'must',
  needs: ['reader', 'sampling'],
  async run({ reader, sampling }) {
    const silent: Exchange[][] = [];
    const read: Exchange[] = [];
    let mayHaveJobs = false;
    for (const terminal_id of await selectFeedTerminals(reader, sampling, JOBS)) {
      const feed = await readFeed(reader, terminal_id);
      if (feed === undefined) continue;
      read.push(feed.exchange);
      const about = feed.items.find((item) => listKinds(item).includes('provisioning'));
      if (about !== undefined) return pass(feed.exchange);
      const sources: Exchange[] = [];
      for (const operation of ['getProvisioningPayload', 'getProvisioningExport'] as const)
        if (reader.sees.reads.has(operation)) sources.push(await reader.get(operation, { terminal_id }));
      const jobs = sources
        .filter(isSuccess)
        .flatMap(({ json }) => listJobs(json))
        .filter((job) => isCovered(job, feed));
      const rows = sources.flatMap(({ json }) => [...listRowLists(json).values()].flatMap((one) => one.rows));
      mayHaveJobs ||= sources.length === 0 || rows.some(hasTime);
      if (jobs.length === 0) continue;
      if (feed.items.some((item) => isAbout(item, 'provisioning') || jobs.some((job) => matchesActivity(item, job))))
        return pass(feed.exchange, ...sources);
      silent.push([feed.exchange, ...sources]);
    }
    const [[feed, ...sources] = []] = silent;
    if (feed === undefined)
      return mayHaveJobs || read.length === 0
        ? addRemedy(untestable('needs a key that reads the provisioning of a terminal with jobs', ...read), {
            kind: 'reading-key',
          })
        : notApplicable('the provisioning of the terminals has no jobs', ...read);
    return fail({ expected: 'items about provisioning jobs', actual: feed, saw: 'none' }, ...sources);
  },
});

const hasTime = (row: Cells): boolean => [...row.values()].some((value) => readPeriod(value) !== undefined);

const OF_THE_ACCOUNT: readonly FeedKind[] = ['status', 'transactions', 'alerts', 'switch journal'];
const ENDED = /resolv|clos|clear|recover|acknowledg|\bended\b/i;

const readCategory = (item: FeedElement): string | undefined => readChildText(item, 'category') || undefined;

export const accountFeedHasEveryCategory = check({
  id: 'feeds/account-feed-has-the-categories-of-terminal-feeds',
  title: 'Every category of status, transaction, alert and journal items of terminal feeds is also in the account feed',
  clause: 'feeds.account.rows',
  level: 'must',
  needs: ['reader', 'sampling'],
  async run({ reader, sampling }) {
    const { feed: account, items: digest } = await readFeedItems(reader, 'getAccountFeed');
    const shown = new Set(digest.flatMap((item) => readCategory(item) ?? []));
    const instants = digest.map(readItemInstant).sort((a, b) => a - b);
    // a digest may end before older items, and limit the number of each kind
    const since = instants[Math.floor(instants.length / 4)];
    if (since === undefined || shown.size === 0)
      return notApplicable('the items of the account feed have no categories', account);
    const feeds: Exchange[] = [];
    const categories = new Set<string>();
    const recent: { readonly item: FeedElement; readonly category: string; readonly feed: Feed }[] = [];
    for (const terminal_id of await selectFeedTerminals(reader, sampling)) {
      const feed = await readFeed(reader, terminal_id);
      if (feed === undefined) continue;
      feeds.push(feed.exchange);
      for (const item of feed.items) {
        const category = readCategory(item);
        if (category !== undefined) categories.add(category);
        const isDue = readItemInstant(item) >= since && !ENDED.test(readItemWords(item));
        if (category !== undefined && isDue) recent.push({ item, category, feed });
      }
    }
    // the account feed may have other names for the same kinds
    const otherNames = [...shown].filter((category) => !categories.has(category));
    const mayBeRenamed = (item: FeedElement, category: string): boolean =>
      otherNames.some((name) => {
        const kinds = OF_THE_ACCOUNT.filter((kind) => isAboutName(name, kind));
        return kinds.length === 0 || kinds.some((kind) => isAboutName(category, kind) || isAbout(item, kind));
      });
    const shared = new Set(recent.filter(({ category }) => shown.has(category)).map(({ category }) => category));
    if (shared.size < 2) return notApplicable('the feeds have fewer than two equal categories', account, ...feeds);
    const absent = recent.find(
      ({ item, category, feed }) =>
        !shown.has(category) &&
        !mayBeRenamed(item, category) &&
        isOfAccount(item, category) &&
        reachesBehind(digest, item, feed),
    );
    if (absent === undefined) return pass(account, ...feeds);
    const expected = `items of the category ${absent.category}, as in a terminal feed`;
    return fail({ expected, actual: account, saw: 'none' }, absent.feed.exchange);
  },
});

/** Whether a digest repeats an older item of the feed of an item: it may have only the latest item of each terminal. */
function reachesBehind(digest: readonly FeedElement[], item: FeedElement, { items }: Feed): boolean {
  const latest = readItemInstant(item);
  const isSame = (one: FeedElement, other: FeedElement): boolean => {
    const [title = '', inDigest = ''] = [one, other].map((each) => readChildText(each, 'title'));
    const guid = readChildText(one, 'guid') || undefined;
    const isNamedAlike = title !== '' && inDigest.includes(title);
    return (
      (isNamedAlike && readItemInstant(one) === readItemInstant(other)) ||
      (guid !== undefined && guid === readChildText(other, 'guid'))
    );
  };
  return items.some(
    (one) => readItemInstant(one) <= latest && one !== item && digest.some((other) => isSame(one, other)),
  );
}

const FEWEST_SHARED = 2;

export const accountFeedHasStatusOfEveryTerminal = check({
  id: 'feeds/account-feed-has-the-status-of-every-terminal',
  title: 'If the account feed repeats the latest status item of some terminals, it also has one of the others',
  clause: 'feeds.account.rows',
  level: 'should', // the document leaves the number of items open
  needs: ['reader', 'sampling'],
  async run({ reader, sampling }) {
    const account = await readFeedItems(reader, 'getAccountFeed');
    const digest = groupStatusItems(account.items);
    const inBadState = [...listBadStates(reader.sees)];
    const bad = sampling.depth === 'quick' ? [] : inBadState.slice(0, 1);
    const shared: { readonly category: string; readonly feed: Feed }[] = [];
    const lacking: { readonly category: string; readonly terminal: string; readonly feed: Feed }[] = [];
    for (const terminal of new Set([...bad, ...(await selectFeedTerminals(reader, sampling))])) {
      const feed = await readFeed(reader, terminal);
      const names = [terminal, ...(reader.sees.aliases.get(terminal) ?? [])];
      const isOfTerminal = (item: FeedElement) => names.some((name) => occursIn(readItemWords(item), name));
      for (const [category, items] of feed === undefined ? [] : groupStatusItems(feed.items)) {
        const [latest] = items.toSorted((a, b) => readItemInstant(b) - readItemInstant(a));
        const shown = digest.get(category) ?? [];
        // a digest may end before older items, or have a round number of each category
        const oldest = findSmallest((shown.length % 5 === 0 ? shown : account.items).map(readItemInstant));
        if (feed === undefined || latest === undefined || !(readItemInstant(latest) > oldest)) continue;
        if (shown.some((item) => readChildText(item, 'title') === readChildText(latest, 'title')))
          shared.push({ category, feed });
        else if (!shown.some(isOfTerminal)) lacking.push({ category, terminal, feed });
      }
    }
    const feeds = new Set([...shared, ...lacking].map(({ feed }) => feed.exchange));
    if (shared.length < FEWEST_SHARED)
      return notApplicable('the account feed repeats no status items of terminals', account.feed, ...feeds);
    const first = lacking.find(
      ({ category }) => shared.filter((one) => one.category === category).length >= FEWEST_SHARED,
    );
    if (first === undefined) return pass(account.feed, ...feeds);
    const expected = `an item about the status of ${first.terminal}, as in its own feed`;
    return fail({ expected, actual: account.feed, saw: 'none' }, first.feed.exchange);
  },
});

/** Groups the items about the status of terminals by their categories: heartbeats and changes may have different ones. */
const groupStatusItems = (items: readonly FeedElement[]): Map<string, FeedElement[]> =>
  Map.groupBy(
    items.filter((item) => getCategoryKind(item) === 'status'),
    (item) => readCategory(item) ?? '',
  );

const OTHER_KINDS: readonly FeedKind[] = ['commands', 'provisioning'];

/** Whether the account feed has the topic of an item: that of its category, otherwise that of its words. */
function isOfAccount(item: FeedElement, category: string): boolean {
  const kind = getCategoryKind(item);
  if (kind !== undefined) return OF_THE_ACCOUNT.includes(kind);
  const isNamed = (one: FeedKind) => isAboutName(category, one) || isAbout(item, one);
  return OF_THE_ACCOUNT.some(isNamed) && !OTHER_KINDS.some(isNamed);
}

const isAboutName = (category: string, kind: FeedKind): boolean =>
  isAbout(
    {
      name: 'item',
      attributes: {},
      text: '',
      children: [{ name: 'title', attributes: {}, text: category, children: [] }],
    },
    kind,
  );

/** The account feed repeats the activity of terminals: what it shows of a terminal as recent is in the feed of the terminal too. */
export const terminalFeedHasEveryCategory = check({
  id: 'feeds/terminal-feeds-have-the-categories-of-the-account-feed',
  title:
    'Status, transaction, alert and journal items of the account feed about a terminal have their kind in its own feed',
  clause: 'feeds.terminal.rows',
  level: 'must',
  needs: ['reader', 'sampling'],
  async run({ reader, sampling }) {
    const { feed: account, items: digest } = await readFeedItems(reader, 'getAccountFeed');
    const feeds: Exchange[] = [];
    const swept = await selectFeedTerminals(reader, sampling);
    for (const terminal of [...swept, ...findFaultyTerminal(reader, digest, new Set(swept))]) {
      const feed = await readFeed(reader, terminal);
      if (feed === undefined || feed.items.length === 0) continue;
      if (feed.items.some(namesNoKind) || isDigest(feed.items)) continue;
      const kinds = new Set(feed.items.flatMap(listKinds));
      const oldest = findSmallest(feed.items.map(readItemInstant));
      const missing = digest.find((item) => {
        const [kind, ...more] = listKinds(item);
        return (
          kind !== undefined &&
          more.length === 0 &&
          OF_THE_ACCOUNT.includes(kind) &&
          !feed.items.some((one) => mayBeAbout(one, kind)) &&
          !isHeartbeat(item) &&
          readItemInstant(item) >= oldest &&
          isNamedAlone(item, terminal, reader)
        );
      });
      // feeds with fewer kinds may use other categories than the account feed
      if (missing !== undefined && kinds.size >= 2) {
        const expected = `items about ${listKinds(missing).join()}, which the account feed has about ${terminal}`;
        return fail({ expected, actual: feed.exchange, saw: 'none' }, account);
      }
      if (kinds.size >= 2) feeds.push(feed.exchange);
    }
    const [first, ...rest] = feeds;
    return first === undefined
      ? notApplicable('the items of terminal feeds do not name two kinds of activity', account)
      : pass(first, ...rest, account);
  },
});

/** Whether a feed is one item about several kinds of activity: it has the latest lines only. */
const isDigest = ([item, ...others]: readonly FeedElement[]): boolean =>
  item !== undefined && others.length === 0 && listKinds(item).length > 1;

/** Returns a further terminal in a bad state about which the account feed has an alert, if there is one. */
function findFaultyTerminal(reader: Principal, digest: readonly FeedElement[], known: ReadonlySet<string>): string[] {
  const alerts = digest.filter((item) => getCategoryKind(item) === 'alerts');
  const bad = [...listBadStates(reader.sees)].filter((terminal) =>
    alerts.some((item) => isNamedAlone(item, terminal, reader)),
  );
  return bad.some((terminal) => known.has(terminal)) ? [] : bad.slice(0, 1);
}

/** Whether an item names this terminal by its id, and no other terminal of the key. */
function isNamedAlone(item: FeedElement, terminal: string, { sees }: Principal): boolean {
  const text = ITEM_MEMBERS.map((name) => readChildText(item, name) ?? '').join('\n');
  const named = [...sees.terminals].filter((one) => occursIn(text, one));
  return named.length === 1 && named[0] === terminal && isNamedSurely(item, terminal);
}

const RECENT_TRANSACTIONS = 2;
const FEWEST_SHOWN = 3;
const HOUR_MS = 3_600_000;

/** Returns the time of a response by the clock of the service; NaN if it states none. */
const readDate = (exchange: Exchange): number => Date.parse(exchange.header('date') ?? '');

export const terminalFeedHasTransactions = check({
  id: 'feeds/have-transactions',
  title: 'The feeds of terminals and of the account have items about transactions, if there are recent ones',
  clause: 'feeds.terminal.rows',
  covers: ['feeds.account.rows'],
  level: 'must',
  needs: ['reader', 'sampling'],
  async run({ reader, sampling }) {
    const list = await readTransactions(reader);
    if (list === undefined) return untestable('needs transactions in a list that the kit can find');
    const portal = await reader.get('getPortal');
    const shown = new Set(isSuccess(portal) ? listScalars(portal) : []);
    const feeds: Exchange[] = [];
    const undecided: Exchange[] = [];
    for (const terminal of [undefined, ...(await selectFeedTerminals(reader, sampling))]) {
      const feed = await readFeed(reader, terminal);
      if (feed === undefined) continue;
      const { items } = feed;
      const rows = list.rows.filter((row) => terminal === undefined || row.terminal === terminal);
      // a feed without items may end at any age: only what the portal calls recent and happened in the last hour is recent
      const isEmpty = items.length === 0;
      const oldest = isEmpty ? readDate(feed.exchange) - HOUR_MS : findSmallest(items.map(readItemInstant));
      const covered = rows.filter(
        ({ id, row }) =>
          (!isEmpty || shown.has(id)) && list.times.every(({ readRange }) => readRange(row).from >= oldest),
      );
      const isSure = isEmpty ? list.hasUnmistakableIds : !items.some(namesNoKind);
      const isDue = list.times.length > 0 && isSure && covered.length >= (isEmpty ? FEWEST_SHOWN : RECENT_TRANSACTIONS);
      const isPresent = items.some(
        (item) =>
          mayBeAbout(item, 'transactions') ||
          rows.some(({ id, row }) => matchesActivity(item, { id, instants: readRowInstants(list, row) })),
      );
      if (isPresent) feeds.push(feed.exchange);
      else if (isDue) {
        const expected = `items about transactions: ${terminal ?? reader.name} has ${covered.length} ${isEmpty ? 'of the last hour' : 'that are not older than the feed'}`;
        return fail({ expected, actual: feed.exchange, saw: 'none' });
      } else undecided.push(feed.exchange);
    }
    const [first, ...rest] = feeds;
    if (first !== undefined) return pass(first, ...rest);
    if (undecided.length === 0)
      return addRemedy(untestable(`${reader.name} can read no feed`), { kind: 'reading-key' });
    return list.times.length === 0
      ? untestable('the transactions have no date or instant that the kit can read', ...undecided)
      : notApplicable('no transaction is known to be as recent as the items of the feeds', ...undecided);
  },
});

const readRowInstants = ({ times }: SurveyedTransactions, row: Cells): number[] =>
  times.map(({ readRange }) => readRange(row)).flatMap(({ from, to }) => (to - from < 1000 ? [toSecond(from)] : []));

const MANY_TERMINALS = 3;

export const accountFeedIsOfSeveralTerminals = check({
  id: 'feeds/account-feed-is-not-of-one-terminal',
  title:
    'The account feed does not name one terminal only if several terminals have transactions as recent as its items',
  clause: 'feeds.account.rows',
  level: 'must',
  needs: ['reader'],
  async run({ reader }) {
    const { feed: account, items } = await readFeedItems(reader, 'getAccountFeed');
    if (items.length === 0) return notApplicable('the feed has no items', account);
    const list = await readTransactions(reader);
    const texts = items.map((item) => ITEM_MEMBERS.map((name) => readChildText(item, name) ?? '').join('\n'));
    const terminals = new Set([...reader.sees.terminals, ...(list?.survey.terminals ?? [])]);
    const isNamed = (terminal: string) => (text: string) =>
      [terminal, ...(reader.sees.aliases.get(terminal) ?? [])].some((name) => occursIn(text, name));
    const named = [...terminals].filter((terminal) => texts.some(isNamed(terminal)));
    const [only] = named;
    if (named.length > 1) return pass(account);
    // other items may be about terminals whose labels the kit does not know
    if (
      only === undefined ||
      !items.every((item) => listOwnNames(reader.sees, only).some((name) => isNamedSurely(item, name)))
    )
      return untestable('needs a feed in which each item names its terminal by its id or label', account);
    // a digest of several terminals may have the link of one
    const isInText = items.some((item) =>
      isNamed(only)(['title', 'description', 'category'].map((name) => readChildText(item, name) ?? '').join('\n')),
    );
    if (!isInText && items.length < MANY)
      return untestable('the feed has few items, which name a terminal by their links only', account);
    const oldest = findSmallest(items.map(readItemInstant));
    const isActive = ({ row }: SurveyedTransaction): boolean =>
      list !== undefined && list.times.length > 0 && list.times.every(({ readRange }) => readRange(row).from >= oldest);
    // a feed that names terminals by their labels names others by labels that the kit must know
    const isById = texts.some((text) => occursIn(text, only));
    const isKnown = (terminal: string) => isById || (reader.sees.aliases.get(terminal)?.size ?? 0) > 0;
    const recent = new Set(list?.rows.flatMap((one) => (isActive(one) ? (one.terminal ?? []) : [])));
    const active = new Set([...recent].filter(isKnown));
    if (active.size < MANY_TERMINALS)
      return notApplicable('few terminals have transactions that are known to be as recent as the items', account);
    const expected = `items about several of the ${active.size} terminals with transactions as recent as these items`;
    return fail({ expected, actual: account, saw: `items about ${only} only` });
  },
});

export const accountFeedHasEveryKind = check({
  id: 'feeds/account-feed-has-the-kinds-of-terminal-feeds',
  title: 'The account feed has recent status, transaction, alert and journal items if terminal feeds have them',
  clause: 'feeds.account.rows',
  level: 'must',
  needs: ['reader', 'sampling'],
  async run({ reader, sampling }) {
    const account = await readFeedItems(reader, 'getAccountFeed');
    const instants = account.items.map(readItemInstant).sort((a, b) => a - b);
    // a digest may limit the number of each kind, so that its older part lacks some
    const since = instants[Math.floor(instants.length / 2)];
    const shown = new Set(account.items.flatMap(listKinds));
    if (since === undefined || shown.size < 2 || account.items.some(namesNoKind))
      return notApplicable(
        'the items of the account feed do not all name their kind, or there are fewer than two',
        account.feed,
      );
    const feeds: Exchange[] = [];
    for (const terminal of await selectFeedTerminals(reader, sampling)) {
      const feed = await readFeed(reader, terminal);
      if (feed === undefined) continue;
      feeds.push(feed.exchange);
      const isAbsent = (kind: FeedKind): boolean =>
        OF_THE_ACCOUNT.includes(kind) && !account.items.some((item) => mayBeAbout(item, kind));
      const absent = feed.items
        .filter((item) => readItemInstant(item) >= since && reachesBehind(account.items, item, feed))
        .flatMap((item) => findOnlyKind(item) ?? [])
        .find(isAbsent);
      const isAlike = feed.items.some((item) => listKinds(item).some((kind) => kind !== 'commands' && shown.has(kind)));
      if (absent === undefined || !isAlike) continue;
      const expected = `items about ${absent}, as in the feed of ${terminal}`;
      return fail({ expected, actual: account.feed, saw: 'none' }, feed.exchange);
    }
    const [first, ...rest] = feeds;
    return first === undefined
      ? addRemedy(untestable(`${reader.name} cannot read the feed of a terminal`), { kind: 'reading-key' })
      : pass(account.feed, first, ...rest);
  },
});
