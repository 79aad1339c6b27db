import { formatCount, formatMoney, formatRoundMoney } from '../../format/money.ts';
import { Chart } from '../../parts/chart.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Loaded } from '../../parts/states.tsx';
import { sandboxNow } from '../../parts/time.tsx';
import { useResource } from '../../state/resource.ts';
import { readTransactions, type TransactionSample } from './read-transactions.ts';
import { groupByDay, groupByHour } from './transaction-series.ts';

const DAY_MS = 86_400_000;
const DAYS = 7;
const MAX_PAGES = 8;

/** Charts of the latest transactions of the fleet. */
export function FleetCharts() {
  const sample = useResource('fleet-transactions', () =>
    readTransactions('/v1/transactions', { sinceMs: sandboxNow.value - DAYS * DAY_MS, pages: MAX_PAGES }),
  );
  return <Loaded of={sample}>{(data) => <Charts sample={data} />}</Loaded>;
}

function Charts({ sample: { rows, isComplete } }: { readonly sample: TransactionSample }) {
  const hours = groupByHour(rows, sandboxNow.value, 24);
  const days = groupByDay(rows, isComplete);
  const dayCount = hours.counts.reduce((sum, count) => sum + count, 0);
  const note = `last ${days.times.length} days`;
  const lastRate = days.approvalPercents.at(-1) ?? null;
  const lastSurcharge = days.surcharges.at(-1) ?? 0;
  return (
    <div class="columns columns-of-charts">
      <Panel title="Transactions by hour" note="last 24 hours">
        <Chart
          label={`Transactions by hour: ${formatCount(dayCount)} in the last 24 hours`}
          times={hours.times}
          series={[{ name: 'Transactions', values: hours.counts, form: 'bars' }]}
          format={formatCount}
        />
      </Panel>
      <Panel title="Approval rate" note={note}>
        <Chart
          label={`Approval rate by day: ${lastRate === null ? 'no withdrawals' : `${lastRate.toFixed(1)} percent`} on the latest day`}
          times={days.times}
          series={[{ name: 'Approved', values: days.approvalPercents, form: 'line', color: 'good' }]}
          format={(value) => `${value}%`}
          max={100}
        />
      </Panel>
      <Panel title="Surcharge per day" note={note}>
        <Chart
          label={`Surcharge per day: ${formatMoney(lastSurcharge)} on the latest day`}
          times={days.times}
          series={[{ name: 'Surcharge', values: days.surcharges, form: 'bars', color: 'info' }]}
          format={formatRoundMoney}
        />
      </Panel>
    </div>
  );
}
