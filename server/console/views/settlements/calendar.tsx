import { getPreviousBankingDay } from '../../../../fixtures/time/banking-days.ts';
import { readBatches } from '../../api/ledger.ts';
import type { SettlementBatch } from '../../api/types.ts';
import { formatPlural, formatRoundMoney } from '../../format/money.ts';
import { toneOf, toWords } from '../../format/words.ts';
import { Button } from '../../parts/button.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Hint, Loaded } from '../../parts/states.tsx';
import { sandboxNow, zone } from '../../parts/time.tsx';
import { useResource } from '../../state/resource.ts';
import { linkWith, parameters, useParameter } from '../../state/route.ts';
import { arrangeMonth, type Day, getMonthLimits, MONTH, moveMonth } from './month.ts';

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Returns the date of the sandbox clock in the zone of the account. */
const getToday = (): string => new Intl.DateTimeFormat('sv-SE', { timeZone: zone.value }).format(sandboxNow.value);

/** A month of batches by business date. */
export function Calendar({ status }: { readonly status: string }) {
  const today = getToday();
  const latest = getPreviousBankingDay(today).slice(0, 7); // the newest batches are those of that day
  const [chosen, setMonth] = useParameter('month', latest);
  const month = MONTH.test(chosen) ? chosen : latest;
  const [from, to] = getMonthLimits(month);
  const batches = useResource(`batches ${month} ${status}`, () => readBatches({ status, from, to }));
  return (
    <Panel
      title={new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
        Date.parse(from),
      )}
      note={batches.data === undefined ? '' : formatPlural(batches.data.rows.length, 'batch')}
      isFlush
      actions={
        <>
          <Button size="small" icon="back" label="Previous month" onPress={() => setMonth(moveMonth(month, -1))} />
          <Button size="small" icon="arrow" label="Next month" onPress={() => setMonth(moveMonth(month, 1))} />
        </>
      }
    >
      <Loaded of={batches}>
        {({ rows, isComplete }) => (
          <>
            {isComplete ? null : (
              <div class="panel-filters">
                <Hint tone="warn">Only the latest {formatPlural(rows.length, 'batch')} of this month were read.</Hint>
              </div>
            )}
            <div class="calendar-box">
              <table class="calendar">
                <caption class="hidden-text">Batches by business date</caption>
                <thead>
                  <tr>
                    {WEEKDAYS.map((name) => (
                      <th key={name} scope="col">
                        {name}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {arrangeMonth(month, today, { batches: rows, isComplete }).map((week) => (
                    <tr key={week[0]?.date}>
                      {week.map((day) => (
                        <DayCell key={day.date} day={day} isToday={day.date === today} />
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </>
        )}
      </Loaded>
    </Panel>
  );
}

const STATES = {
  loaded: 'No batch',
  'not-loaded': 'Not loaded',
  'no-banking-day': 'Banks closed',
  ahead: 'Not yet',
} as const;

function DayCell({
  day: { date, isOfMonth, state, batches },
  isToday,
}: {
  readonly day: Day;
  readonly isToday: boolean;
}) {
  if (!isOfMonth) return <td class="calendar-other" />;
  const number = Number(date.slice(-2));
  return (
    <td class={`calendar-${state}`} aria-current={isToday ? 'date' : undefined}>
      <time dateTime={date}>{number}</time>
      {batches.length === 0 ? (
        <span class="muted small">{STATES[state]}</span>
      ) : (
        <Batches date={date} batches={batches} />
      )}
    </td>
  );
}

/** Amounts for narrow windows, such as `107K`. */
const compact = new Intl.NumberFormat('en-US', { notation: 'compact' });

/** The batches of a date, as a link to the one, or to the list of several. */
function Batches({ date, batches }: { readonly date: string; readonly batches: readonly SettlementBatch[] }) {
  const [first] = batches;
  const net = batches.reduce((sum, batch) => sum + Number(batch.net_payout), 0);
  const states = [...new Set(batches.map(({ status }) => status))];
  const link =
    batches.length === 1
      ? linkWith({ id: first?.batch_id ?? '', date })
      : linkWith({ form: '', from: date, to: date, month: parameters.value.month ?? '' });
  return (
    <a class="calendar-day" href={link}>
      <span class="hidden-text">{formatPlural(batches.length, 'batch')}, </span>
      <strong class="wide-only">{formatRoundMoney(net, first?.currency)}</strong>
      <strong class="narrow-only">{compact.format(net)}</strong>
      <span class="calendar-states">
        {states.map((state) => (
          <span key={state} class={`badge badge-${toneOf(state)}`}>
            <span class="calendar-state">
              {batches.filter(({ status }) => status === state).length} {toWords(state).toLowerCase()}
            </span>
          </span>
        ))}
      </span>
    </a>
  );
}
