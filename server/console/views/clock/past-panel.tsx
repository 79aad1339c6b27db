import { readPast, readPortalAt } from '../../api/past.ts';
import { formatCount, formatPlural, formatRoundMoney } from '../../format/money.ts';
import { formatDateTime, formatZone } from '../../format/time.ts';
import { toWords } from '../../format/words.ts';
import { Button } from '../../parts/button.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Empty, Hint, Loaded } from '../../parts/states.tsx';
import { Tiles } from '../../parts/tiles.tsx';
import { sandboxNow, zone } from '../../parts/time.tsx';
import { useResource } from '../../state/resource.ts';
import { useParameter } from '../../state/route.ts';

type Past = Awaited<ReturnType<typeof readPast>>;

/** The changes since the latest reset and the events, on one line of time. A slider shows the fleet as it was after a change. */
export function PastPanel() {
  const past = useResource('past', readPast);
  return (
    <Panel title="The past" note="Changes since the latest reset, with the events">
      <Loaded of={past}>
        {(data) =>
          data.entries.length === 0 ? (
            <Empty icon="clock" title="No change yet">
              Each move of the clock, trigger and write is recorded, and you can look at the fleet as it was after it.
            </Empty>
          ) : (
            <Scrubber past={data} />
          )
        }
      </Loaded>
    </Panel>
  );
}

function Scrubber({ past: { entries, events, hasMore } }: { readonly past: Past }) {
  const [chosen, setChosen] = useParameter('position', '', 'replace');
  const last = entries.length - 1;
  const found = entries.findIndex(({ position }) => String(position) === chosen);
  const index = found < 0 ? last : found;
  const entry = entries[index];
  if (entry === undefined) return null;
  const text = entry.changes.map(({ summary }) => summary).join(' ');
  const time = `${formatDateTime(entry.at, zone.value, true)} ${formatZone(entry.at, zone.value)}`;
  return (
    <div class="stack">
      {chosen === '' || found >= 0 ? null : (
        <Hint tone="warn">The journal no longer has the change {chosen}. The latest one is shown.</Hint>
      )}
      <Marks entries={entries} events={events} selected={index} />
      <div class="past-slider">
        <Button
          size="small"
          icon="back"
          label="Previous change"
          isDisabled={index === 0}
          onPress={() => setChosen(String(entries[index - 1]?.position))}
        />
        <input
          type="range"
          min={0}
          max={last}
          value={index}
          aria-label="Change"
          aria-valuetext={`${time}: ${text}`}
          onInput={({ currentTarget }) => setChosen(String(entries[Number(currentTarget.value)]?.position ?? ''))}
        />
        <Button
          size="small"
          icon="arrow"
          label="Next change"
          isDisabled={index === last}
          onPress={() => setChosen(String(entries[index + 1]?.position))}
        />
      </div>
      <p role="status">
        <strong>{time}</strong>, change {formatCount(index + 1)} of {formatCount(entries.length)}.{' '}
        <span class="wrap">{text}</span>
      </p>
      {hasMore ? <Hint tone="warn">Only the first {formatCount(entries.length)} changes are shown.</Hint> : null}
      <State position={String(entry.position)} isLatest={index === last} />
    </div>
  );
}

/** Marks by time: changes above the line, events below it. */
function Marks({ entries, events, selected }: Pick<Past, 'entries' | 'events'> & { readonly selected: number }) {
  const times = [...entries.map(({ at }) => at), ...events.map(({ timestamp }) => timestamp)].map((at) =>
    Date.parse(at),
  );
  const firstMs = Math.min(...times);
  const spanMs = Math.max(1, Math.max(sandboxNow.value, ...times) - firstMs);
  const place = (at: string): string => `${(100 * (Date.parse(at) - firstMs)) / spanMs}%`;
  return (
    <div
      class="past-marks"
      role="img"
      aria-label={`${formatPlural(entries.length, 'change')} and ${formatPlural(events.length, 'event')} between ${formatDateTime(firstMs, zone.value)} and ${formatDateTime(firstMs + spanMs, zone.value)}`}
    >
      {entries.map(({ position, at }, index) => (
        <i
          key={position}
          class={index === selected ? 'past-change past-chosen' : 'past-change'}
          style={{ left: place(at) }}
        />
      ))}
      {events.map(({ id, timestamp, type }) => (
        <i key={id} class="past-event" style={{ left: place(timestamp) }} title={toWords(type)} />
      ))}
    </div>
  );
}

/** The fleet as the present user saw it after a change. */
function State({ position, isLatest }: { readonly position: string; readonly isLatest: boolean }) {
  const portal = useResource(`portal at ${position}`, () => readPortalAt(position));
  return (
    <Loaded of={portal}>
      {({ as_of: at, terminals }) => {
        const cash = terminals.reduce((sum, { amount_remaining: amount }) => sum + Number(amount ?? 0), 0);
        const count = (health: string): number => terminals.filter((one) => one.health === health).length;
        return (
          <>
            <Hint>
              {isLatest ? 'The fleet after the latest change: ' : 'You look at the past: '}
              {formatDateTime(at, zone.value, true)} {formatZone(at, zone.value)}, sandbox time.
            </Hint>
            <Tiles
              tiles={[
                ['Terminals', formatCount(terminals.length)],
                ['Normal', formatCount(count('normal'))],
                ['High or critical', formatCount(count('high') + count('critical'))],
                ['Cash in terminals', formatRoundMoney(cash)],
              ]}
            />
          </>
        );
      }}
    </Loaded>
  );
}
