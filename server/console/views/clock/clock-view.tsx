import { isOperator } from '../../api/session.ts';
import { formatLocalTime } from '../../format/local-time.ts';
import { formatDateTime, formatDistance } from '../../format/time.ts';
import { PageHead, Panel } from '../../parts/panel.tsx';
import { Hint } from '../../parts/states.tsx';
import { sandboxNow, zone } from '../../parts/time.tsx';
import { clock } from '../../state/live.ts';
import { ClockControl, ClockFace } from './clock-control.tsx';
import { PastPanel } from './past-panel.tsx';
import { ResetPanel } from './reset-panel.tsx';
import { Upcoming } from './upcoming.tsx';

/** The sandbox clock: its time, its movement, and the known instants ahead. */
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
          <Panel>
            <ClockFace />
            <Bounds />
          </Panel>
          {isOperator.value ? (
            <Panel title="Move">
              <ClockControl />
            </Panel>
          ) : null}
          {isOperator.value ? <PastPanel /> : null}
          {isOperator.value ? <ResetPanel /> : null}
        </div>
        <Upcoming />
      </div>
    </>
  );
}

function Bounds() {
  const known = clock.value?.value;
  if (known === undefined) return null;
  return (
    <p class="muted small">
      Began at {formatDateTime(known.started_at, zone.value)}, {formatDistance(known.started_at, sandboxNow.value)}. One
      move reaches at most {formatLocalTime(Date.parse(known.latest_at), zone.value).replace('T', ' ')}.
    </p>
  );
}
