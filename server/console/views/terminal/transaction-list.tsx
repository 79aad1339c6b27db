import { request } from '../../api/request.ts';
import type { Page, TransactionRow } from '../../api/types.ts';
import { formatMoney } from '../../format/money.ts';
import { toWords } from '../../format/words.ts';
import { Badge } from '../../parts/badge.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Instant } from '../../parts/time.tsx';
import { useResource } from '../../state/resource.ts';

const columns: readonly Column<TransactionRow>[] = [
  { title: 'Time', cell: (row) => <Instant at={row.terminal_datetime} hasSeconds /> },
  { title: 'Type', cell: (row) => toWords(row.transaction_type) },
  { title: 'Account', isWideOnly: true, cell: (row) => toWords(row.account_type ?? '–') },
  { title: 'Card', isWideOnly: true, cell: (row) => toWords(row.emv ?? '–') },
  {
    title: 'Response',
    cell: (row) => (
      <Badge tone={row.response === '00' ? 'good' : 'warn'}>
        {row.response} {row.response_text}
      </Badge>
    ),
  },
  { title: 'Surcharge', isNumber: true, isWideOnly: true, cell: (row) => formatMoney(row.sur_comp) },
  { title: 'Amount', isNumber: true, cell: (row) => formatMoney(row.amt_comp) },
];

export function TransactionList({ terminalId }: { readonly terminalId: string }) {
  const path = `/v1/terminals/${encodeURIComponent(terminalId)}/transactions?limit=200`;
  const list = useResource(path, () => request<Page<TransactionRow>>(path));
  return (
    <Panel isFlush>
      <Loaded of={list}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty icon="fleet" title="No transactions" />
          ) : (
            <Table label="Transactions" columns={columns} rows={data} rowKey={(row) => row.transaction_id} />
          )
        }
      </Loaded>
    </Panel>
  );
}
