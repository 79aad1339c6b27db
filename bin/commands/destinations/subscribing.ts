import type { Command } from 'commander';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { type Call, caller } from '../shared/calls.ts';
import { askAllAndPrint, type ClientOptions, clientCommand, NoAnswer } from '../shared/client.ts';
import { printable } from '../shared/printable.ts';
import { isNamedBy } from '../shared/short-ids.ts';
import { subscriptionText } from './as-text.ts';
import { wantingEvents } from './registering.ts';
import { aboutOne } from './standing.ts';
import { subscriptionsFor, type WantedEvents } from './wanted-events.ts';
import { destinationMeant } from './which.ts';

/* `fleetkit destinations subscribe` and `unsubscribe`. */

type Subscription = SandboxSchemas['Subscription'];

export const subscribeCommand = (): Command =>
  wantingEvents(aboutOne('subscribe'))
    .description('add a subscription; an event that several subscriptions match is sent once')
    .option('--account <id>', 'only events of this account: that of the destination or a sub-account')
    .action((given: string | undefined, options: ClientOptions & WantedEvents & { readonly account?: string }) =>
      askAllAndPrint(
        options,
        async (ask) => {
          const call = caller(ask, 'destinations subscribe');
          const { destination_id } = await destinationMeant(call, given);
          const made: Subscription[] = [];
          for (const body of subscriptionsFor(options, options.account))
            made.push(await call('createSubscription', { path: { destination_id }, body }));
          return made;
        },
        (made) => made.map((one) => printable(`${one.subscription_id}  ${subscriptionText(one)}`)).join('\n'),
      ),
    );

export const unsubscribeCommand = (): Command =>
  clientCommand('unsubscribe')
    .description('remove a subscription; pending deliveries are still sent')
    .argument('<subscription>', 'the id of the subscription, or its beginning or end')
    .action((given: string, options: ClientOptions) =>
      askAllAndPrint(
        options,
        async (ask) => {
          const call = caller(ask, 'destinations unsubscribe');
          const { destinationId, subscription } = await subscriptionMeant(call, given);
          const path = { destination_id: destinationId, subscription_id: subscription.subscription_id };
          const deleted = await call('deleteSubscription', { path });
          return { ...deleted, subscription };
        },
        ({ id, subscription }) => `${id} removed: ${printable(subscriptionText(subscription))}.`,
      ),
    );

async function subscriptionMeant(call: Call, given: string) {
  const { data } = await call('listDestinations');
  const all = data.flatMap(({ destination_id: destinationId, subscriptions }) =>
    subscriptions.map((subscription) => ({ destinationId, subscription })),
  );
  const [only, ...others] = all.filter(({ subscription }) => isNamedBy(subscription.subscription_id, given));
  if (only !== undefined && others.length === 0) return only;
  const [sentence, shown] =
    only === undefined
      ? [`No subscription matches ${given}. Existing subscriptions:`, all]
      : [`${given} matches several subscriptions:`, [only, ...others]];
  const lines = shown.map(({ subscription: one }) => `  ${one.subscription_id}  ${subscriptionText(one)}`);
  throw new NoAnswer(
    [shown.length === 0 ? 'There are no subscriptions.' : sentence, ...lines].join('\n'),
    only === undefined ? 1 : 2,
  );
}
