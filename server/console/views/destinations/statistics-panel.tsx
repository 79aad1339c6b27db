import { readStatistics, type Statistics } from '../../api/deliveries.ts';
import type { Destination } from '../../api/types.ts';
import { formatCount, formatPlural } from '../../format/money.ts';
import { formatMilliseconds } from '../../format/time.ts';
import { Loaded } from '../../parts/states.tsx';
import { Tiles } from '../../parts/tiles.tsx';
import { useResource } from '../../state/resource.ts';
import { linkToItem } from '../../state/route.ts';

/** The latest attempts of a destination: how many succeeded, how long they took, and why others failed. */
export function StatisticsPanel({ destination }: { readonly destination: Destination }) {
  const id = destination.destination_id;
  const statistics = useResource(`statistics ${id}`, () => readStatistics(destination));
  return (
    <section class="stack-tight" aria-label={`Latest attempts of ${destination.name}`}>
      <div class="row between">
        <h3>Latest attempts</h3>
        <a class="small" href={linkToItem(['events'], { destination: id })}>
          All deliveries to it
        </a>
      </div>
      <Loaded of={statistics}>
        {(data) => (data.attempts === 0 ? <NoAttempts waiting={data.waiting} /> : <Figures statistics={data} />)}
      </Loaded>
    </section>
  );
}

function NoAttempts({ waiting }: { readonly waiting: number }) {
  return (
    <p class="secondary small">
      No attempt yet{waiting === 0 ? '' : `, and ${formatPlural(waiting, 'delivery')} waiting`}.
    </p>
  );
}

function Figures({ statistics }: { readonly statistics: Statistics }) {
  const { attempts, succeeded, duration_ms: durations, waiting, failures, deliveries } = statistics;
  return (
    <>
      <Tiles
        tiles={[
          ['Succeeded', `${formatShare(succeeded, attempts)} of ${formatCount(attempts)}`],
          ['Median duration', durations === null ? 'No response' : formatMilliseconds(durations.median)],
          ['95 of 100 within', durations === null ? 'No response' : formatMilliseconds(durations.p95)],
          ['Waiting', formatCount(waiting)],
        ]}
      />
      <AttemptBars statistics={statistics} />
      {failures.length === 0 ? null : (
        <p class="small">
          Failures: {failures.map(({ code, count }) => `${describeFailure(code)} (${formatCount(count)})`).join(', ')}
        </p>
      )}
      <p class="muted small">
        Of the latest {formatPlural(deliveries, 'delivery')}, with samples and replays. A bar is an attempt: its height
        is the duration in real time, and hatched bars failed.
      </p>
    </>
  );
}

/** Does not round a failure away: 99.6 % is not shown as 100 %. */
const formatShare = (part: number, whole: number): string =>
  part === whole ? '100%' : `${Math.min(99, Math.round((100 * part) / whole))}%`;

/** Returns the kind of a failure in words. */
const describeFailure = (code: string): string =>
  code === 'status' ? 'status other than 2xx' : code.replaceAll('_', ' ');

const BARS = 60;

/** A bar for each attempt, the newest at the right: its height is the duration, its colour the result. */
function AttemptBars({ statistics: { latest } }: { readonly statistics: Statistics }) {
  const shown = latest.slice(0, BARS).toReversed();
  const longestMs = Math.max(...shown.map(({ total_ms: ms }) => ms), 1);
  return (
    <ol class="attempt-bars" aria-label={`Durations of the latest ${shown.length} attempts, oldest first`}>
      {shown.map(({ delivery_id: id, number, status, error, total_ms: ms }) => {
        const text = `${status ?? error?.replaceAll('_', ' ') ?? 'no response'}, ${formatMilliseconds(ms)}`;
        return (
          <li key={`${id} ${number}`}>
            <a
              href={linkToItem(['events'], { id, attempt: String(number) })}
              title={text}
              aria-label={`Attempt: ${text}`}
              class={error === null ? 'attempt-bar' : 'attempt-bar attempt-bar-failed'}
            >
              <i style={{ height: `${Math.max(6, (100 * ms) / longestMs)}%` }} />
            </a>
          </li>
        );
      })}
    </ol>
  );
}
