import { useState } from 'preact/hooks';
import { readBatchPage } from '../../api/ledger.ts';
import { portal } from '../../api/session.ts';
import type { BatchList, SettlementBatch } from '../../api/types.ts';
import { formatCount, formatMoney, formatPlural } from '../../format/money.ts';
import { toWords } from '../../format/words.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Segmented, SelectField } from '../../parts/fields.tsx';
import { DateField } from '../../parts/filters/date-field.tsx';
import { Filters } from '../../parts/filters/filters.tsx';
import { AccountName } from '../../parts/names/account-name.tsx';
import { PageHead, Panel } from '../../parts/panel.tsx';
import { Empty } from '../../parts/states.tsx';
import type { Column } from '../../parts/table.tsx';
import { Tiles } from '../../parts/tiles.tsx';
import { WalkTable } from '../../parts/walk-table.tsx';
import { changeParameters, linkWith, parameters, useParameter } from '../../state/route.ts';
import { useRowWalk } from '../../state/row-walk.ts';
import { NoAccess } from '../no-access.tsx';
import { BatchDialog } from './batch-dialog.tsx';
import { Calendar } from './calendar.tsx';
import { DeriveDialog } from './derive-dialog.tsx';

/** Settlement batches of the visible accounts. */
export function SettlementsView() {
  const flags = portal.value?.access_flags;
  const [isDeriving, setDeriving] = useState(false);
  return (
    <>
      <PageHead
        title="Settlements"
        actions={
          flags?.can_derive_settlements === true ? (
            <Button kind="primary" icon="plus" onPress={() => setDeriving(true)}>
              Derive a batch
            </Button>
          ) : undefined
        }
      >
        The ACH batches that pay each account for one business date, latest first.
      </PageHead>
      {flags?.can_view_settlements === true ? <Batches /> : <NoAccess what="see settlements" />}
      {isDeriving ? <DeriveDialog onClose={() => setDeriving(false)} /> : null}
    </>
  );
}

const STATUSES = [
  'derived',
  'held',
  'approved',
  'submitted',
  'settled',
  'partially_returned',
  'returned',
  'rejected',
  'canceled',
];

const DATE = /^\d{4}-\d\d-\d\d$/;
const NO_FILTERS = { status: '', from: '', to: '' };

function Batches() {
  const [form, setForm] = useParameter('form', 'list');
  const isCalendar = form === 'calendar';
  const [openId] = useParameter('id');
  const { status = '', date = '' } = parameters.value;
  return (
    <>
      <div class="filters">
        <Segmented
          label="Form"
          value={isCalendar ? 'calendar' : 'list'}
          onChange={setForm}
          options={[
            { value: 'list', text: 'List' },
            { value: 'calendar', text: 'Calendar' },
          ]}
        />
      </div>
      {isCalendar ? <Calendar status={STATUSES.includes(status) ? status : ''} /> : <BatchTable />}
      {openId === '' ? null : (
        <BatchDialog
          key={openId}
          id={openId}
          date={DATE.test(date) ? date : ''}
          onClose={() => changeParameters({ id: '', date: '' })}
        />
      )}
    </>
  );
}

function BatchTable() {
  const { status = '', from = '', to = '' } = parameters.value;
  const query = {
    status: STATUSES.includes(status) ? status : '',
    from: DATE.test(from) ? from : '',
    to: DATE.test(to) ? to : '',
  };
  const walked = useRowWalk<SettlementBatch, BatchList>(JSON.stringify(query), {
    read: (cursor) => readBatchPage(query, cursor),
    isWanted: () => true,
  });
  const { first } = walked.walk;
  const date = (name: 'from' | 'to', label: string, value: string) => (
    <DateField
      label={label}
      value={value}
      error={value === '' || DATE.test(value) ? undefined : 'Expected a date such as 2026-11-02.'}
      onChange={(next) => changeParameters({ [name]: next }, 'replace')}
    />
  );
  return (
    <>
      <Totals summary={first?.summary} />
      <Panel title="Batches" note={first === undefined ? '' : formatPlural(first.page.matched, 'batch')} isFlush>
        <div class="panel-filters">
          <Filters
            count={[status, from, to].filter((one) => one !== '').length}
            onClear={() => changeParameters(NO_FILTERS)}
          >
            <SelectField
              label="Status"
              value={status}
              options={[
                { value: '', text: 'Any status' },
                ...STATUSES.map((value) => ({ value, text: toWords(value) })),
              ]}
              onChange={(value) => changeParameters({ status: value })}
            />
            {date('from', 'Business date from', from)}
            {date('to', 'Business date until', to)}
          </Filters>
        </div>
        <WalkTable
          label="Settlement batches"
          columns={columns}
          walked={walked}
          rowKey={({ batch_id: id }) => id}
          total={first?.page.matched}
          empty={
            <Empty
              icon="search"
              title="No batch matches"
              actions={<Button onPress={() => changeParameters(NO_FILTERS)}>Clear the filters</Button>}
            />
          }
        />
      </Panel>
    </>
  );
}

function Totals({ summary }: { readonly summary: BatchList['summary'] | undefined }) {
  const show = (format: (known: BatchList['summary']) => string): string =>
    summary === undefined ? '…' : format(summary);
  const tiles: readonly (readonly [string, string])[] = [
    ['Net payout', show((known) => formatMoney(known.net_payout, known.currency))],
    ['Credits', show((known) => formatMoney(known.credit_total, known.currency))],
    ['Debits', show((known) => formatMoney(known.debit_total, known.currency))],
    ['Entries', show((known) => formatCount(known.entry_count))],
  ];
  return <Tiles tiles={tiles} />;
}

const columns: readonly Column<SettlementBatch>[] = [
  {
    title: 'Business date',
    cell: (batch) => (
      <span class="cell-two">
        <a class="cell-link tabular" href={linkWith({ id: batch.batch_id, date: batch.business_date })}>
          {batch.business_date}
        </a>
        <small class="narrow-only">
          <AccountName id={batch.account_id} />
        </small>
      </span>
    ),
  },
  { title: 'Account', isWideOnly: true, cell: ({ account_id: id }) => <AccountName id={id} /> },
  { title: 'Status', cell: ({ status }) => <StateBadge state={status} /> },
  { title: 'Funding', isWideOnly: true, cell: ({ funding_type: type }) => toWords(type) },
  { title: 'Entries', isNumber: true, isWideOnly: true, cell: ({ entry_count: count }) => formatCount(count) },
  { title: 'Credits', isNumber: true, isWideOnly: true, cell: ({ credit_total: total }) => formatMoney(total) },
  { title: 'Debits', isNumber: true, isWideOnly: true, cell: ({ debit_total: total }) => formatMoney(total) },
  { title: 'Net payout', isNumber: true, cell: ({ net_payout: net }) => formatMoney(net) },
];
