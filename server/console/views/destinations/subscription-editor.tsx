import { useState } from 'preact/hooks';
import { request } from '../../api/request.ts';
import type { Destination } from '../../api/types.ts';
import { toWords } from '../../format/words.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Hint } from '../../parts/states.tsx';
import { runAction } from '../../state/actions.ts';
import { reloadNow } from '../../state/live.ts';
import { notify } from '../../state/notices.ts';
import { useSubmission } from '../../state/submission.ts';
import { toNewSubscription } from './destination-actions.ts';
import { EventTypesField } from './event-types-field.tsx';

/** The subscriptions of a destination, with buttons that remove them, and a form that adds one. */
export function SubscriptionEditor({ destination }: { readonly destination: Destination }) {
  const [types, setTypes] = useState<readonly string[]>([]);
  const [terminalId, setTerminalId] = useState('');
  const [isAdding, setAdding] = useState(false);
  const { isBusy, faultOf, otherFailure, submit } = useSubmission(['/terminal_id', '/types']);
  const path = `/sandbox/destinations/${destination.destination_id}/subscriptions`;
  const remove = (subscription: Destination['subscriptions'][number]): Promise<void> =>
    submit(async () => {
      await request(`${path}/${subscription.subscription_id}`, { method: 'DELETE' });
      notify('done', `Removed: ${describeSubscription(subscription)}.`, () => restore(subscription));
      reloadNow();
    });
  const restore = async (subscription: Destination['subscriptions'][number]): Promise<void> => {
    const body = toNewSubscription(subscription);
    if ((await runAction('restore', () => request(path, { method: 'POST', body }))) === undefined) return;
    notify('done', `Added again: ${describeSubscription(subscription)}.`);
    reloadNow();
  };
  const add = (): Promise<void> =>
    submit(async () => {
      const terminal = terminalId.trim();
      const body = {
        ...(types.length === 0 ? {} : { types }),
        ...(terminal === '' ? {} : { terminal_id: terminal }),
      };
      await request(path, { method: 'POST', body });
      setAdding(false);
      setTypes([]);
      setTerminalId('');
      reloadNow();
    });
  return (
    <section class="stack-tight">
      <h3>Subscriptions</h3>
      {destination.subscriptions.length === 0 ? <p class="secondary">None: no event is sent.</p> : null}
      <ul class="stack-tight">
        {destination.subscriptions.map((subscription) => (
          <li key={subscription.subscription_id} class="row between">
            <span class="wrap">{describeSubscription(subscription)}</span>
            <Button
              size="small"
              kind="quiet"
              isDisabled={isBusy}
              label={`Remove: ${describeSubscription(subscription)}`}
              onPress={() => void remove(subscription)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {otherFailure === undefined ? null : <Hint tone="bad">{otherFailure}</Hint>}
      {isAdding ? (
        <>
          <TextField
            label="Only this terminal"
            hint="Empty: all terminals of the account."
            value={terminalId}
            placeholder="NW104310"
            error={faultOf('/terminal_id')}
            onChange={setTerminalId}
          />
          <EventTypesField types={types} onChange={setTypes} />
          <div class="row">
            <Button isDisabled={isBusy} onPress={() => void add()}>
              Add this subscription
            </Button>
            <Button kind="quiet" onPress={() => setAdding(false)}>
              Do not add
            </Button>
          </div>
        </>
      ) : (
        <div class="row">
          <Button size="small" icon="plus" onPress={() => setAdding(true)}>
            Add a subscription
          </Button>
        </div>
      )}
    </section>
  );
}

/** Describes the events of a subscription. */
export const describeSubscription = ({
  types,
  terminal_id: terminalId,
  states,
}: Destination['subscriptions'][number]): string =>
  [
    types === null ? 'All events' : types.map(toWords).join(', '),
    terminalId === null ? '' : ` of ${terminalId}`,
    states === null ? '' : `, only ${states.join(', ')}`,
  ].join('');
