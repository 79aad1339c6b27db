import { omitUndefined } from '../../../base/omit-undefined.ts';
import { check } from '../../engine/check.ts';
import { type Exchange, isSuccess, type Parameters } from '../../http/client.ts';
import {
  type DeclaredParameter,
  listDeclaredParameters,
  readPublicDocument,
} from '../../reading/declared-parameters.ts';
import { toObject } from '../../reading/published-document.ts';
import { listNamedScalars } from '../../reading/values/named-scalars.ts';
import { intersects } from '../../reading/values/set-relations.ts';
import {
  fail,
  forEachTestable,
  notApplicable,
  notInThisDepth,
  pass,
  untestable,
  type Verdict,
} from '../../reading/verdicts/verdict.ts';
import type { Principal } from '../../relations/survey/principals.ts';
import {
  formatNames,
  getWidestParameters,
  type ListRow,
  listIds,
  type ReadContext,
  readAllPages,
  readControl,
  readTable,
} from '../../slots/read-lists.ts';
import { LIST_SLOTS, type ListOperationId } from '../../slots/slots.ts';
import { isFurther, listShownValues } from '../scope/declared-parameters.ts';

const LISTS: readonly ListOperationId[] = ['listDisputes', 'listSettlements'];

/** Parameters that may add rows to a list, or select the time that it covers. */
const MAY_ADD =
  /incl|with|archiv|delet|hidden|all|view|scope|expand|field|from|since|after|until|to$|before|date|day|period|start|end|window|inkl|avec|tous|todos|desde|hasta|bis|von|vanaf/i;

const selects = (operation: ListOperationId, parameter: DeclaredParameter): boolean =>
  isFurther(operation, parameter) && !parameter.hasDefault && !MAY_ADD.test(parameter.name);

/** A description that states which rows the list has without the filter. */
const STATES_DEFAULT =
  /default|omit|absent|without|unless|otherwise|if not|standard|voreingestellt|ohne|d[eé]faut|defecto|omisi[oó]n|padr[aã]o|predefinit/i;

/** Whether a filter must select from the rows that the list has without it. */
const narrows = (operation: ListOperationId, parameter: DeclaredParameter): boolean =>
  selects(operation, parameter) && !STATES_DEFAULT.test(parameter.text);

export const declaredFiltersStayInTheList = check({
  id: 'lists/declared-filters-return-rows-of-the-list',
  title: 'A list with a filter that only the public document declares returns rows of the same list without it',
  clause: 'auth.scope',
  covers: ['scope.response', 'disputes.list', 'settlements.list'],
  level: 'must',
  needs: ['readers', 'anonymous', 'bindings', 'sampling'],
  async run({ readers, anonymous, bindings, sampling }) {
    const document = await readPublicDocument(anonymous);
    const declared = listDeclaredParameters(toObject(document.json));
    const lists = LISTS.filter((operation) => declared.get(operation)?.some((one) => narrows(operation, one)));
    if (lists.length === 0) return notApplicable('the public document declares no filters of these lists', document);
    return forEachTestable(lists, String, (operation) =>
      forEachTestable(
        sampling.depth === 'thorough'
          ? readers
          : selectNarrowestAndWidest(readers).slice(0, sampling.depth === 'quick' ? 1 : 2),
        ({ name }) => name,
        async (reader) => {
          const whole = await readWhole({ reader, bindings }, operation);
          if (whole === undefined) return untestable('the list cannot be read to its end');
          if (whole.rows.length === 0) return untestable('needs rows', whole.exchange);
          const parameters = (declared.get(operation) ?? [])
            .filter((one) => narrows(operation, one))
            .toSorted((a, b) => Number(b.values.length > 0) - Number(a.values.length > 0));
          const probes = parameters.flatMap((parameter) =>
            listValues(parameter, whole.rows).map((value) => ({ [parameter.name]: value })),
          );
          const read: Exchange[] = [];
          for (const probe of probes.slice(0, sampling.depth === 'thorough' ? MOST_PROBES : 1)) {
            const exchange = await reader.get(operation, probe);
            const found = readTable(exchange, bindings, operation)?.rows ?? [];
            if (isSuccess(exchange)) read.push(exchange);
            if (found.every(({ id }) => whole.ids.has(id))) continue;
            const again = await readWhole({ reader, bindings }, operation, { isFresh: true });
            const added = found.filter(({ id }) => again?.ids.has(id) === false);
            if (again === undefined || added.length === 0) continue;
            const saw = formatNames(added.map(({ id }) => id));
            return fail({ expected: 'rows of the list without the filter', actual: exchange, saw }, again.exchange);
          }
          return read.length === 0
            ? untestable('needs values for the filters', whole.exchange)
            : pass(whole.exchange, ...read);
        },
      ),
    );
  },
});

/** Lists with rows about terminals, whose declared filters may be combined with one terminal. */
const WITH_TERMINALS = new Set<ListOperationId>(['listDisputes', 'listTransactions']);

export const declaredFiltersSelect = check({
  id: 'lists/declared-filters-select',
  title:
    'A filter that the public document declares, with the values of a member of the rows, returns only rows with that value',
  clause: 'versioning.current_contract',
  covers: ['disputes.list', 'settlements.list', 'transactions.combine'],
  level: 'must',
  needs: ['readers', 'anonymous', 'bindings', 'sampling'],
  async run({ readers, anonymous, bindings, sampling }) {
    const document = await readPublicDocument(anonymous);
    const declared = listDeclaredParameters(toObject(document.json));
    const lists = FILTERED.filter((operation) => declared.get(operation)?.some((one) => selects(operation, one)));
    if (lists.length === 0) return notApplicable('the public document declares no filters of these lists', document);
    const [reader] = selectNarrowestAndWidest(readers).toReversed();
    if (reader === undefined) return untestable('needs a key that sees transactions');
    if (sampling.depth === 'quick') return notInThisDepth('a quick run tries no declared filters', document);
    const sampled = sampling.select('lists with filters', lists, { quick: 1, standard: 2 });
    return forEachTestable(sampled, String, async (operation) => {
      const control = await readControl({ reader, bindings }, operation);
      const parameters = declared.get(operation) ?? [];
      const filters = parameters
        .filter((one) => selects(operation, one))
        .flatMap((one) => findFilter(one, control.rows) ?? []);
      if (filters.length === 0)
        return notApplicable('no filter is named like a member of the rows whose values it lists', control.exchange);
      const byTerminal = parameters.some(({ name }) => name === 'terminal_id') && WITH_TERMINALS.has(operation);
      const probes = filters.flatMap((filter) => [
        ...(byTerminal ? listTerminalProbes(filter, control.rows) : []),
        { ...filter, terminal: undefined },
      ]);
      const read: Exchange[] = [];
      for (const { name, member, value, terminal } of probes.slice(
        0,
        sampling.depth === 'thorough' ? MOST_PROBES : 2,
      )) {
        const exchange = await reader.get(operation, { [name]: value, ...omitUndefined({ terminal_id: terminal }) });
        const rows = readTable(exchange, bindings, operation)?.rows;
        if (rows === undefined || rows.length === 0) continue;
        read.push(exchange);
        const stray = rows.find((row) => !readMember(row, member).includes(value));
        if (stray === undefined) continue;
        const saw = `${stray.id}, whose ${member} is ${readMember(stray, member).join() || 'absent'}`;
        return fail({ expected: `only rows whose ${member} is ${value}`, actual: exchange, saw }, control.exchange);
      }
      return read.length === 0
        ? untestable('the filtered lists have no rows', control.exchange)
        : pass(control.exchange, ...read);
    });
  },
});

const FILTERED: readonly ListOperationId[] = ['listDisputes', 'listSettlements', 'listTransactions', 'listLocations'];

export const declaredFiltersKeepTheTerminal = check({
  id: 'lists/declared-filters-keep-the-terminal',
  title:
    "A terminal's own list with a filter or an order that the public document declares has rows of that terminal only",
  clause: 'terminals.transactions',
  covers: ['commands.list', 'versioning.current_contract'],
  level: 'must',
  needs: ['readers', 'anonymous', 'bindings', 'sampling'],
  async run({ readers, anonymous, bindings, sampling }) {
    const document = await readPublicDocument(anonymous);
    const declared = listDeclaredParameters(toObject(document.json));
    const [reader = readers[0]] = selectNarrowestAndWidest(readers).toReversed();
    return forEachTestable(OF_A_TERMINAL, String, async (operation): Promise<Verdict> => {
      const parameters = (declared.get(operation) ?? []).filter((one) => selects(operation, one));
      const orders = listOrders(declared.get(operation) ?? []);
      const terminal_id = reader.sees.reads.get(operation)?.terminal_id;
      if (parameters.length + orders.length === 0 || typeof terminal_id !== 'string')
        return notApplicable('the public document declares no filter and no order of this list', document);
      if (bindings.find(LIST_SLOTS[operation].terminal ?? LIST_SLOTS[operation].id) === undefined)
        return notApplicable('its rows name no terminal', document);
      const control = await readControl({ reader, bindings }, operation, { terminal_id });
      const own = new Set(control.rows.flatMap(({ terminals }) => terminals));
      const probes = parameters.flatMap((parameter) =>
        listShownValues(parameter, control.rows)
          .slice(0, 1)
          .map((value) => ({ [parameter.name]: value, terminal_id })),
      );
      const sampled = probes.slice(0, sampling.depth === 'thorough' ? MOST_PROBES : 1);
      const read: Exchange[] = [];
      for (const probe of [...sampled, ...orders.map((order) => ({ ...order, terminal_id }))]) {
        const exchange = await reader.get(operation, probe);
        const rows = readTable(exchange, bindings, operation)?.rows ?? [];
        if (rows.length > 0) read.push(exchange);
        const stray = rows.find(({ terminals }) => terminals.length > 0 && !intersects(new Set(terminals), own));
        if (stray === undefined) continue;
        const saw = `${stray.id} of ${formatNames(stray.terminals)}`;
        return fail({ expected: `only rows of ${terminal_id}`, actual: exchange, saw }, control.exchange);
      }
      return read.length === 0
        ? notApplicable('no filter has the values of a member of the rows', control.exchange)
        : pass(control.exchange, ...read);
    });
  },
});

/** Returns a request for an order, if the document declares one. */
function listOrders(declared: readonly DeclaredParameter[]): Parameters[] {
  const [order] = declared.filter(({ name }) => NAMES_ORDER.test(name));
  const value = order?.values[0] ?? (order?.name === 'sort_by' ? 'amt_comp' : undefined);
  return order === undefined || value === undefined ? [] : [{ [order.name]: value }];
}

const NAMES_ORDER = /^\$?(sort|order)(?!.*dir)/i;

const OF_A_TERMINAL = ['listTerminalTransactions', 'listTerminalCommands'] as const;

/** A filter, the member of the rows that it selects by, and the rarest value of that member. */
interface Filter {
  readonly name: string;
  readonly member: string;
  readonly value: string;
}

const toPlain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

const readMember = ({ value }: ListRow, member: string): string[] =>
  listNamedScalars(value).flatMap(({ name, value: one }) => (name === member ? [String(one)] : []));

/** Returns the filter of a parameter that has the name of a member of the rows and lists the values of that member. */
function findFilter(parameter: DeclaredParameter, rows: readonly ListRow[]): Filter | undefined {
  const members = new Set(rows.flatMap(({ value }) => listNamedScalars(value).map(({ name }) => name)));
  const [member, ...others] = [...members].filter((name) => toPlain(name) === toPlain(parameter.name));
  if (member === undefined || others.length > 0) return undefined;
  const values = rows.map((row) => readMember(row, member));
  const counts = Map.groupBy(values.flat(), String);
  const isListed = values.every((one) => one.length === 1 && one.every((text) => parameter.values.includes(text)));
  const [rarest] = [...counts].toSorted(([, a], [, b]) => a.length - b.length);
  return isListed && rarest !== undefined && counts.size > 1
    ? { name: parameter.name, member, value: rarest[0] }
    : undefined;
}

/** Returns a filter with a terminal that has rows with the value, and rows with another one. */
function listTerminalProbes(filter: Filter, rows: readonly ListRow[]): (Filter & { readonly terminal: string })[] {
  const byTerminal = Map.groupBy(rows, ({ terminals }) => terminals[0] ?? '');
  const mixed = [...byTerminal].find(
    ([terminal, own]) => terminal !== '' && new Set(own.flatMap((row) => readMember(row, filter.member))).size > 1,
  );
  const [value] = mixed === undefined ? [] : mixed[1].flatMap((row) => readMember(row, filter.member));
  return mixed === undefined || value === undefined ? [] : [{ ...filter, value, terminal: mixed[0] }];
}

/** Returns the keys that see the fewest and the most terminals: a filter may widen the scope of one, or add rows for the other. */
function selectNarrowestAndWidest(readers: readonly Principal[]): readonly Principal[] {
  const sorted = readers
    .filter(({ sees }) => sees.transactions.length > 0)
    .toSorted((a, b) => a.sees.terminals.size - b.sees.terminals.size);
  return [...new Set([...sorted.slice(0, 1), ...sorted.slice(-1)])];
}

/** Returns values that the document lists and no row has: such rows must not exist. Then one that a row has. */
function listValues(parameter: DeclaredParameter, rows: readonly ListRow[]): readonly string[] {
  const shown = new Set(listShownValues(parameter, rows));
  return [...parameter.values.filter((value) => !shown.has(value)).slice(0, MOST_VALUES), ...[...shown].slice(0, 1)];
}

const MOST_VALUES = 3;
const MOST_PROBES = 8;

interface Whole {
  readonly exchange: Exchange;
  readonly rows: readonly ListRow[];
  readonly ids: ReadonlySet<string>;
}

/** Reads a list to its end; `undefined` if it cannot be read, or is too long. */
async function readWhole(
  { reader, bindings }: ReadContext<Principal>,
  operation: ListOperationId,
  { isFresh = false, parameters = {} }: { readonly isFresh?: boolean; readonly parameters?: Parameters } = {},
): Promise<Whole | undefined> {
  bindings.need(LIST_SLOTS[operation].id);
  const exchange = await reader.get(operation, parameters, isFresh ? { isFresh } : {});
  const first = readTable(exchange, bindings, operation);
  if (first === undefined) return undefined;
  const granted = Number(getWidestParameters(bindings).limit ?? first.rows.length + 1);
  const { rows, isComplete } = await readAllPages({ reader, bindings }, operation, { first, granted });
  return isComplete ? { exchange, rows, ids: new Set(listIds({ rows })) } : undefined;
}
