import { request } from '../../api/request.ts';
import { isOperator } from '../../api/session.ts';
import { formatPlural } from '../../format/money.ts';
import { formatDistance } from '../../format/time.ts';
import { Button } from '../../parts/button.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Instant, sandboxNow } from '../../parts/time.tsx';
import { runningAction } from '../../state/actions.ts';
import { advanceClock } from '../../state/clock-actions.ts';
import { useResource } from '../../state/resource.ts';
import { readUpcoming } from './upcoming-items.ts';

/** Lists known future instants: delivery attempts, deadlines, the next settlement. */
export function Upcoming() {
  const upcoming = useResource('upcoming', () => readUpcoming(request, sandboxNow.value));
  return (
    <Panel title="Next" isFlush foot="Known now. Events also follow from transactions, heartbeats and causes.">
      <Loaded of={upcoming}>
        {(items) =>
          items.length === 0 ? (
            <Empty icon="clock" title="Nothing is due">
              No attempt waits, and no deadline is near.
            </Empty>
          ) : (
            <ul class="upcoming">
              {items.slice(0, 14).map(({ atMs, text, count }) => (
                <li key={`${atMs} ${text}`}>
                  <div class="grow">
                    <strong class="wrap">{text}</strong>
                    <p class="muted small">
                      <Instant at={new Date(atMs).toISOString()} /> · {formatDistance(atMs, sandboxNow.value)}
                      {count > 1 ? ` · ${formatPlural(count, 'time')}` : ''}
                    </p>
                  </div>
                  {isOperator.value ? (
                    <Button
                      size="small"
                      isDisabled={runningAction.value !== undefined}
                      onPress={() => void advanceClock({ to: new Date(atMs).toISOString() })}
                    >
                      Go there
                    </Button>
                  ) : null}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  );
}
