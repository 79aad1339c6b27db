import type { Bindings } from '../../bindings/bindings.ts';
import { check } from '../../engine/check.ts';
import { findBusiestTerminal, type Principal, type Visibility } from '../../engine/survey/principals.ts';
import {
  filterByTerminals,
  findRarestTerminal,
  formatNames,
  formatRowCount,
  getWidestParameters,
  type ListRow,
  listIds,
  type ReadContext,
  readAllPages,
  readControl,
  readProbe,
  readTable,
  readUnchanged,
  type Table,
  type WholeTable,
} from '../../engine/survey/reading.ts';
import { HALF } from '../../engine/verdicts/sampling.ts';
import { fail, forEachTestable, pass, untestable, type Verdict } from '../../engine/verdicts/verdict.ts';
import { isSuccess, type Parameters } from '../../http/client.ts';
import { makeUpId } from '../../oracles/made-up-id.ts';
import { findClosestPair } from '../../oracles/matching-rows.ts';
import { findEntries, findTexts, findValue } from '../../oracles/pointers.ts';
import { isSubset } from '../../oracles/values/set-relations.ts';
import { toCents } from '../../oracles/values/value-relations.ts';

const ROWS = 'listTransactions';
const MOST_PAGES = 3;

/** Checks that a filtered list has exactly the rows of the full list that match the filter. */
function expectMatchingRowsOnly(whole: Table, filtered: WholeTable, terminals: ReadonlySet<string>): Verdict {
  const kept = filterByTerminals(whole, terminals);
  const strays = filtered.rows.filter((row) => !row.terminals.some((terminal) => terminals.has(terminal)));
  if (strays.length > 0) {
    const saw = `rows of ${formatNames(strays.flatMap((row) => row.terminals))}`;
    return fail({ expected: `only rows of ${formatNames(terminals)}`, actual: filtered.exchange, saw }, whole.exchange);
  }
  const found = new Set(listIds(filtered));
  const lost = filtered.isComplete ? kept.filter(({ id }) => !found.has(id)) : [];
  if (lost.length > 0) {
    const expected = `all rows of ${formatNames(terminals)} from the unfiltered list`;
    return fail(
      { expected, actual: filtered.exchange, saw: `missing: ${formatNames(lost.map(({ id }) => id))}` },
      whole.exchange,
    );
  }
  if (filtered.rows.length === 0) return untestable('the filter matched no rows', whole.exchange, filtered.exchange);
  if (kept.length === whole.rows.length) return untestable('needs rows that the filter excludes', whole.exchange);
  return pass(whole.exchange, filtered.exchange);
}

/** Reads a filtered list until it contains the known rows that match. */
const readFilteredList = async (
  context: ReadContext,
  filter: Parameters,
  { whole, kept }: { readonly whole: Table; readonly kept: readonly ListRow[] },
): Promise<WholeTable> =>
  readAllPages(context, ROWS, {
    first: await readProbe(context, ROWS, filter),
    granted: whole.rows.length,
    isEnough: createContainsTest(kept),
  });

/** Returns whether rows contain all of these. */
const createContainsTest = (wanted: readonly ListRow[]) => (rows: readonly ListRow[]) =>
  isSubset(new Set(listIds({ rows: wanted })), new Set(listIds({ rows })));

export const terminalFilterKeepsItsRows = check({
  id: 'filters/terminal-id-keeps-just-its-rows',
  title: '`terminal_id` returns exactly the rows of that terminal',
  clause: 'transactions.filter.terminal',
  level: 'must',
  needs: ['reader', 'bindings'],
  async run({ reader, bindings }) {
    const terminal = findRarestTerminal(reader.sees.transactions, 1);
    if (terminal === undefined) return untestable('needs transactions of at least two terminals');
    const { before, found } = await readUnchanged(
      () => readControl({ reader, bindings }, ROWS, getWidestParameters(bindings)),
      (whole) =>
        readFilteredList(
          { reader, bindings },
          { terminal_id: terminal, ...getWidestParameters(bindings) },
          {
            whole,
            kept: filterByTerminals(whole, new Set([terminal])),
          },
        ),
    );
    return expectMatchingRowsOnly(before, found, new Set([terminal]));
  },
});

export const groupFilterKeepsItsRows = check({
  id: 'filters/group-id-keeps-just-its-rows',
  title: '`group_id` returns exactly the rows of the terminals of that group',
  clause: 'transactions.filter.group',
  level: 'must',
  needs: ['reader', 'bindings'],
  async run({ reader, bindings }) {
    const groups = findDividingGroups(reader.sees);
    const chosen = new Set([groups[0], groups.find(({ isNested }) => isNested)].filter((one) => one !== undefined));
    if (chosen.size === 0)
      return untestable('needs a group with transactions, and transactions of terminals outside it');
    return forEachTestable(
      chosen,
      ({ id }) => id,
      async ({ id, terminals }) => {
        const { before, found } = await readUnchanged(
          () => readControl({ reader, bindings }, ROWS, getWidestParameters(bindings)),
          (whole) =>
            readFilteredList(
              { reader, bindings },
              { group_id: id, ...getWidestParameters(bindings) },
              {
                whole,
                kept: filterByTerminals(whole, terminals),
              },
            ),
        );
        return expectMatchingRowsOnly(before, found, terminals);
      },
    );
  },
});

interface Group {
  readonly id: string;
  readonly terminals: ReadonlySet<string>;
  /** The group has a parent group with more terminals. */
  readonly isNested: boolean;
}

/**
 * Returns the groups that have rows while terminals outside them have rows too, smallest first. Considers only groups
 * without subgroups: the document does not define whether a filter by a group includes its subgroups.
 */
function findDividingGroups({ groups, leafGroups, transactions }: Visibility): readonly Group[] {
  const leaves = [...groups].filter(([id]) => leafGroups.has(id));
  const counted = leaves.map(([id, terminals]) => ({
    id,
    terminals,
    isNested: [...groups.values()].some((others) => others.size > terminals.size && isSubset(terminals, others)),
    count: filterByTerminals({ rows: transactions }, terminals).length,
  }));
  return counted.filter(({ count }) => count > 0 && count < transactions.length).sort((a, b) => a.count - b.count);
}

export const filtersIntersect = check({
  id: 'filters/combined-filters-intersect',
  title: '`terminal_id` and `group_id` together return the rows that match both',
  clause: 'transactions.combine',
  level: 'must',
  needs: ['reader', 'bindings'],
  keys: { quick: 1, standard: HALF },
  async run({ reader, bindings }) {
    const [group] = findDividingGroups(reader.sees);
    const inside = group && findTerminal(reader.sees.transactions, (one) => group.terminals.has(one));
    const outside = group && findTerminal(reader.sees.transactions, (one) => !group.terminals.has(one));
    if (group === undefined || inside === undefined || outside === undefined) {
      return untestable('needs transactions of a terminal within a group, and of one outside it');
    }
    const withAndWithoutGroup = (terminal: string) => {
      const alone = { terminal_id: terminal, ...getWidestParameters(bindings) };
      return readUnchanged(
        () => readProbe({ reader, bindings }, ROWS, alone),
        (whole) =>
          readFilteredList({ reader, bindings }, { ...alone, group_id: group.id }, { whole, kept: whole.rows }),
      );
    };
    const ofInside = await withAndWithoutGroup(inside);
    const ofOutside = await withAndWithoutGroup(outside);
    const evidence = [ofInside.before.exchange, ofInside.found.exchange, ofOutside.before.exchange] as const;
    if (ofInside.before.rows.length === 0 || ofOutside.before.rows.length === 0) {
      return untestable('the terminals no longer have transactions', ...evidence);
    }
    const found = new Set(listIds(ofInside.found));
    const lost = listIds(ofInside.before).filter((id) => !found.has(id));
    const strays = ofInside.found.rows.filter(({ terminals }) => !terminals.includes(inside));
    if (strays.length > 0 || (ofInside.found.isComplete && lost.length > 0)) {
      const saw =
        strays.length > 0
          ? `rows of ${formatNames(strays.flatMap(({ terminals }) => terminals))}`
          : `missing: ${formatNames(lost)}`;
      return fail(
        { expected: `the rows of ${inside}, which is in ${group.id}`, actual: ofInside.found.exchange, saw },
        ...evidence,
      );
    }
    if (ofOutside.found.rows.length === 0) return pass(...evidence, ofOutside.found.exchange);
    const expected = `no rows: ${outside} is not in ${group.id}`;
    return fail(
      { expected, actual: ofOutside.found.exchange, saw: formatRowCount(ofOutside.found.rows.length) },
      ...evidence,
    );
  },
});

const findTerminal = (rows: readonly ListRow[], fits: (terminal: string) => boolean): string | undefined =>
  rows.flatMap(({ terminals }) => terminals).find(fits);

export const unknownFilterMatchesNothing = check({
  id: 'filters/an-unknown-terminal-matches-nothing',
  title: 'An unknown `terminal_id` or `group_id` does not return the rows of all terminals',
  clause: 'transactions.filter.terminal',
  covers: ['transactions.filter.group'],
  level: 'must',
  needs: ['reader', 'readers', 'bindings', 'seed'],
  async run({ reader, readers, bindings, seed }) {
    const whole = await readControl({ reader, bindings }, ROWS);
    const [known] = reader.sees.terminals;
    if (whole.rows.length === 0 || known === undefined) return untestable('needs transactions', whole.exchange);
    const group = makeUpId(
      readers.flatMap(({ sees }) => [...sees.groups.keys()]),
      seed,
    );
    const filters: Parameters[] = [
      { terminal_id: known.replaceAll(/[A-Za-z]/g, 'Q').replaceAll(/\d/g, '0') },
      ...(group === undefined ? [] : [{ group_id: group }]),
    ];
    return forEachTestable(
      filters,
      (filter) => Object.keys(filter).join(),
      async (filter) => {
        const exchange = await reader.get(ROWS, filter);
        const rows = readTable(exchange, bindings, ROWS)?.rows.length ?? 0;
        if (!isSuccess(exchange) || rows === 0) return pass(whole.exchange, exchange);
        return fail({ expected: 'no rows, or a refusal', actual: exchange, saw: formatRowCount(rows) }, whole.exchange);
      },
    );
  },
});

/**
 * Returns a visible terminal without transactions in the list, if possible one with transactions in the list of another key. Its
 * own list must have none either.
 */
function listSilentTerminals({ sees }: Principal, readers: readonly Principal[]): readonly string[] {
  const listActive = (all: readonly Pick<Principal, 'sees'>[]) =>
    new Set(all.flatMap((one) => one.sees.transactions.flatMap((row) => row.terminals)));
  const [active, elsewhere] = [listActive([{ sees }]), listActive(readers)];
  const silent = [...sees.mentioned].filter((one) => !active.has(one));
  return silent.toSorted((a, b) => Number(elsewhere.has(b)) - Number(elsewhere.has(a))).slice(0, 1);
}

/** Returns the terminals with rows that completed a part of the requested amount, or all terminals if there are none. */
function listPartial({ sees }: Principal, bindings: Bindings): ReadonlySet<string> {
  const [requested, completed] = [
    bindings.find('transactions.amount_requested'),
    bindings.find('transactions.amount_completed'),
  ];
  if (requested === undefined || completed === undefined) return sees.terminals;
  const form = bindings.find('money.form');
  const partial = sees.transactions.filter(({ value }) => {
    const [wanted, paid] = [requested, completed].map((pointer) => toCents(findValue(value, pointer), form));
    return wanted !== undefined && paid !== undefined && paid > 0 && paid < wanted;
  });
  const found = new Set(partial.flatMap((row) => row.terminals).filter((one) => sees.terminals.has(one)));
  return found.size > 0 ? found : sees.terminals;
}

/** Returns a terminal with transactions whose id begins the id of another one, or differs from it in letter case only. */
function findTwin(terminals: ReadonlySet<string>, rows: readonly ListRow[]): string | undefined {
  const active = new Set(rows.flatMap((row) => row.terminals));
  return [...terminals].find((one) =>
    [...terminals].some(
      (other) => other !== one && active.has(other) && other.toLowerCase().startsWith(one.toLowerCase()),
    ),
  );
}

/** Returns a terminal with transactions whose row in the portal is like that of another one: a neighbour at the same site. */
async function findNeighbour(reader: Principal, bindings: Bindings): Promise<string | undefined> {
  const [rows, id] = [bindings.find('portal.terminal_rows'), bindings.find('portal.terminal_id')];
  if (rows === undefined || id === undefined) return undefined;
  const portal = await reader.get('getPortal');
  const active = new Set(reader.sees.transactions.flatMap(({ terminals }) => terminals));
  const shown = findEntries(portal.json, rows).flatMap(({ value, key }) => {
    const [terminal] = findTexts(value, id, key);
    return terminal !== undefined && active.has(terminal) ? [{ id: terminal, value }] : [];
  });
  return findClosestPair(shown)[1]?.id;
}

export const terminalListIsOfTheTerminal = check({
  id: 'terminals/transactions-are-of-the-terminal',
  title: "A terminal's own list contains exactly its transactions",
  clause: 'terminals.transactions',
  level: 'must',
  needs: ['reader', 'readers', 'bindings', 'sampling'],
  async run({ reader, readers, bindings, sampling }) {
    const { terminals, transactions } = reader.sees;
    const rarest = findRarestTerminal(transactions, 1);
    if (rarest === undefined) return untestable('needs transactions of at least two terminals');
    return forEachTestable(
      sampling.select(
        'terminals with transactions',
        [
          ...new Set([
            findTwin(terminals, transactions) ?? (await findNeighbour(reader, bindings)) ?? rarest,
            findBusiestTerminal(listPartial(reader, bindings), transactions) ?? rarest,
            ...listSilentTerminals(reader, readers),
          ]),
        ],
        { quick: 1 },
      ),
      String,
      async (terminal) => {
        const { before, found } = await readUnchanged(
          () => readControl({ reader, bindings }, ROWS, getWidestParameters(bindings)),
          async (whole) => {
            const first = await readControl({ reader, bindings }, 'listTerminalTransactions', {
              terminal_id: terminal,
            });
            return readAllPages({ reader, bindings }, 'listTerminalTransactions', {
              first,
              granted: 0,
              mostPages: MOST_PAGES,
              isEnough: createContainsTest(filterByTerminals(whole, new Set([terminal]))),
            });
          },
        );
        return expectMatchingRowsOnly(before, found, new Set([terminal]));
      },
    );
  },
});
