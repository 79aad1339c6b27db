import { describe, forEach, isSorted, type Law, toCents } from '../law.ts';
import type { FleetReading, QueriedRows, Row } from '../read-fleet.ts';

const MONEY = ['amt_req', 'amt_comp', 'sur_req', 'sur_comp'];
const equal = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Compares two rows as the list sorts them, with the newest first among equals. */
function compareBy(column: string, direction: string): (a: Row, b: Row) => number {
  const readValue = (row: Row): string | number => {
    if (column === 'terminal_datetime') return Date.parse(row.terminal_datetime);
    const text = String(row[column as keyof Row]);
    return MONEY.includes(column) ? toCents(text) : text;
  };
  return (a, b) => {
    const [x, y] = [readValue(a), readValue(b)];
    if (x !== y) return x < y === (direction === 'asc') ? -1 : 1;
    const later = Date.parse(b.terminal_datetime) - Date.parse(a.terminal_datetime);
    if (later !== 0) return later;
    return a.transaction_id > b.transaction_id ? -1 : 1;
  };
}

const sorted = ({ queries }: FleetReading) => queries.filter(({ parameters }) => parameters.sort_by !== undefined);
const filtered = ({ queries }: FleetReading) => queries.filter(({ parameters }) => parameters.sort_by === undefined);

/** Returns the rows that the parameters select, from the whole list. */
function select({ admin }: FleetReading, { parameters }: QueriedRows): readonly Row[] {
  const group =
    parameters.group_id === undefined
      ? undefined
      : admin.groups.data.find(({ group_id: id }) => id === parameters.group_id);
  return admin.rows.data.filter(
    (row) =>
      (parameters.terminal_id ?? row.terminal_id) === row.terminal_id &&
      (group === undefined || group.terminal_ids.includes(row.terminal_id)),
  );
}

const walks = ({ admin, shortWalk }: FleetReading) => [
  admin.rows,
  admin.batches,
  admin.disputes,
  admin.groups,
  admin.locations,
  admin.connectors,
  shortWalk,
];

export const listLaws: readonly Law[] = [
  {
    name: 'rows are listed from the newest',
    examine: (reading, check) =>
      check(
        equal(reading.admin.rows.data, [...reading.admin.rows.data].sort(compareBy('terminal_datetime', 'desc'))),
        () => 'unsorted',
      ),
  },
  {
    name: 'a column sorts in both directions, with the newest first among equals',
    examine: forEach(sorted, ({ parameters, list }, { admin }) =>
      equal(
        list.data,
        [...admin.rows.data]
          .sort(compareBy(parameters.sort_by ?? '', parameters.sort_dir ?? ''))
          .slice(0, list.data.length),
      ),
    ),
  },
  {
    name: 'an order does not change the summary',
    examine: forEach(sorted, ({ list }, { admin }) => equal(list.summary, admin.rows.summary)),
  },
  {
    name: 'a filter lists the matching rows',
    examine: forEach(
      filtered,
      (query, reading) =>
        equal(query.list.data, select(reading, query).slice(0, query.list.data.length)) &&
        query.list.pages.every(({ matched }) => matched === select(reading, query).length),
    ),
  },
  {
    name: 'a filter sums up the matching rows',
    examine: forEach(filtered, (query, reading) => {
      const rows = select(reading, query);
      return (
        query.list.summary.row_count === rows.length &&
        toCents(query.list.summary.total_surcharge) === rows.reduce((total, row) => total + toCents(row.sur_comp), 0)
      );
    }),
  },
  {
    name: 'the rows of a terminal are those of the filter by it',
    examine: forEach(
      ({ terminals }) => [...terminals],
      ([id, { rows }], { admin }) =>
        equal(
          rows.data,
          admin.rows.data.filter(({ terminal_id: other }) => other === id),
        ),
    ),
  },
  {
    name: 'short pages show the same rows',
    examine: ({ shortWalk, admin }, check) =>
      check(
        equal(shortWalk.data, admin.rows.data.slice(0, shortWalk.data.length)) &&
          equal(shortWalk.summary, admin.rows.summary) &&
          shortWalk.data.length === Math.min(28, admin.rows.data.length),
        () => describe(shortWalk.pages),
      ),
  },
  {
    name: 'a page counts its rows and is full if another follows',
    examine: forEach(
      (reading) => walks(reading).flatMap(({ pages }) => pages),
      (page) =>
        page.returned <= page.limit &&
        page.has_more === (page.next_cursor !== null) &&
        (!page.has_more || page.returned === page.limit),
    ),
  },
  {
    name: 'the pages of a walk contain the matched rows',
    examine: forEach(
      (reading) => walks(reading).slice(0, 6),
      ({ pages, data }) =>
        pages.every(({ matched }) => matched === data.length) &&
        pages.reduce((total, { returned }) => total + returned, 0) === data.length,
    ),
  },
  {
    name: 'all pages of a walk are of one instant, the present',
    examine: forEach(walks, ({ asOf }, { now }) => asOf.every((at) => Date.parse(at) === now)),
  },
  {
    name: 'a filter of batches lists the matching batches',
    examine: forEach(
      ({ batchFilters }) => batchFilters,
      ({ query, list }, { admin }) => {
        const [name, value = ''] = query.split('=');
        return equal(
          list.data,
          admin.batches.data.filter((batch) =>
            name === 'status'
              ? batch.status === value
              : name === 'from_business_date'
                ? batch.business_date >= value
                : batch.business_date <= value,
          ),
        );
      },
    ),
  },
  {
    name: 'a filter of disputes lists the matching disputes',
    examine: forEach(
      ({ disputeFilters }) => disputeFilters,
      ({ query, list }, { admin }) => {
        const [name = '', value = ''] = query.split('=');
        return equal(
          list.data,
          admin.disputes.data.filter((dispute) => dispute[name as 'status' | 'reason_code' | 'terminal_id'] === value),
        );
      },
    ),
  },
  {
    name: 'no list repeats an id',
    examine: ({ admin }, check) => {
      for (const ids of [
        admin.batches.data.map(({ batch_id: id }) => id),
        admin.disputes.data.map(({ dispute_id: id }) => id),
        admin.groups.data.map(({ group_id: id }) => id),
        admin.locations.data.map(({ location_id: id }) => id),
        admin.connectors.data.map(({ connector_id: id }) => id),
      ])
        check(new Set(ids).size === ids.length, () => describe(ids));
    },
  },
  {
    name: 'ids of commands are unique in the fleet',
    examine: ({ terminals }, check) => {
      const ids = [...terminals.values()].flatMap(({ commands }) => commands.map(({ command_id: id }) => id));
      check(new Set(ids).size === ids.length && isSorted(ids.toSorted(), (a, b) => a < b), () => describe(ids));
    },
  },
];
