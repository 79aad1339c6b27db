import type { Command } from 'commander';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { type CallOperation, createCall } from '../../control/control-plane.ts';
import type { RequestNames } from '../../control/request-names.ts';
import { type ConnectionOptions, createClientCommand, RequestFailure, runAndPrint } from '../shared/client.ts';
import { toPrintable } from '../shared/printable.ts';
import { matchesIdPart } from '../shared/short-ids.ts';
import { type EventOptions, toSubscriptions } from './event-options.ts';
import { requestDestination } from './find-destination.ts';
import { formatSubscription } from './format-text.ts';
import { createDestinationCommand } from './list-and-state.ts';
import { addEventOptions } from './register.ts';

/* `fleetkit destinations subscribe` and `unsubscribe`. */

const SUBSCRIBE_REQUEST = {
  operations: ['createSubscription'],
  names: { '/types': '--types', '/terminal_id': '--terminal', '/states': '--states', '/account_id': '--account' },
} as const satisfies RequestNames;

type Subscription = SandboxSchemas['Subscription'];

export const subscribeCommand = (): Command =>
  addEventOptions(createDestinationCommand('subscribe', SUBSCRIBE_REQUEST))
    .description('add a subscription; an event that several subscriptions match is sent once')
    .option('--account <id>', 'only events of this account: that of the destination or a sub-account')
    .action((given: string | undefined, options: ConnectionOptions & EventOptions & { readonly account?: string }) =>
      runAndPrint(
        options,
        async (send) => {
          const call = createCall(send, SUBSCRIBE_REQUEST);
          const { destination_id } = await requestDestination(call, given);
          const made: Subscription[] = [];
          for (const body of toSubscriptions(options, options.account))
            made.push(await call('createSubscription', { path: { destination_id }, body }));
          return made;
        },
        {
          asText: (made) =>
            made.map((one) => toPrintable(`${one.subscription_id}  ${formatSubscription(one)}`)).join('\n'),
        },
      ),
    );

export const unsubscribeCommand = (): Command =>
  createClientCommand('unsubscribe')
    .description('remove a subscription; pending deliveries are still sent')
    .argument('<subscription>', 'the id of the subscription, or its beginning or end')
    .action((given: string, options: ConnectionOptions) =>
      runAndPrint(
        options,
        async (send) => {
          const call = createCall(send);
          const { destinationId, subscription } = await findSubscription(call, given);
          const path = { destination_id: destinationId, subscription_id: subscription.subscription_id };
          const deleted = await call('deleteSubscription', { path });
          return { ...deleted, subscription };
        },
        { asText: ({ id, subscription }) => `${id} removed: ${toPrintable(formatSubscription(subscription))}.` },
      ),
    );

async function findSubscription(call: CallOperation, given: string) {
  const { data } = await call('listDestinations');
  const all = data.flatMap(({ destination_id: destinationId, subscriptions }) =>
    subscriptions.map((subscription) => ({ destinationId, subscription })),
  );
  const [only, ...others] = all.filter(({ subscription }) => matchesIdPart(subscription.subscription_id, given));
  if (only !== undefined && others.length === 0) return only;
  const [sentence, shown] =
    only === undefined
      ? [`No subscription matches ${given}. Existing subscriptions:`, all]
      : [`${given} matches several subscriptions:`, [only, ...others]];
  const lines = shown.map(({ subscription: one }) => `  ${one.subscription_id}  ${formatSubscription(one)}`);
  throw new RequestFailure(
    [shown.length === 0 ? 'There are no subscriptions.' : sentence, ...lines].join('\n'),
    only === undefined ? 1 : 2,
  );
}
