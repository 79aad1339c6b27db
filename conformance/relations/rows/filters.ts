import { appendAll } from '../../../base/large-lists.ts';
import { type Caller, isSuccess, type Parameters } from '../../http/client.ts';
import { fail, pass, untestable, type Verdict } from '../../reading/verdicts/verdict.ts';
import { type Cells, formatRow, readName, readRows, splitLink } from './cells.ts';
import { getFilter, isSorted, type ListRead, type RefusedRead } from './session.ts';
import { nameRow, type Survey } from './survey.ts';

const names = (rows: readonly Cells[], survey: Survey): Set<string> => new Set(rows.map((row) => nameRow(row, survey)));

const isSame = (one: Parameters, other: Parameters): boolean =>
  String(one.terminal_id) === String(other.terminal_id) && String(one.group_id) === String(other.group_id);

/** The longest response with this filter and without an order. */
export const findBase = ({ reads }: Survey, filter: Parameters): ListRead | undefined =>
  reads
    .filter(({ parameters }) => isSame(getFilter(parameters), filter) && !isSorted(parameters))
    .sort((one, other) => other.rows.length - one.rows.length)[0];

/** Whether a response has all rows of its filter: another one with the same limit has more. */
export const isWhole = (read: ListRead, { reads }: Survey): boolean =>
  reads.some(({ parameters, rows }) => parameters.limit === read.parameters.limit && rows.length > read.rows.length);

const formatFilter = (filter: Parameters): string =>
  Object.entries(filter)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join('&') || 'no filter';

/** Judges `terminal_id` alone and with other parameters: rows of that terminal only, all of them, and none of another terminal. */
export function judgeTerminalFilter(survey: Survey): Verdict {
  const { terminalCell, reads } = survey;
  const filtered = reads.filter(({ parameters }) => parameters.terminal_id !== undefined);
  const ids = [...new Set(filtered.map(({ parameters }) => String(parameters.terminal_id)))];
  const [control] = reads;
  if (control === undefined || ids.length === 0)
    return untestable(
      'the kit found no id of a terminal: no value of the rows or locations is accepted as `terminal_id`',
      ...(control ? [control.exchange] : []),
    );
  if (terminalCell !== undefined) {
    for (const read of filtered) {
      const id = String(read.parameters.terminal_id);
      const shown = new Set(read.rows.flatMap((row) => readName(row, terminalCell) ?? []));
      const other = [...shown].find((one) => one !== id);
      // one other name in all rows may be another name of the terminal
      if (other !== undefined && shown.size > 1)
        return fail(
          {
            expected: `rows of ${id} only`,
            actual: read.exchange,
            saw: `a row of ${other}, by ${terminalCell.place}`,
            isTimeless: true,
          },
          control.exchange,
        );
    }
    const isNamedByIds = filtered.every(({ rows, parameters: { terminal_id } }) =>
      rows.every((row) => [undefined, String(terminal_id)].includes(readName(row, terminalCell))),
    );
    const areNamed = survey.idCell !== undefined || haveNames(survey);
    for (const id of isNamedByIds && areNamed ? ids : []) {
      const base = findBase(survey, { terminal_id: id });
      if (base === undefined || !isWhole(base, survey)) continue;
      const known = names(base.rows, survey);
      for (const read of reads) {
        const lost = read.rows.find((row) => readName(row, terminalCell) === id && !known.has(nameRow(row, survey)));
        if (lost !== undefined)
          return fail(
            {
              expected: `all rows of ${id}`,
              actual: base.exchange,
              saw: `none of ${base.rows.length} rows is ${nameRow(lost, survey).slice(0, 120)}`,
            },
            read.exchange,
          );
      }
    }
  }
  const shared = findShared(filtered, survey);
  if (shared !== undefined)
    return fail(
      {
        expected: 'no row of two terminals',
        actual: shared.read.exchange,
        saw: `${shared.name.slice(0, 120)} for ${formatFilter(getFilter(shared.other.parameters))} too`,
        isTimeless: true,
      },
      shared.other.exchange,
    );
  const bases = ids.flatMap((id) => findBase(survey, { terminal_id: id }) ?? []).filter(({ rows }) => rows.length > 0);
  if (bases.length < 2) return untestable('needs the rows of two terminals', control.exchange);
  return pass(control.exchange, ...filtered.map(({ exchange }) => exchange));
}

interface SharedRow {
  readonly name: string;
  readonly read: ListRead;
  readonly other: ListRead;
}

/** Finds a row that the lists of two terminals have. Rows without a name count only if no two rows of a list are alike. */
function findShared(filtered: readonly ListRead[], survey: Survey): SharedRow | undefined {
  if (survey.idCell === undefined && !haveDistinctRows(survey)) return undefined;
  const owners = new Map<string, ListRead>();
  for (const read of filtered)
    for (const name of names(read.rows, survey)) {
      const other = owners.get(name) ?? read;
      owners.set(name, other);
      if (String(other.parameters.terminal_id) !== String(read.parameters.terminal_id)) return { name, read, other };
    }
  return undefined;
}

/** Fewer rows may differ although many transactions are alike. */
const FEWEST_DISTINCT = 15;

const haveDistinctRows = ({ reads, ofResponse }: Survey): boolean =>
  reads.some(({ rows }) => rows.length >= FEWEST_DISTINCT) &&
  reads.every(({ rows }) => new Set(rows.map((row) => formatRow(row, ofResponse))).size === rows.length);

/**
 * Judges responses against each other: a row with any parameters is among those of the same filter, and of each filter of a combination,
 * where all of those are known; and none of the rows that match both filters of a combination is left out.
 */
export function judgeCombinations(survey: Survey): Verdict {
  const { reads, refused } = survey;
  const [control] = reads;
  if (control === undefined) return untestable('needs transactions');
  const bases = (filter: Parameters): ListRead[] =>
    [
      {},
      ...(filter.terminal_id === undefined ? [] : [{ terminal_id: filter.terminal_id }]),
      ...(filter.group_id === undefined ? [] : [{ group_id: filter.group_id }]),
      filter,
    ].flatMap((one) => {
      const base = findBase(survey, one);
      return base !== undefined && isWhole(base, survey) ? [base] : [];
    });
  const judged: ListRead[] = [];
  const known = new Map<ListRead, Set<string>>();
  const namesOf = (read: ListRead): Set<string> => {
    const found = known.get(read) ?? names(read.rows, survey);
    known.set(read, found);
    return found;
  };
  const filtered = reads.filter(({ parameters }) => parameters.terminal_id !== undefined);
  const shared = findShared(filtered, survey);
  if (shared !== undefined)
    return fail(
      {
        expected: `no row of ${formatFilter(getFilter(shared.other.parameters))}`,
        actual: shared.read.exchange,
        saw: shared.name.slice(0, 120),
        isTimeless: true,
      },
      shared.other.exchange,
    );
  if (!haveNames(survey))
    return untestable('the rows have no names by which other responses show them', control.exchange);
  const isCombined = ({ parameters, rows }: ListRead) =>
    rows.length > 0 && (parameters.group_id !== undefined || isSorted(parameters));
  if (survey.idCell !== undefined || haveDistinctRows(survey)) appendAll(judged, filtered.filter(isCombined));
  for (const read of reads) {
    for (const base of bases(getFilter(read.parameters))) {
      if (base === read) continue;
      judged.push(read);
      const stray = read.rows.find((row) => !namesOf(base).has(nameRow(row, survey)));
      if (stray !== undefined)
        return fail(
          {
            expected: `rows of the list with ${formatFilter(getFilter(base.parameters))}`,
            actual: read.exchange,
            saw: `${nameRow(stray, survey).slice(0, 120)}, which is not among its ${base.rows.length} rows`,
          },
          base.exchange,
        );
    }
    const { terminal_id, group_id, limit } = read.parameters;
    if (String(limit) !== String(survey.widest.limit) || !isWhole(read, survey)) continue;
    const [ofTerminal, ofGroup] = [
      terminal_id === undefined ? undefined : findBase(survey, { terminal_id }),
      group_id === undefined ? undefined : findBase(survey, { group_id }),
    ];
    // recorded traffic may lack the rows of one of the filters
    if ((terminal_id !== undefined && !ofTerminal) || (group_id !== undefined && !ofGroup)) continue;
    const base = ofTerminal ?? ofGroup;
    const other = ofTerminal === undefined ? undefined : ofGroup;
    if (base === undefined || base === read || !isWhole(base, survey)) continue;
    const lost = base.rows.find(
      (row) =>
        (other === undefined || namesOf(other).has(nameRow(row, survey))) && !namesOf(read).has(nameRow(row, survey)),
    );
    if (lost !== undefined)
      return fail(
        {
          expected: `all rows that match ${formatFilter(read.parameters)}`,
          actual: read.exchange,
          saw: `none of ${read.rows.length} rows is ${nameRow(lost, survey).slice(0, 120)}`,
        },
        base.exchange,
        ...(other ? [other.exchange] : []),
      );
  }
  const isTaken = (parameters: Parameters) =>
    Object.entries(parameters).every(
      ([name, value]) => name === 'sort_dir' || reads.some((one) => String(one.parameters[name]) === String(value)),
    );
  const combined = refused.find(
    ({ parameters }) => Object.keys(parameters).length > 1 && isTaken(parameters) && !isDisjoint(parameters, survey),
  );
  if (combined !== undefined)
    return fail(
      {
        expected: 'a success: each of the parameters alone is accepted, and they may be combined',
        actual: combined.exchange,
        isTimeless: true,
      },
      control.exchange,
    );
  return judged.length > 0
    ? pass(control.exchange, ...judged.slice(0, 40).map(({ exchange }) => exchange))
    : untestable('no list of transactions is known to be whole', control.exchange);
}

/**
 * Whether rows have names that recur: most rows of a short response are in the longest one with the same filter, and without ids, most rows
 * of sorted and of filtered responses are in whole lists. A running total of each response is a part of such names.
 */
function haveNames(survey: Survey): boolean {
  const counts = { short: { found: 0, all: 0 }, sorted: { found: 0, all: 0 }, filtered: { found: 0, all: 0 } };
  const count = (kind: keyof typeof counts, read: ListRead, base: ListRead | undefined) => {
    if (base === undefined || base === read) return;
    const shown = names(base.rows, survey);
    counts[kind].found += read.rows.filter((row) => shown.has(nameRow(row, survey))).length;
    counts[kind].all += read.rows.length;
  };
  const findWhole = (filter: Parameters): ListRead | undefined => {
    const base = findBase(survey, filter);
    return survey.idCell === undefined && base && base.rows.length < Number(base.parameters.limit) ? base : undefined;
  };
  for (const read of survey.reads) {
    const filter = getFilter(read.parameters);
    if (isSorted(read.parameters)) count('sorted', read, findWhole(filter));
    else count('short', read, findBase(survey, filter));
    if (Object.keys(filter).length > 0) count('filtered', read, findWhole({}));
  }
  return counts.short.all > 0 && Object.values(counts).every(({ found, all }) => found >= all / 2);
}

/** Whether a terminal may be outside of the group: then a combination of both may be refused. */
const isDisjoint = ({ terminal_id, group_id }: Parameters, survey: Survey): boolean => {
  if (terminal_id === undefined || group_id === undefined) return false;
  const [ofTerminal, ofGroup] = [findBase(survey, { terminal_id }), findBase(survey, { group_id })];
  if (ofTerminal === undefined || ofGroup === undefined) return true;
  const known = names(ofGroup.rows, survey);
  return !ofTerminal.rows.some((row) => known.has(nameRow(row, survey)));
};

/** Returns the terminals that the items of the group list name, by group. */
function readMembers(
  items: readonly Cells[],
  { terminals, groups }: Survey,
  ofTerminals: readonly OfTerminal[],
): Map<string, Set<string>> {
  const members = new Map<string, Set<string>>();
  const known = new Set([...terminals, ...ofTerminals.map(({ terminal }) => terminal)]);
  const segments = (value: unknown) => [String(value), ...splitLink(String(value))];
  const isNamed = (item: Cells, group: string) => [...item.values()].some((value) => segments(value).includes(group));
  for (const group of groups) {
    const [own, ...others] = items.filter((item) => isNamed(item, group));
    const named = [...(own ?? [])].flatMap(([place, value]) => (place.includes('[') ? segments(value) : []));
    // a group that another one names, or that lists others, has subgroups, whose terminals belong to it too
    if (others.length > 0 || named.some((one) => groups.includes(one))) continue;
    members.set(group, new Set(named.filter((one) => known.has(one))));
  }
  return members;
}

const FEWEST_SHARED = 2;

/** The rows of one terminal, in a response that has all of them. */
interface OfTerminal {
  readonly terminal: string;
  readonly base: ListRead;
  readonly names: ReadonlySet<string>;
}

const listOfTerminals = (survey: Survey): OfTerminal[] =>
  [...new Set(survey.reads.flatMap(({ parameters }) => parameters.terminal_id ?? []))].flatMap((one) => {
    const terminal = String(one);
    const base = findBase(survey, { terminal_id: terminal });
    return base === undefined || base.rows.length === 0 || !isWhole(base, survey)
      ? []
      : [{ terminal, base, names: names(base.rows, survey) }];
  });

/**
 * Judges `group_id`: a group has all rows of a terminal or none, as in the list with both filters, and its terminals are those that the
 * list of groups names. Two groups must disagree with that list, unless a line of the config states where it names the terminals, and a
 * terminal that it does not name in the group is in another one: a group may also have subgroups that are not listed.
 */
export function judgeGroupFilter(survey: Survey, items: readonly Cells[]): Verdict {
  const [control] = survey.reads;
  if (control === undefined) return untestable('needs transactions');
  if (survey.groups.length === 0)
    return untestable(
      'no id in the list of groups is one that `group_id` accepts and that has transactions; add a key that sees transactions of a group',
      control.exchange,
    );
  const ofTerminals = listOfTerminals(survey);
  const members = readMembers(items, survey, ofTerminals);
  const wrong: { readonly read: ListRead; readonly saw: string; readonly isCertain: boolean }[] = [];
  const isGiven = survey.given?.groupTerminals !== undefined;
  const areDistinct = survey.idCell !== undefined || haveDistinctRows(survey);
  const isInAnother = (terminal: string) =>
    items.some((item) => [...item].some(([place, value]) => place.includes('[') && String(value) === terminal));
  const right: ListRead[] = [];
  for (const group of survey.groups) {
    const base = findBase(survey, { group_id: group });
    if (base === undefined) continue;
    const shown = names(base.rows, survey);
    // rows without ids may be alike by chance, so that two of them show a terminal
    const within = ofTerminals.filter((one) => {
      const own = [...one.names].filter((name) => shown.has(name));
      return own.length >= Math.min(areDistinct ? 1 : FEWEST_SHARED, one.names.size);
    });
    const isWholeGroup = isWhole(base, survey);
    // with both filters, the list has the rows of a terminal if it is in the group
    for (const { terminal, base: own } of ofTerminals) {
      const isBoth = ({ parameters }: RefusedRead) =>
        isSame(parameters, { terminal_id: terminal, group_id: group }) && parameters.limit === survey.widest.limit;
      const both = survey.reads.find(isBoth);
      const isShown = within.some((one) => one.terminal === terminal);
      // a group without the terminal may be refused together with it
      if (!isShown && isWholeGroup && survey.refused.some(isBoth)) right.push(base);
      if (both === undefined || (!isShown && !isWholeGroup)) continue;
      if (both.rows.length > 0 === isShown) right.push(both);
      else
        return fail(
          {
            expected: `${isShown ? 'rows' : 'no rows'} of ${terminal}, as with both filters`,
            actual: base.exchange,
            saw: isShown ? `none with both filters` : 'rows with both filters',
          },
          own.exchange,
          both.exchange,
        );
    }
    const named = members.get(group);
    if (named === undefined || named.size === 0) continue;
    // a group may list some of its terminals only, such as those that are offline: the terminals of another group are known
    const alien = within.find(({ terminal }) => !named.has(terminal) && isInAnother(terminal));
    const absent = ofTerminals.find((one) => isWholeGroup && named.has(one.terminal) && !within.includes(one));
    if (alien !== undefined)
      wrong.push({
        read: base,
        saw: `a row of ${alien.terminal}, which the list of groups does not name in ${group}`,
        isCertain: isGiven,
      });
    else if (absent !== undefined)
      wrong.push({
        read: base,
        saw: `no row of ${absent.terminal}, which the list of groups names in ${group}`,
        isCertain: isGiven,
      });
    else right.push(base);
  }
  const [first, ...others] = wrong.toSorted((one, other) => Number(other.isCertain) - Number(one.isCertain));
  if (first !== undefined && (first.isCertain || others.length > 0))
    return fail(
      { expected: 'the rows of the terminals of the group', actual: first.read.exchange, saw: first.saw },
      control.exchange,
      ...others.map(({ read }) => read.exchange),
    );
  if (first !== undefined)
    return untestable(`only one group differs from the list of groups: ${first.saw}`, first.read.exchange);
  return right.length > 0
    ? pass(control.exchange, ...right.map(({ exchange }) => exchange))
    : untestable(
        'nothing else shows which terminals a group has: neither the list of groups, nor a list with both filters',
        control.exchange,
      );
}

/** Judges the filter by a made-up terminal: it returns no rows of others. */
export async function judgeUnknownTerminal(survey: Survey, reader: Caller): Promise<Verdict> {
  const [control] = survey.reads;
  const id = survey.unknownTerminal;
  if (control === undefined || id === undefined)
    return untestable('the kit found no id of a terminal', ...(control ? [control.exchange] : []));
  const exchange = await reader.get('listTransactions', { terminal_id: id, ...survey.widest });
  const rows = isSuccess(exchange) && exchange.isReadable ? readRows(exchange.json, survey.place).rows : [];
  // a made-up id may exist by chance: only the rows of a known terminal are those of another one
  const known = new Set(
    survey.terminals.flatMap((one) => [...names(findBase(survey, { terminal_id: one })?.rows ?? [], survey)]),
  );
  const { terminalCell } = survey;
  const stray = rows.find((row) => {
    const named = terminalCell === undefined ? undefined : readName(row, terminalCell);
    return named === undefined ? known.has(nameRow(row, survey)) : named !== id;
  });
  return stray === undefined
    ? pass(control.exchange, exchange)
    : fail({ expected: 'no rows, or a refusal', actual: exchange, saw: `${rows.length} rows` }, control.exchange);
}
