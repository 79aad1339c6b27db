import { useMemo } from 'preact/hooks';
import { readTransactionPage } from '../../api/ledger.ts';
import { portal } from '../../api/session.ts';
import type { TransactionList, TransactionRow } from '../../api/types.ts';
import { formatCount, formatMoney, formatPlural } from '../../format/money.ts';
import { toWords } from '../../format/words.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { PageHead, Panel } from '../../parts/panel.tsx';
import { Empty } from '../../parts/states.tsx';
import type { Column } from '../../parts/table.tsx';
import { Tiles } from '../../parts/tiles.tsx';
import { Instant } from '../../parts/time.tsx';
import { WalkTable } from '../../parts/walk-table.tsx';
import { changeParameters, linkTo, linkWith, parameters, useParameter } from '../../state/route.ts';
import { type RowWalk, useRowWalk } from '../../state/row-walk.ts';
import { NoAccess } from '../no-access.tsx';
import { TransactionDialog } from './transaction-dialog.tsx';
import {
  endsList,
  hasRowFilter,
  isWantedRow,
  readFilter,
  resultOf,
  type Sort,
  type TransactionFilter,
} from './transaction-filter.ts';
import { NO_FILTERS, TransactionFilters } from './transaction-filters.tsx';

/** All transactions of the fleet. */
export function TransactionsView() {
  const mayView = portal.value?.access_flags.can_view_transactions === true;
  return (
    <>
      <PageHead title="Transactions">
        Every transaction of the terminals that this user may see. Responses of the API contain no card data.
      </PageHead>
      {mayView ? <Transactions /> : <NoAccess what="see transactions" />}
    </>
  );
}

type Walk = RowWalk<TransactionRow, TransactionList>;

function Transactions() {
  const { id: _, user: __, ...given } = parameters.value;
  const key = JSON.stringify(given);
  const filter = useMemo(() => readFilter(given), [key]);
  const walked = useRowWalk<TransactionRow, TransactionList>(key, {
    read: (cursor) => readTransactionPage(filter.query, { cursor, limit: hasRowFilter(filter) ? 500 : 200 }),
    isWanted: (row) => isWantedRow(row, filter),
    isLast: (row) => endsList(row, filter),
  });
  const { walk } = walked;
  const [openId, setOpen] = useParameter('id');
  return (
    <>
      <Totals summary={walk.first?.summary} filter={filter} />
      <Panel title="All transactions" note={describeProgress(walk, filter)} isFlush>
        <TransactionFilters />
        <WalkTable
          label="Transactions"
          columns={createColumns(filter)}
          walked={walked}
          rowKey={(row) => row.transaction_id}
          total={hasRowFilter(filter) ? undefined : walk.first?.page.matched}
          empty={<NoRows walk={walk} />}
        />
      </Panel>
      {openId === '' ? null : (
        <TransactionDialog
          key={openId}
          id={openId}
          known={walk.find(({ transaction_id: id }) => id === openId)}
          onClose={() => setOpen('')}
        />
      )}
    </>
  );
}

function describeProgress(walk: Walk, filter: TransactionFilter): string {
  const total = walk.first?.page.matched;
  if (total === undefined) return '';
  if (!hasRowFilter(filter)) return formatPlural(total, 'row');
  return `${formatPlural(walk.count, 'match')} among ${formatCount(walk.readRows)} of ${formatPlural(total, 'row')}`;
}

function Totals({
  summary,
  filter,
}: {
  readonly summary: TransactionList['summary'] | undefined;
  readonly filter: TransactionFilter;
}) {
  const show = (format: (known: NonNullable<typeof summary>) => string): string =>
    summary === undefined ? '…' : format(summary);
  const tiles: readonly (readonly [string, string])[] = [
    ['Approved', show((known) => formatCount(known.approved_count))],
    ['Declined', show((known) => formatCount(known.declined_count))],
    ['Reversals', show((known) => formatCount(known.reversal_count))],
    ['Withdrawn', show((known) => formatMoney(known.total_withdrawn, known.currency))],
    ['Surcharge', show((known) => formatMoney(known.total_surcharge, known.currency))],
  ];
  return (
    <div class="stack-tight">
      <Tiles tiles={tiles} />
      {hasRowFilter(filter) ? (
        <p class="muted small">
          The server computes these totals for the chosen terminal and group. The other filters apply to the list only.
        </p>
      ) : null}
    </div>
  );
}

function NoRows({ walk }: { readonly walk: Walk }) {
  return (
    <Empty
      icon="search"
      title="No transaction matches"
      actions={<Button onPress={() => changeParameters(NO_FILTERS)}>Clear the filters</Button>}
    >
      {walk.first?.page.matched === 0
        ? 'The server has no rows for this terminal and group.'
        : `None of the ${formatCount(walk.readRows)} rows that were read passes the filters.`}
    </Empty>
  );
}

function createColumns({ query }: TransactionFilter): readonly Column<TransactionRow>[] {
  const sort = (by: Sort) => {
    const isSorted = query.sortBy === by;
    const isAscending = query.sortDir === 'asc';
    return {
      direction: isSorted ? (isAscending ? ('ascending' as const) : ('descending' as const)) : ('none' as const),
      onSort: () =>
        changeParameters({ sort: by === 'terminal_datetime' ? '' : by, dir: isSorted && !isAscending ? 'asc' : '' }),
    };
  };
  return [
    {
      title: 'Time',
      sort: sort('terminal_datetime'),
      cell: (row) => (
        <a class="cell-link" href={linkWith({ id: row.transaction_id })}>
          <Instant at={row.terminal_datetime} hasSeconds />
        </a>
      ),
    },
    {
      title: 'Terminal',
      isWideOnly: true,
      sort: sort('terminal_id'),
      cell: (row) => <a href={linkTo('fleet', row.terminal_id)}>{row.terminal_id}</a>,
    },
    {
      title: 'Type',
      isWideOnly: true,
      sort: sort('transaction_type'),
      cell: (row) => toWords(row.transaction_type),
    },
    { title: 'Response', sort: sort('response'), cell: (row) => <ResponseBadge row={row} /> },
    {
      title: 'Requested',
      isNumber: true,
      isWideOnly: true,
      sort: sort('amt_req'),
      cell: (row) => formatMoney(row.amt_req),
    },
    { title: 'Completed', isNumber: true, sort: sort('amt_comp'), cell: (row) => formatMoney(row.amt_comp) },
    {
      title: 'Surcharge',
      isNumber: true,
      isWideOnly: true,
      sort: sort('sur_comp'),
      cell: (row) => formatMoney(row.sur_comp),
    },
  ];
}

const TONES = { approved: 'good', declined: 'warn', reversed: 'info', reversal: 'muted' } as const;

export function ResponseBadge({ row }: { readonly row: TransactionRow }) {
  const result = resultOf(row);
  return (
    <Badge tone={TONES[result]}>
      <span class="mono">{row.response}</span>
      <span class="badge-text">{result === 'reversed' ? 'Reversed' : row.response_text}</span>
    </Badge>
  );
}
