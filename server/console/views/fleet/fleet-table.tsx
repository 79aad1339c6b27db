import { useMemo } from 'preact/hooks';
import { mayManage } from '../../api/session.ts';
import { formatMoney } from '../../format/money.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Distance } from '../../parts/time.tsx';
import { changeParameters, linkTo, parameters } from '../../state/route.ts';
import { FLEET_ORDERS, type FleetOrder, type FleetRow, sortFleet } from './fleet-data.ts';
import { IncidentCount } from './incident-count.tsx';

export function FleetTable({ rows }: { readonly rows: readonly FleetRow[] }) {
  const { sort: wanted = '', dir } = parameters.value;
  const order = FLEET_ORDERS.find((one) => one === wanted) ?? 'health';
  const isReversed = dir === 'desc';
  const sorted = useMemo(() => sortFleet(rows, order, isReversed), [rows, order, isReversed]);
  const sort = (by: FleetOrder) => ({
    direction: order !== by ? ('none' as const) : isReversed ? ('descending' as const) : ('ascending' as const),
    onSort: () => changeParameters({ sort: by, dir: order === by && !isReversed ? 'desc' : '' }),
  });
  const columns: readonly Column<FleetRow>[] = [
    { title: 'Terminal', sort: sort('terminal'), cell: ({ terminal }) => <TerminalName row={terminal} /> },
    { title: 'Attention', sort: sort('health'), cell: ({ terminal }) => <StateBadge state={terminal.health} /> },
    {
      title: 'State',
      isWideOnly: true,
      cell: ({ terminal }) => <StateBadge state={terminal.operational_state} />,
    },
    {
      title: 'Cash',
      isNumber: true,
      sort: sort('cash'),
      cell: ({ terminal }) => formatMoney(terminal.amount_remaining),
    },
    {
      title: 'Last heartbeat',
      isWideOnly: true,
      sort: sort('heartbeat'),
      cell: ({ terminal }) =>
        terminal.last_heartbeat_at === null ? '–' : <Distance at={terminal.last_heartbeat_at} />,
    },
    ...(mayManage.value
      ? [
          {
            title: 'Open incidents',
            isWideOnly: true,
            sort: sort('incidents'),
            cell: ({ incidents }: FleetRow) => <IncidentCount incidents={incidents} />,
          },
        ]
      : []),
  ];
  return <Table label="Terminals" columns={columns} rows={sorted} rowKey={({ terminal }) => terminal.terminal_id} />;
}

function TerminalName({ row }: { readonly row: FleetRow['terminal'] }) {
  return (
    <div class="cell-two">
      <a class="cell-link" href={linkTo('fleet', row.terminal_id)}>
        {row.terminal_id}
      </a>
      <small class="name truncate" title={row.name}>
        {row.name}
      </small>
    </div>
  );
}
