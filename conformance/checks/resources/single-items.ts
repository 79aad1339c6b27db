import { type OperationId, operations } from '../../../spec/index.ts';
import { type Check, check } from '../../engine/check.ts';
import { type Exchange, isSuccess } from '../../http/client.ts';
import { findClosestPair, findMistakenRow, orderByLikeness, orderByVariety } from '../../reading/matching-rows.ts';
import { listProvisioningJobs } from '../../reading/names/provisioning-jobs.ts';
import { listJsonScalars } from '../../reading/refusal.ts';
import { isInstant } from '../../reading/values/instants.ts';
import { listNamedScalars } from '../../reading/values/named-scalars.ts';
import { HALF, type Sampling } from '../../reading/verdicts/sampling.ts';
import {
  fail,
  forEachTestable,
  notApplicable,
  pass,
  untestable,
  type Verdict,
} from '../../reading/verdicts/verdict.ts';
import { express, splitWords } from '../../reading/words/synonyms.ts';
import { isAsDocumented } from '../../relations/survey/archived-rows.ts';
import { type Principal, pickPathParameters } from '../../relations/survey/principals.ts';
import type { Bindings } from '../../slots/bindings.ts';
import { isUnmistakableId } from '../../slots/inference/ids/find-ids.ts';
import { formatNames, type ListRow, readControl, readTable } from '../../slots/read-lists.ts';
import { isListOfAnother, isOther, judgeCommandRows } from './command-rows.ts';
import { ITEM_SOURCES, type ItemSource } from './item-rows.ts';

/** A row of another surface, with the ids by which the single read finds it. */
interface LookupRow {
  readonly id: string;
  readonly value: unknown;
  readonly lookupIds: readonly string[];
}

interface SingleRead {
  readonly id: string;
  readonly title: string;
  readonly clause: 'locations.get' | 'connectors.status' | 'terminals.status' | 'provisioning.payload';
  readonly covers?: readonly ['provisioning.export'];
  readonly operations: readonly OperationId[];
  readonly parameter: 'terminal_id' | 'connector_id';
  readonly subject: string;
  /** How many items to read beside the one of the survey. */
  readonly more: number;
  /** The order of the other items. By default, those first that are easily confused with others. */
  readonly order?: (rows: readonly LookupRow[]) => readonly LookupRow[];
  /** Reads the rows that describe each item elsewhere. */
  readonly rowsOf: (context: { readonly reader: Principal; readonly bindings: Bindings }) => Promise<LookupRow[]>;
}

const toLookupRow = ({ id, value, terminals }: ListRow): LookupRow => ({ id, value, lookupIds: terminals });

/** The terminals of the portal, or the connectors of the list. */
const readLookupRows =
  (source: ItemSource): SingleRead['rowsOf'] =>
  async (context) =>
    (await source(context)).rows.map(({ id, value }) => ({ id, value, lookupIds: [id] }));

const SINGLE_READS: readonly SingleRead[] = [
  {
    id: 'terminals/location-is-of-the-terminal',
    title: 'The location of a terminal is the one that lists the terminal',
    clause: 'locations.get',
    operations: ['getLocation'],
    parameter: 'terminal_id',
    subject: 'location',
    more: 2,
    // the two terminals of one site first: a lookup by the site may return the other one
    order: (rows) => [...new Set([...findClosestPair(rows), ...orderByLikeness(rows)])],
    rowsOf: async (context) => {
      context.bindings.need('locations.terminal');
      return (await readControl(context, 'listLocations')).rows.map(toLookupRow);
    },
  },
  {
    id: 'terminals/connector-status-is-of-the-connector',
    title: 'The status of a connector describes that connector',
    clause: 'connectors.status',
    operations: ['getConnectorStatus'],
    parameter: 'connector_id',
    subject: 'connector',
    more: 1,
    rowsOf: readLookupRows(ITEM_SOURCES.connectors),
  },
  {
    id: 'terminals/status-is-of-the-terminal',
    title: 'The status of a terminal describes that terminal',
    clause: 'terminals.status',
    operations: ['getTerminalStatus'],
    parameter: 'terminal_id',
    subject: 'terminal',
    more: 3,
    order: orderByVariety,
    rowsOf: readLookupRows(ITEM_SOURCES.terminals),
  },
  {
    id: 'terminals/provisioning-is-of-the-terminal',
    title: 'The provisioning payload and export of a terminal describe that terminal',
    clause: 'provisioning.payload',
    covers: ['provisioning.export'],
    operations: ['getProvisioningPayload', 'getProvisioningExport'],
    parameter: 'terminal_id',
    subject: 'terminal',
    more: 1,
    rowsOf: readLookupRows(ITEM_SOURCES.terminals),
  },
];

/** Compares each single read with the rows of the list or of the portal: it must not describe another row. */
export const singleItemsAreTheRequested: readonly Check[] = SINGLE_READS.map(({ operations: reads, ...single }) =>
  check({
    ...single,
    level: 'must',
    needs: ['reader', 'bindings', 'sampling'],
    keys: { quick: 1, standard: HALF },
    async run({ reader, bindings, sampling }) {
      const rows = await single.rowsOf({ reader, bindings });
      if (rows.length === 0) return untestable(`needs a ${single.subject}`);
      if (rows.length === 1) return notApplicable(`${reader.name} sees only one ${single.subject}`);
      return forEachTestable(reads, String, (operation) =>
        forEachTestable(listItemIds(single, { operation, reader, rows, sampling }), String, (itemId) =>
          judgeItem({ operation, single, itemId }, reader, rows),
        ),
      );
    },
  }),
);

interface Survey {
  readonly operation: OperationId;
  readonly reader: Principal;
  readonly rows: readonly LookupRow[];
  readonly sampling: Sampling;
}

/** The ids of the items to read: the one of the survey, and those that are easily confused with others. */
function listItemIds(
  { parameter, subject, more, order = orderByLikeness }: Omit<SingleRead, 'operations' | 'id'>,
  { operation, reader, rows, sampling }: Survey,
): readonly string[] {
  const known = reader.sees.reads.get(operation)?.[parameter];
  const others = order(rows)
    .filter(({ lookupIds }) => !lookupIds.includes(String(known)))
    .flatMap(({ lookupIds }) => lookupIds.slice(0, 1));
  const chosen =
    more === 0 && sampling.depth !== 'thorough'
      ? []
      : sampling.depth === 'thorough'
        ? sampling.select(`${subject}s`, others, { quick: 1, thorough: 30 })
        : others.slice(0, sampling.depth === 'quick' ? 1 : more);
  return [...new Set([...(known === undefined ? [] : [String(known)]), ...chosen])];
}

async function judgeItem(
  { operation, single, itemId }: { operation: OperationId; single: Omit<SingleRead, 'operations'>; itemId: string },
  reader: Principal,
  rows: readonly LookupRow[],
): Promise<Verdict> {
  const item = await reader.get(operation, pickPathParameters(operation, { [single.parameter]: itemId }));
  if (item.status >= 500)
    return fail({ expected: `the ${single.subject} ${itemId}, which the key can see`, actual: item });
  if (!isSuccess(item)) return untestable(`${operations[operation].path} does not open ${itemId}`, item);
  const isRight = (row: LookupRow) => row.lookupIds.includes(itemId);
  if (!rows.some(isRight)) return untestable(`no other response describes ${itemId}`, item);
  const mistaken = findMistakenRow(item.json, { rows, isRight }, new Set([itemId]));
  if (mistaken === undefined) return pass(item);
  return fail({
    expected: `the ${single.subject} of ${itemId}`,
    actual: item,
    saw: `the values of ${mistaken.id}, which is another`,
  });
}

export const commandsAreOfTheTerminal = check({
  id: 'terminals/commands-are-of-the-terminal',
  title: 'The commands of a terminal are of that terminal only',
  clause: 'commands.list',
  level: 'must',
  needs: ['reader', 'bindings', 'sampling'],
  keys: { quick: 1, standard: HALF },
  async run({ reader, bindings, sampling }) {
    const parameters = reader.sees.reads.get('listTerminalCommands');
    if (parameters === undefined) return untestable(`${reader.name} reads no commands`);
    const first = String(parameters.terminal_id);
    const near = listNeighbours(reader, first);
    const others = sampling.select('terminals with commands', near, { quick: 0, standard: 1, thorough: 20 });
    const owners = new Map<string, string>();
    const evidence = [];
    if (bindings.find('commands.rows') === undefined) return judgeCommandRows(reader, [first, ...others]);
    for (const terminal_id of [first, ...others]) {
      const exchange = await reader.get('listTerminalCommands', { terminal_id });
      const table = readTable(exchange, bindings, 'listTerminalCommands');
      if (table === undefined || table.rows.length === 0) continue;
      evidence.push(exchange);
      if (bindings.find('commands.terminal') !== undefined) {
        const foreign = table.rows.filter(({ terminals }) =>
          terminals.some((one) => isOther(one, terminal_id, reader)),
        );
        if (foreign.length > 0) {
          const saw = `commands of ${formatNames(foreign.flatMap(({ terminals }) => terminals))}`;
          return fail({ expected: `only commands of ${terminal_id}`, actual: exchange, saw });
        }
      }
      if (bindings.find('commands.id') === undefined) continue;
      const shared: { readonly id: string; readonly owner: string }[] = [];
      for (const { id, value } of table.rows) {
        // numbers may begin anew at each terminal, and the bound member may be no id: then only whole rows are compared
        const isComparable = table.rows.length > 1 && listJsonScalars(value).some(isInstant);
        if (!isUnmistakableId(id) && !isComparable) continue;
        const row = isUnmistakableId(id) ? id : JSON.stringify(value);
        const owner = owners.get(row);
        if (owner !== undefined && owner !== terminal_id) shared.push({ id, owner });
        owners.set(row, terminal_id);
      }
      const [one] = shared;
      if (one !== undefined && isListOfAnother(shared, table.rows)) {
        const saw = `the command ${one.id}, which is also one of ${one.owner}`;
        return fail({ expected: `only commands of ${terminal_id}`, actual: exchange, saw });
      }
    }
    const [control, ...rest] = evidence;
    if (control === undefined) return judgeCommandRows(reader, [first, ...near].slice(0, MOST_EMPTY));
    const isDecided = bindings.find('commands.terminal') !== undefined || evidence.length > 1;
    return isDecided ? pass(control, ...rest) : untestable('needs two terminals with commands', control);
  },
});

/** The lists of commands that are read before they count as empty. */
const MOST_EMPTY = 6;

/** The other terminals of the key: those in a group of the terminal first, because a lookup may confuse them. */
function listNeighbours({ sees }: Principal, terminal: string): string[] {
  const groups = [...sees.groups]
    .filter(([id, members]) => sees.leafGroups.has(id) && members.has(terminal))
    .flatMap(([, members]) => [...members]);
  return [...new Set([...groups, ...sees.terminals])].filter((one) => one !== terminal);
}

const PROVISIONING: ReadonlySet<OperationId> = new Set<OperationId>([
  'getProvisioningPayload',
  'getProvisioningExport',
]);

export const provisioningJobsAreOfTheTerminal = check({
  id: 'terminals/provisioning-jobs-are-of-the-terminal',
  title: 'The jobs in the provisioning payload and export of a terminal name no other terminal',
  clause: 'provisioning.export',
  covers: ['provisioning.payload'],
  level: 'must',
  needs: ['readers', 'archive'],
  async run({ readers, archive }) {
    const right: Exchange[] = [];
    for (const answer of archive) {
      if (answer.operation === undefined || !PROVISIONING.has(answer.operation)) continue;
      const reader = readers.find(({ name }) => name === answer.request.caller);
      if (reader === undefined || !isSuccess(answer) || !isAsDocumented(answer)) continue;
      const requested = String(answer.parameters.terminal_id);
      const named = listProvisioningJobs(answer.json)
        .flatMap(listNamedScalars)
        .filter((one) => express(splitWords(`${one.parent} ${one.name}`), 'terminal'))
        .map(({ value }) => String(value).replace(/^.*\//, ''));
      const other = named.find((id) => isOther(id, requested, reader));
      if (other !== undefined && reader.sees.mentioned.has(requested))
        return fail({ expected: `jobs of ${requested}`, actual: answer, saw: `one of ${other}` });
      if (named.includes(requested)) right.push(answer);
    }
    const [first, ...rest] = right;
    return first === undefined ? notApplicable('no job names its terminal') : pass(first, ...rest.slice(0, 3));
  },
});
