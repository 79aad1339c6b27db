import { findLargest, findSmallest } from '../../../base/large-lists.ts';
import type { OperationId } from '../../../spec/index.ts';
import { check } from '../../engine/check.ts';
import { type Exchange, isSuccess, type Parameters } from '../../http/client.ts';
import { containsName, listObjects, listStrings, readWords } from '../../reading/names/response-words.ts';
import { findTexts, findValue } from '../../reading/pointers.ts';
import { isDistinctive, listMarks } from '../../reading/served.ts';
import { readInstants } from '../../reading/values/instants.ts';
import { hasIdsAsNames } from '../../reading/values/maps-by-id.ts';
import { intersects, subtract } from '../../reading/values/set-relations.ts';
import { HALF } from '../../reading/verdicts/sampling.ts';
import {
  Concluded,
  fail,
  forEachTestable,
  notApplicable,
  pass,
  untestable,
  type Verdict,
} from '../../reading/verdicts/verdict.ts';
import { listFeedTerminals } from '../../relations/contents/feed-terminals.ts';
import type { Principal } from '../../relations/survey/principals.ts';
import type { Bindings } from '../../slots/bindings.ts';
import {
  formatNames,
  type ListRow,
  type ReadContext,
  readAllPages,
  readControl,
  type WholeTable,
} from '../../slots/read-lists.ts';
import { LIST_SLOTS, type ListOperationId } from '../../slots/slots.ts';

type Context = ReadContext<Principal>;

/** Reads a list to its end. Ends the check as untestable if it is too long. */
async function readWhole(
  context: Context,
  operation: ListOperationId,
  parameters: Parameters = {},
): Promise<WholeTable> {
  const whole = await readPages(context, operation, parameters);
  if (!whole.isComplete) throw new Concluded(untestable(`${operation} is too long to read to its end`, whole.exchange));
  return whole;
}

/** Reads the pages of a list, as many as the kit reads at most. */
async function readPages(
  context: Context,
  operation: ListOperationId,
  parameters: Parameters = {},
): Promise<WholeTable> {
  const first = await readControl(context, operation, parameters);
  return readAllPages(context, operation, { first, granted: first.rows.length + 1 });
}

/** The distinctive values that an item has if it is more than its id. */
const FEWEST_MARKS = 2;
const MOST_OPENED = 2;
/** The number of terminals whose commands the checks of feeds read. */
const MOST_READ = 2;

interface Opened {
  readonly list: 'listLocations' | 'listConnectors';
  readonly opens: OperationId;
  readonly toParameters: (id: string) => Parameters;
  /** Returns the ids that other responses show to the key. */
  readonly readShown: (context: Context) => Promise<ReadonlySet<string>>;
  readonly idsOf: (row: ListRow) => readonly string[];
  /** Returns distinctive values of an item, by which the list may show it under another id; at least `FEWEST_MARKS` of them. */
  readonly listMarksOf: (context: Context, item: Exchange, id: string) => Promise<readonly string[]>;
}

const OPENED: Readonly<Record<'listLocations' | 'listConnectors', Omit<Opened, 'list'>>> = {
  listLocations: {
    opens: 'getLocation',
    toParameters: (id) => ({ terminal_id: id }),
    readShown: async ({ reader }) => reader.sees.terminals,
    idsOf: ({ terminals }) => terminals,
    // an answer without an address is that of a terminal without a location
    listMarksOf: async ({ reader }, item) => listMarks(item, [reader.sees.responses.get('getPortal') ?? []].flat()),
  },
  listConnectors: {
    opens: 'getConnectorStatus',
    toParameters: (id) => ({ connector_id: id }),
    readShown: async (context) => new Set((await readPortalConnectors(context)).keys()),
    idsOf: ({ id }) => [id],
    listMarksOf: async (context, _, id) => {
      const entry = (await readPortalConnectors(context)).get(id);
      return entry === undefined
        ? []
        : [id, ...listStrings(entry).filter((text) => text !== id && isDistinctive(text))];
    },
  },
};

/** Returns the connectors in the portal by their ids: the members with the name of the id in the list. */
async function readPortalConnectors({ reader, bindings }: Context): Promise<ReadonlyMap<string, object>> {
  const [, name = ''] = /\/([^/*#$]+)$/.exec(bindings.need('connectors.id')) ?? [];
  const portal = await reader.get('getPortal');
  const section = findValue(portal.json, bindings.need('portal.visible_connectors'));
  return new Map(
    listObjects(section).flatMap((connector): [string, object][] => {
      const id: unknown = Reflect.get(connector, name);
      return typeof id === 'string' || typeof id === 'number' ? [[String(id), connector]] : [];
    }),
  );
}

/** Reads what a list lacks: where the read of the item succeeds, the list is shorter than the scope. */
async function judgeList(context: Context, opened: Opened): Promise<Verdict> {
  const { list, opens, toParameters, readShown, idsOf, listMarksOf } = opened;
  if (!context.reader.sees.reads.has(opens)) return untestable(`${context.reader.name} reads no item of ${list}`);
  const { exchange, rows, isComplete } = await readPages(context, list);
  const listed = new Set(rows.flatMap(idsOf));
  if (listed.size === 0) return untestable(`${list} is empty`, exchange);
  const others = [...subtract(await readShown(context), listed)];
  if (others.length > 0 && !isComplete) return untestable(`${list} is too long to read to its end`, exchange);
  for (const id of others.slice(0, MOST_OPENED)) {
    const item = await context.reader.get(opens, toParameters(id));
    if (!isSuccess(item) || !listStrings(item.json).includes(id)) continue;
    // the list may show it by another id, such as a location of several terminals
    const shown = readWords(exchange);
    const marks = await listMarksOf(context, item, id);
    if (marks.length < FEWEST_MARKS || marks.some((mark) => containsName(shown, mark))) continue;
    const again = await readWhole(context, list);
    if (again.rows.flatMap(idsOf).includes(id)) continue;
    return fail(
      { expected: `${id}, which the key reads by id`, actual: again.exchange, saw: 'a list without it' },
      item,
    );
  }
  return pass(exchange);
}

/** Returns the commands of the portal with their terminals. */
export function listRecentCommands(portal: Exchange, bindings: Bindings) {
  const [id, terminal] = [bindings.need('commands.id'), bindings.need('commands.terminal')];
  const section = findValue(portal.json, bindings.need('portal.recent_commands'));
  return listObjects(section).flatMap((value) => {
    const [[command], [at]] = [findTexts(value, id), findTexts(value, terminal)];
    return command === undefined || at === undefined ? [] : [{ id: command, terminal: at, value }];
  });
}

async function judgeCommands(context: Context): Promise<Verdict> {
  const { reader, bindings } = context;
  const portal = await reader.get('getPortal');
  if (!isSuccess(portal)) return untestable('the portal cannot be read', portal);
  const recent = listRecentCommands(portal, bindings).filter(({ terminal }) => reader.sees.terminals.has(terminal));
  // commands that the survey or the checks of feeds read anyway
  const read = [
    reader.sees.reads.get('listTerminalCommands')?.terminal_id,
    ...(await listFeedTerminals(reader)).slice(0, MOST_READ),
  ];
  const terminal = read.find((id) => recent.some((one) => one.terminal === id));
  if (typeof terminal !== 'string') return untestable('needs recent commands in the portal', portal);
  const { exchange, rows } = await readWhole(context, 'listTerminalCommands', { terminal_id: terminal });
  // a list may begin at some age: only what is not older than its oldest command must be in it
  const since = findSmallest(rows.map(({ value }) => readLatest(value)));
  const listed = new Set(rows.map(({ id }) => id));
  const missing = recent.filter(
    (one) => one.terminal === terminal && !listed.has(one.id) && readLatest(one.value) >= since,
  );
  if (!recent.some(({ id }) => listed.has(id)))
    return untestable('the portal shows the commands by other ids', portal, exchange);
  if (missing.length === 0) return pass(portal, exchange);
  const again = await reader.get('listTerminalCommands', { terminal_id: terminal }, { isFresh: true });
  const portalAgain = await reader.get('getPortal', {}, { isFresh: true });
  const current = new Set(listRecentCommands(portalAgain, bindings).map(({ id }) => id));
  const lost = missing.filter(({ id }) => current.has(id) && !again.text.includes(id));
  if (lost.length === 0) return pass(portal, exchange);
  return fail(
    {
      expected: `the commands of ${terminal} that the portal shows`,
      actual: again,
      saw: `no ${formatNames(lost.map(({ id }) => id))}`,
    },
    portalAgain,
  );
}

const readLatest = (value: unknown): number => findLargest(readInstants(listStrings(value)));

export const listsAreComplete = check({
  id: 'scope/lists-have-what-other-responses-show',
  title:
    'The locations, the connectors and the commands of a terminal contain what other responses show to the same key',
  clause: 'auth.scope',
  covers: ['locations.list', 'connectors.list', 'commands.list'],
  level: 'must',
  needs: ['reader', 'bindings'],
  keys: { quick: 1, standard: HALF },
  run: (context) =>
    forEachTestable(['listLocations', 'listConnectors', 'listTerminalCommands'] as const, String, (operation) => {
      if (operation !== 'listTerminalCommands') return judgeList(context, { list: operation, ...OPENED[operation] });
      context.bindings.need(LIST_SLOTS[operation].id);
      return judgeCommands(context);
    }),
});

const NAMES_GROUP = /gr(o|ou|u)pp?[eo]?/i;
const NAMES_EXCEPTION = /ex(clu|cept|empt)|hidden|denied|without|ohne|sauf|former|previous/i;

/** Returns the texts in members that are named like groups, at any depth. */
const listGroupTexts = (value: unknown, isOfGroups = false): string[] => {
  if (typeof value === 'string' || typeof value === 'number') return isOfGroups ? [String(value)] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    NAMES_EXCEPTION.test(name) ? [] : listGroupTexts(one, isOfGroups || NAMES_GROUP.test(name)),
  );
};

/** Returns a value without the lists of objects in it. */
function withoutLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((one) => typeof one !== 'object');
  if (typeof value !== 'object' || value === null) return value;
  if (hasIdsAsNames(value)) return undefined;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutLists(one)]));
}

/** The profile of a user names the groups that the user was given; other keys show which terminals they have. */
export const groupsOfTheUserAreVisible = check({
  id: 'scope/groups-of-the-user-are-visible',
  title: 'A key sees terminals of each group that its own profile names',
  clause: 'auth.scope',
  covers: ['auth.visibility_rules'],
  level: 'must',
  needs: ['insider', 'outsider', 'bindings'],
  async run({ insider, outsider, bindings }) {
    const portal = await outsider.get('getPortal');
    if (!isSuccess(portal)) return untestable('the portal cannot be read', portal);
    const profile = bindings.find('portal.principal_profile');
    // in a flat portal, the profile is among the members outside lists
    const members = profile === undefined ? withoutLists(portal.json) : findValue(portal.json, profile);
    const named = new Set(listGroupTexts(members));
    // each tenant may number its own groups, and each user may see some of the terminals of a group
    const areOfOneTenant = intersects(insider.sees.mentioned, outsider.sees.mentioned);
    const hasOwn = (id: string): boolean => (outsider.sees.groups.get(id)?.size ?? 0) > 0;
    const groups = [...insider.sees.groups].filter(
      ([id, terminals]) => areOfOneTenant && named.has(id) && terminals.size > 0 && !hasOwn(id),
    );
    const [first] = groups;
    if (first === undefined) return notApplicable(`the profile names no group that ${insider.name} sees`, portal);
    const control = await insider.get('listTerminalGroups');
    const invisible = groups.find(([, terminals]) => !intersects(terminals, outsider.sees.mentioned));
    if (invisible === undefined) return pass(portal, control);
    const [id, terminals] = invisible;
    // other members of a flat portal may name groups that are not those of the user
    bindings.need('portal.principal_profile');
    const expected = `terminals of ${id}, a group of the user of ${outsider.name}`;
    return fail({ expected, actual: portal, saw: `none of ${formatNames(terminals)}` }, control);
  },
});
