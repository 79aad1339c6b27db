import { useState } from 'preact/hooks';
import { isOperator } from '../../api/session.ts';
import { formatDateTime, formatDistance, formatZone } from '../../format/time.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { SelectField, TextField } from '../../parts/fields.tsx';
import { PageHead, Panel } from '../../parts/panel.tsx';
import { Hint, Loading } from '../../parts/states.tsx';
import { sandboxNow, zone } from '../../parts/time.tsx';
import { runningAction } from '../../state/actions.ts';
import { advanceClock, CLOCK_STEPS, freezeClock, runClock } from '../../state/clock-actions.ts';
import { clock } from '../../state/live.ts';
import { ResetPanel } from './reset-panel.tsx';
import { Upcoming } from './upcoming.tsx';

/** The sandbox clock: its time, its movement, and what follows. */
export function ClockView() {
  return (
    <>
      <PageHead title="Clock">
        All data is computed at the time of this clock. It only moves forwards, and only when you move it.
      </PageHead>
      {isOperator.value ? null : (
        <Hint>
          Only the operator can move the clock. Sign in with the operator's token, or run{' '}
          <code>npx fleetkit console</code>.
        </Hint>
      )}
      <div class="clock-columns">
        <div class="stack">
          <ClockFace />
          {isOperator.value ? <Movement /> : null}
          {isOperator.value ? <ResetPanel /> : null}
        </div>
        <Upcoming />
      </div>
    </>
  );
}

function ClockFace() {
  const known = clock.value?.value;
  if (known === undefined) return <Panel>{isOperator.value ? <Loading rows={2} /> : <ClockText />}</Panel>;
  const isRunning = known.speed !== null;
  return (
    <Panel>
      <div class="row between">
        <ClockText />
        <Badge tone={isRunning ? 'good' : 'muted'}>{isRunning ? `Runs at ${known.speed}×` : 'Stopped'}</Badge>
      </div>
      <p class="muted small">
        Began at {formatDateTime(known.started_at, zone.value)}, {formatDistance(known.started_at, sandboxNow.value)}.
        One move reaches at most {formatDateTime(known.latest_at, zone.value)} of the next year.
      </p>
    </Panel>
  );
}

function ClockText() {
  const at = sandboxNow.value;
  return (
    <p class="clock-face figure">
      {formatDateTime(at, zone.value, true)} <small>{formatZone(at, zone.value)}</small>
    </p>
  );
}

const SPEEDS = [1, 10, 60, 600, 3600].map((speed) => ({ value: String(speed), text: `${speed}× real time` }));

function Movement() {
  const [speed, setSpeed] = useState('60');
  const [instant, setInstant] = useState('');
  const isBusy = runningAction.value !== undefined;
  const isRunning = clock.value?.value.speed !== null;
  return (
    <Panel title="Move">
      <div class="stack">
        <div class="row">
          {CLOCK_STEPS.map(({ text, by }) => (
            <Button key={by} isDisabled={isBusy} onPress={() => void advanceClock({ by })}>
              {text}
            </Button>
          ))}
          <Button
            kind="primary"
            icon="arrow"
            isDisabled={isBusy}
            onPress={() => void advanceClock({ to_next_attempt: true })}
          >
            To the next attempt
          </Button>
        </div>
        <div class="row clock-form">
          <SelectField label="Speed" value={speed} options={SPEEDS} onChange={setSpeed} />
          <Button icon="play" isDisabled={isBusy} onPress={() => void runClock(Number(speed))}>
            Run
          </Button>
          <Button icon="pause" isDisabled={isBusy || !isRunning} onPress={() => void freezeClock()}>
            Stop
          </Button>
        </div>
        <form
          class="row clock-form"
          onSubmit={(event) => {
            event.preventDefault();
            void advanceClock({ to: instant.trim() });
          }}
        >
          <TextField
            label="To an instant"
            value={instant}
            placeholder={new Date(sandboxNow.value + 7_200_000).toISOString().replace(/\.\d+/, '')}
            onChange={setInstant}
          />
          <button type="submit" class="button" disabled={isBusy || instant.trim() === ''}>
            Move
          </button>
        </form>
      </div>
    </Panel>
  );
}
