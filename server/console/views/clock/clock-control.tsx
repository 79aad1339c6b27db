import { useState } from 'preact/hooks';
import { request } from '../../api/request.ts';
import { formatLocalTime, parseLocalTime } from '../../format/local-time.ts';
import { formatDateTime, formatDistance, formatZone } from '../../format/time.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { SelectField } from '../../parts/fields.tsx';
import { DateField } from '../../parts/filters/date-field.tsx';
import { realNow, sandboxNow, zone } from '../../parts/time.tsx';
import { runningAction } from '../../state/actions.ts';
import { advanceClock, CLOCK_STEPS, freezeClock, runClock } from '../../state/clock-actions.ts';
import { clock } from '../../state/live.ts';
import { useResource } from '../../state/resource.ts';
import { readUpcoming, type UpcomingItem } from './upcoming-items.ts';

/** The control of the sandbox clock, for the operator: steps, the next known instant, an instant with its zone, and the speed. */
export function ClockControl() {
  const isBusy = runningAction.value !== undefined;
  const upcoming = useResource('upcoming', () => readUpcoming(request, sandboxNow.value));
  const next = upcoming.data?.find(({ atMs }) => atMs > sandboxNow.value);
  return (
    <div class="stack">
      <section class="stack-tight">
        <h3>Forwards by</h3>
        <div class="row">
          {CLOCK_STEPS.map(({ text, by }) => (
            <Button key={by} isDisabled={isBusy} onPress={() => void advanceClock({ by })}>
              {text}
            </Button>
          ))}
        </div>
        <div class="row">
          <Button icon="arrow" isDisabled={isBusy} onPress={() => void advanceClock({ to_next_attempt: true })}>
            To the next attempt
          </Button>
          {next === undefined ? null : <NextInstant item={next} />}
        </div>
      </section>
      <InstantForm />
      <SpeedForm />
    </div>
  );
}

/** The earliest known instant ahead, such as a deadline or a cut-off. */
function NextInstant({ item: { atMs, text } }: { readonly item: UpcomingItem }) {
  return (
    <Button
      icon="arrow"
      isDisabled={runningAction.value !== undefined}
      onPress={() => void advanceClock({ to: new Date(atMs).toISOString() })}
    >
      {text}, {formatDistance(atMs, sandboxNow.value)}
    </Button>
  );
}

const BROWSER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Moves the clock to a date and time of a zone. */
function InstantForm() {
  const [given, setGiven] = useState<string>();
  const [chosenZone, setChosenZone] = useState(zone.value);
  const text = given ?? formatLocalTime(sandboxNow.value + 3_600_000, chosenZone);
  const ms = parseLocalTime(text, chosenZone);
  const fault = findFault(ms);
  const zones = [...new Set([zone.value, 'UTC', BROWSER_ZONE])].map((value) => ({
    value,
    text: describeZone(value),
  }));
  return (
    <form
      class="stack-tight"
      onSubmit={(event) => {
        event.preventDefault();
        if (ms === undefined || fault !== undefined) return;
        setGiven(undefined);
        void advanceClock({ to: new Date(ms).toISOString() });
      }}
    >
      <h3>To a sandbox time</h3>
      <div class="row form-row">
        <DateField
          label="Date and time"
          hasTime
          value={text}
          error={given === undefined ? undefined : fault}
          onChange={setGiven}
        />
        <SelectField label="Zone" value={chosenZone} options={zones} onChange={setChosenZone} />
        <button
          type="submit"
          class="button"
          disabled={runningAction.value !== undefined || ms === undefined || fault !== undefined}
        >
          Move
        </button>
      </div>
      {ms === undefined || fault !== undefined ? null : (
        <p class="muted small">
          {formatDateTime(ms, 'UTC', true)} UTC, {formatDistance(ms, sandboxNow.value)} on the sandbox clock.
        </p>
      )}
    </form>
  );
}

function describeZone(value: string): string {
  if (value === zone.value) return `${value} (the account)`;
  return value === BROWSER_ZONE ? `${value} (this browser)` : value;
}

/** Returns why the clock cannot move to an instant. */
function findFault(ms: number | undefined): string | undefined {
  if (ms === undefined) return 'Expected a date with a time that exists.';
  if (ms <= sandboxNow.value) return 'Expected a time after the present sandbox time: the clock only moves forwards.';
  const latest = clock.value?.value.latest_at;
  return latest !== undefined && ms > Date.parse(latest)
    ? `Expected a time up to ${formatLocalTime(Date.parse(latest), zone.value).replace('T', ' ')}.`
    : undefined;
}

const SPEEDS = [1, 10, 60, 600, 3600].map((speed) => ({ value: String(speed), text: `${speed}× real time` }));

function SpeedForm() {
  const [speed, setSpeed] = useState('60');
  const isBusy = runningAction.value !== undefined;
  const isRunning = (clock.value?.value.speed ?? null) !== null;
  return (
    <section class="stack-tight">
      <h3>Run</h3>
      <div class="row form-row">
        <SelectField label="Speed" value={speed} options={SPEEDS} onChange={setSpeed} />
        <Button icon="play" isDisabled={isBusy} onPress={() => void runClock(Number(speed))}>
          Run
        </Button>
        <Button icon="pause" isDisabled={isBusy || !isRunning} onPress={() => void freezeClock()}>
          Stop
        </Button>
      </div>
    </section>
  );
}

/** The time of the sandbox, and the real time, each with its label. */
export function ClockFace() {
  const at = sandboxNow.value;
  const speed = clock.value?.value.speed ?? null;
  return (
    <div class="stack-tight">
      <div class="row between">
        <p class="clock-face figure">
          {formatDateTime(at, zone.value, true)} <small>{formatZone(at, zone.value)}</small>
        </p>
        {clock.value === undefined ? null : (
          <Badge tone={speed === null ? 'muted' : 'good'}>{speed === null ? 'Stopped' : `Runs at ${speed}×`}</Badge>
        )}
      </div>
      <p class="muted small figure">
        Sandbox time. Real time is {formatDateTime(realNow.value, BROWSER_ZONE, true)}{' '}
        {formatZone(realNow.value, BROWSER_ZONE)}.
      </p>
    </div>
  );
}
