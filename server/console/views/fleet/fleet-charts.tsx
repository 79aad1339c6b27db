import { readTransactions, type TransactionSample } from '../../api/read-transactions.ts';
import { formatCount, formatMoney, formatPlural, formatRoundMoney } from '../../format/money.ts';
import { Chart } from '../../parts/chart.tsx';
import { Panel } from '../../parts/panel.tsx';
import type { ChartProps } from '../../parts/plot.ts';
import { Loaded } from '../../parts/states.tsx';
import { sandboxNow } from '../../parts/time.tsx';
import { useResource } from '../../state/resource.ts';
import { groupByDay, groupByHour } from './transaction-series.ts';

const DAY_MS = 86_400_000;
const DAYS = 7;
const MAX_PAGES = 8;
const HOURS = 24;

/** Charts of the latest transactions of the fleet. */
export function FleetCharts() {
  const sample = useResource('fleet-transactions', () =>
    readTransactions('/v1/transactions', { sinceMs: sandboxNow.value - DAYS * DAY_MS, pages: MAX_PAGES }),
  );
  return <Loaded of={sample}>{(data) => <Charts sample={data} />}</Loaded>;
}

function Charts({ sample }: { readonly sample: TransactionSample }) {
  const hours = groupByHour(sample, sandboxNow.value, HOURS);
  const days = groupByDay(sample);
  const loaded = hours.counts.filter((count) => count !== null);
  const sum = formatCount(loaded.reduce((total, count) => total + count, 0));
  const hourNote =
    loaded.length === HOURS ? `last ${HOURS} hours` : `latest ${formatPlural(sample.rows.length, 'transaction')} only`;
  const note = `last ${formatPlural(days.times.length, 'day')}`;
  const lastRate = days.approvalPercents.at(-1) ?? null;
  const lastSurcharge = days.surcharges.at(-1) ?? 0;
  return (
    <div class="columns columns-of-charts">
      <Panel title="Transactions by hour" note={hourNote}>
        <Chart
          label={`Transactions by hour: ${sum} in the last ${formatPlural(loaded.length, 'hour')}${loaded.length === HOURS ? '' : '; earlier hours are not loaded'}`}
          times={hours.times}
          series={[{ name: 'Transactions', values: hours.counts, form: 'bars' }]}
          format={formatCount}
        />
      </Panel>
      <Panel title="Approval rate" note={note}>
        <DayChart
          label={`Approval rate by day: ${lastRate === null ? 'no withdrawals' : `${lastRate.toFixed(1)} percent`} on the latest day`}
          times={days.times}
          series={[{ name: 'Approved', values: days.approvalPercents, form: 'line', color: 'good' }]}
          format={(value) => `${value}%`}
          max={100}
        />
      </Panel>
      <Panel title="Surcharge per day" note={note}>
        <DayChart
          label={`Surcharge per day: ${formatMoney(lastSurcharge)} on the latest day`}
          times={days.times}
          series={[{ name: 'Surcharge', values: days.surcharges, form: 'bars', color: 'info' }]}
          format={formatRoundMoney}
        />
      </Panel>
    </div>
  );
}

/** A chart by day, or the reason why there is none: the loaded rows of a large fleet may not fill two days. */
function DayChart(props: ChartProps) {
  if (props.times.length > 1) return <Chart {...props} areDays />;
  return (
    <p class="secondary">
      {props.times.length === 0 ? '' : `${props.label}. `}
      The transactions that the console loads are fewer than those of two days, so it shows no chart by day.
    </p>
  );
}
