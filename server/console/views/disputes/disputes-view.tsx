import { useMemo } from 'preact/hooks';
import { readDisputes } from '../../api/ledger.ts';
import { portal } from '../../api/session.ts';
import type { DisputeCase, DisputeList } from '../../api/types.ts';
import { formatCount, formatMoney, formatPlural } from '../../format/money.ts';
import { toWords } from '../../format/words.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { FilterSelect } from '../../parts/fields.tsx';
import { Filters } from '../../parts/filters/filters.tsx';
import { PageHead, Panel } from '../../parts/panel.tsx';
import { Empty, Hint, Loaded } from '../../parts/states.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Tiles } from '../../parts/tiles.tsx';
import { Instant } from '../../parts/time.tsx';
import { useResource } from '../../state/resource.ts';
import { changeParameters, linkTo, linkWith, parameters, useParameter } from '../../state/route.ts';
import { NoAccess } from '../no-access.tsx';
import { DisputeDialog } from './dispute-dialog.tsx';

/** Dispute cases of the visible terminals. */
export function DisputesView() {
  const mayView = portal.value?.access_flags.can_view_disputes === true;
  return (
    <>
      <PageHead title="Disputes">
        Claims of cardholders, the earliest due date first. Open one from a row of{' '}
        <a href={linkTo('transactions')}>Transactions</a>.
      </PageHead>
      {mayView ? <Disputes /> : <NoAccess what="see disputes" />}
    </>
  );
}

const STATUSES = ['open', 'evidence_requested', 'under_review', 'escalated', 'resolved'];
const NO_FILTERS = { status: '', terminal: '', overdue: '' };

function Disputes() {
  const { status = '', terminal = '', overdue = '' } = parameters.value;
  const query = { status: STATUSES.includes(status) ? status : '', reason_code: '', terminal_id: terminal };
  const list = useResource(`disputes ${JSON.stringify(query)}`, () => readDisputes(query));
  const [openId, setOpen] = useParameter('id');
  return (
    <>
      <Loaded of={list}>
        {({ first, rows, isComplete }) => (
          <>
            <Totals summary={first.summary} />
            <Cases rows={rows} isComplete={isComplete} isOverdueOnly={overdue === 'only'} status={status} />
          </>
        )}
      </Loaded>
      {openId === '' ? null : <DisputeDialog key={openId} id={openId} onClose={() => setOpen('')} />}
    </>
  );
}

interface CasesProps {
  readonly rows: readonly DisputeCase[];
  readonly isComplete: boolean;
  readonly isOverdueOnly: boolean;
  readonly status: string;
}

function Cases({ rows, isComplete, isOverdueOnly, status }: CasesProps) {
  const found = useMemo(
    () => rows.filter((one) => one.is_overdue || !isOverdueOnly).toSorted(compareByDueDate),
    [rows, isOverdueOnly],
  );
  const terminal = parameters.value.terminal ?? '';
  return (
    <Panel title="Cases" note={formatPlural(found.length, 'case')} isFlush>
      <div class="panel-filters">
        <Filters
          count={[status, terminal, isOverdueOnly ? 'only' : ''].filter((one) => one !== '').length}
          onClear={() => changeParameters(NO_FILTERS)}
        >
          <FilterSelect
            label="Status"
            value={status}
            options={[{ value: '', text: 'Any status' }, ...STATUSES.map((value) => ({ value, text: toWords(value) }))]}
            onChange={(value) => changeParameters({ status: value })}
          />
          <label class="row-tight">
            <input
              type="checkbox"
              checked={isOverdueOnly}
              onChange={(event) => changeParameters({ overdue: event.currentTarget.checked ? 'only' : '' })}
            />
            Only overdue
          </label>
          {terminal === '' ? null : (
            <Button size="small" icon="close" onPress={() => changeParameters({ terminal: '' })}>
              Terminal {terminal}
            </Button>
          )}
        </Filters>
      </div>
      {isComplete ? null : (
        <div class="panel-filters">
          <Hint tone="warn">Only the {formatCount(rows.length)} cases that were opened last are listed.</Hint>
        </div>
      )}
      {found.length === 0 ? (
        <Empty
          icon="search"
          title="No case matches"
          actions={<Button onPress={() => changeParameters(NO_FILTERS)}>Clear the filters</Button>}
        />
      ) : (
        <Table label="Disputes" columns={columns} rows={found} rowKey={({ dispute_id: id }) => id} />
      )}
    </Panel>
  );
}

/** Unresolved cases first, by due date; then resolved ones, the latest first. */
function compareByDueDate(one: DisputeCase, other: DisputeCase): number {
  const isResolved = one.status === 'resolved';
  if (isResolved !== (other.status === 'resolved')) return isResolved ? 1 : -1;
  const order = one.due_date < other.due_date ? -1 : one.due_date > other.due_date ? 1 : 0;
  return isResolved ? -order : order;
}

function Totals({ summary }: Pick<DisputeList, 'summary'>) {
  const tiles: readonly (readonly [string, string])[] = [
    ['Unresolved', formatCount(summary.open_count)],
    ['Overdue', formatCount(summary.overdue_count)],
    ['Unresolved amount', formatMoney(summary.open_amount, summary.currency)],
    ['Resolved', formatCount(summary.resolved_count)],
  ];
  return <Tiles tiles={tiles} />;
}

const columns: readonly Column<DisputeCase>[] = [
  {
    title: 'Due',
    cell: (one) => (
      <span class="cell-two">
        <a class="cell-link tabular nowrap" href={linkWith({ id: one.dispute_id })}>
          {one.due_date}
        </a>
        {one.is_overdue ? <small class="overdue">Overdue</small> : null}
      </span>
    ),
  },
  { title: 'Status', cell: ({ status }) => <StateBadge state={status} /> },
  { title: 'Reason', isWideOnly: true, cell: ({ reason_code: reason }) => toWords(reason) },
  {
    title: 'Terminal',
    isWideOnly: true,
    cell: ({ terminal_id: id }) => <a href={linkTo('fleet', id)}>{id}</a>,
  },
  { title: 'Opened', isWideOnly: true, cell: ({ opened_at: at }) => <Instant at={at} /> },
  { title: 'Amount', isNumber: true, cell: (one) => formatMoney(one.amount, one.currency) },
];
