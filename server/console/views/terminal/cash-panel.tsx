import { readTransactions } from '../../api/read-transactions.ts';
import { portal } from '../../api/session.ts';
import type { Cash, Cassette } from '../../api/types.ts';
import { formatCount, formatMoney, formatRoundMoney } from '../../format/money.ts';
import { type Tone, toneOf, toWords } from '../../format/words.ts';
import { Badge } from '../../parts/badge.tsx';
import { Chart } from '../../parts/chart.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Loaded } from '../../parts/states.tsx';
import { Instant, sandboxNow } from '../../parts/time.tsx';
import { useResource } from '../../state/resource.ts';
import { computeCashSeries } from './cash-series.ts';

interface CashPanelProps {
  readonly terminalId: string;
  readonly cash: Cash;
}

const HISTORY_MS = 10 * 86_400_000;

/** The cassettes of a terminal, and its cash over time. */
export function CashPanel({ terminalId, cash }: CashPanelProps) {
  return (
    <Panel title="Cash" note={`${formatMoney(cash.amount_remaining, cash.currency)} left`}>
      <div class="stack">
        <div class="cassettes">
          {cash.cassettes.map((cassette) => (
            <CassetteDrawing key={cassette.position} cassette={cassette} />
          ))}
        </div>
        {portal.value?.access_flags.can_view_transactions === true ? (
          <CashChart terminalId={terminalId} cash={cash} />
        ) : null}
        {cash.last_loaded_at === null ? null : (
          <p class="muted small">
            Loaded with {formatRoundMoney(cash.last_loaded_amount)} on <Instant at={cash.last_loaded_at} />.
          </p>
        )}
      </div>
    </Panel>
  );
}

/** `low` is also a severity, where it is harmless. */
const CASSETTE_TONES: Readonly<Record<string, Tone>> = { low: 'warn' };

/** A cassette, filled to the share of its notes, with the mark of its low threshold. */
export function CassetteDrawing({ cassette }: { readonly cassette: Cassette }) {
  const {
    position,
    denomination,
    capacity_notes: capacity,
    notes_remaining: notes,
    low_threshold_notes: low,
  } = cassette;
  const known = notes ?? 0;
  const base = Math.max(capacity ?? 0, cassette.loaded_notes ?? 0, 1);
  const top = 62;
  const height = Math.max(known > 0 ? 2 : 0, (known / base) * top);
  const mark = 68 - ((low ?? 0) / base) * top;
  const state = cassette.replenishment_status ?? cassette.status;
  const tone = CASSETTE_TONES[state] ?? toneOf(state);
  const label = `Cassette ${position}: ${formatCount(known)} of ${formatCount(base)} notes of ${denomination}`;
  return (
    <figure class={`cassette cassette-${tone}`}>
      <svg viewBox="0 0 56 74" role="img" aria-label={label}>
        <path class="cassette-case" d="M4 8a4 4 0 0 1 4-4h40a4 4 0 0 1 4 4v58a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4Z" />
        <rect class="cassette-notes" x="8" y={68 - height} width="40" height={height} rx="1.5" />
        {Array.from({ length: Math.floor(height / 5) }, (_, index) => (
          <path key={index} class="cassette-note" d={`M8 ${68 - (index + 1) * 5}h40`} />
        ))}
        {low === null ? null : <path class="cassette-mark" d={`M2 ${mark}h52`} />}
        <rect class="cassette-handle" x="20" y="0" width="16" height="4" rx="1.5" />
      </svg>
      <figcaption>
        <strong>
          {position} · {formatRoundMoney(denomination)} notes
        </strong>
        <span class="figure">
          {formatCount(known)} <span class="muted">of {formatCount(base)}</span>
        </span>
        <Badge tone={tone}>{toWords(state)}</Badge>
      </figcaption>
    </figure>
  );
}

function CashChart({ terminalId, cash }: CashPanelProps) {
  const path = `/v1/terminals/${encodeURIComponent(terminalId)}/transactions`;
  const sample = useResource(`cash ${path}`, () =>
    readTransactions(path, { sinceMs: sandboxNow.value - HISTORY_MS, pages: 3 }),
  );
  return (
    <Loaded of={sample}>
      {({ rows }) => {
        const { times, past, forecast } = computeCashSeries(rows, cash, sandboxNow.value);
        if (times.length < 3) return <p class="muted small">No withdrawals since the terminal was loaded.</p>;
        const end = cash.estimated_empty_at;
        return (
          <Chart
            label={`Cash since the last load: ${formatMoney(cash.amount_remaining)} now${end === null ? '' : `, estimated to be empty at ${end}`}`}
            times={times}
            series={[
              { name: 'Cash', values: past, form: 'line' },
              { name: 'Forecast', values: forecast, form: 'dashed', color: 'warn' },
            ]}
            format={formatRoundMoney}
          />
        );
      }}
    </Loaded>
  );
}
