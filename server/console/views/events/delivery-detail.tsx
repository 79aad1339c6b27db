import { readDelivery, replayDelivery } from '../../api/deliveries.ts';
import { isOperator } from '../../api/session.ts';
import type { Destination, DeliveryDetail as Detail } from '../../api/types.ts';
import { describeNextAttempt } from '../../format/failure-reason.ts';
import { Button } from '../../parts/button.tsx';
import { Hint, Loaded } from '../../parts/states.tsx';
import { sandboxNow, zone } from '../../parts/time.tsx';
import { runAction, runningAction } from '../../state/actions.ts';
import { advanceClock } from '../../state/clock-actions.ts';
import { reloadNow } from '../../state/live.ts';
import { notify } from '../../state/notices.ts';
import { useResource } from '../../state/resource.ts';
import { linkToItem, useParameter } from '../../state/route.ts';
import { AttemptTimeline } from './attempt-timeline.tsx';
import { AttemptView } from './attempt-view.tsx';
import { SignatureView } from './signature-view.tsx';

export interface DeliveryDetailProps {
  readonly deliveryId: string;
  readonly destination: Destination | undefined;
}

/** All attempts of a delivery. The latest one is shown first. */
export function DeliveryDetail({ deliveryId, destination }: DeliveryDetailProps) {
  const detail = useResource(`delivery ${deliveryId}`, () => readDelivery(deliveryId));
  return (
    <div class="chain-detail stack">
      <Loaded of={detail}>{(data) => <Attempts delivery={data} destination={destination} />}</Loaded>
    </div>
  );
}

function Attempts({
  delivery,
  destination,
}: {
  readonly delivery: Detail;
  readonly destination: Destination | undefined;
}) {
  const [chosen, setChosen] = useParameter('attempt');
  const { attempts } = delivery;
  const chosenIndex = attempts.findIndex(({ number }) => String(number) === chosen);
  const index = chosenIndex < 0 ? attempts.length - 1 : chosenIndex;
  const attempt = attempts[index];
  const next = describeNextAttempt(delivery.next_attempt, {
    now: new Date(sandboxNow.value).toISOString(),
    zone: zone.value,
  });
  return (
    <>
      <div class="row between">
        {attempts.length === 0 ? <span class="secondary">No attempt yet.</span> : <Related delivery={delivery} />}
        <DeliveryActions delivery={delivery} />
      </div>
      {attempts.length === 0 ? null : (
        <AttemptTimeline attempts={attempts} selected={index} onSelect={({ number }) => setChosen(String(number))} />
      )}
      {next === undefined ? null : <Hint>{next}</Hint>}
      {attempt === undefined ? null : (
        <>
          <AttemptView attempt={attempt} previous={attempts[index - 1]} body={delivery.body} />
          <SignatureView key={attempt.number} delivery={delivery} attempt={attempt} destination={destination} />
        </>
      )}
    </>
  );
}

/** Leads to other deliveries of the same event and incident. */
function Related({ delivery: { event_id: event, incident_id: incident } }: { readonly delivery: Detail }) {
  return (
    <span class="row small">
      <a href={linkToItem(['events'], { search: event })}>All deliveries of this event</a>
      {incident === null ? null : <a href={linkToItem(['events'], { search: incident })}>All of this incident</a>}
    </span>
  );
}

function DeliveryActions({ delivery }: { readonly delivery: Detail }) {
  const isBusy = runningAction.value !== undefined;
  const replay = async (): Promise<void> => {
    const replayed = await runAction('replay', () => replayDelivery(delivery.delivery_id));
    if (replayed !== undefined) notify('done', 'Sent again, with the same id and body and a new signature.');
    reloadNow();
  };
  return (
    <div class="row">
      {delivery.next_attempt?.clock === 'sandbox' && isOperator.value ? (
        <Button
          size="small"
          icon="arrow"
          isDisabled={isBusy}
          onPress={() => void advanceClock({ to_next_attempt: true })}
        >
          Skip to next attempt
        </Button>
      ) : null}
      <Button size="small" icon="refresh" isDisabled={isBusy} onPress={() => void replay()}>
        Replay
      </Button>
    </div>
  );
}
