import type { Command } from 'commander';
import { createCall } from '../../control/control-plane.ts';
import type { RequestNames } from '../../control/request-names.ts';
import { type ConnectionOptions, createClientCommand, runAndPrint, sendAndPrint } from '../shared/client.ts';
import { requestDestination } from './find-destination.ts';
import { formatDestination, formatDestinations } from './format-text.ts';

/* `fleetkit destinations list`, `show`, and the commands that change the state. */

export const listDestinationsCommand = (): Command =>
  createClientCommand('list')
    .description('list destinations')
    .action((options: ConnectionOptions) =>
      sendAndPrint(options, { method: 'GET', path: 'destinations' }, formatDestinations),
    );

export const showDestinationCommand = (): Command =>
  createDestinationCommand('show')
    .description('show a destination')
    .action((given: string | undefined, options: ConnectionOptions) =>
      runAndPrint(options, (send) => requestDestination(createCall(send), given), { asText: formatDestination }),
    );

const STATE_CHANGES = {
  pause: ['pauseDestination', 'hold its deliveries'],
  resume: ['resumeDestination', 'send held and new deliveries'],
  disable: ['disableDestination', 'skip pending and new deliveries'],
  enable: ['enableDestination', 'send new deliveries again; ends any kind of disabling'],
} as const;

/** Creates one command for each state change. */
export const stateCommands = (): readonly Command[] =>
  Object.entries(STATE_CHANGES).map(([name, [operation, description]]) =>
    createDestinationCommand(name)
      .description(description)
      .action((given: string | undefined, options: ConnectionOptions) =>
        runAndPrint(
          options,
          async (send) => {
            const call = createCall(send);
            const { destination_id } = await requestDestination(call, given);
            return call(operation, { path: { destination_id }, body: {} });
          },
          { asText: formatDestination },
        ),
      ),
  );

/** Creates a command about one destination. */
export const createDestinationCommand = (name: string, requestNames?: RequestNames): Command =>
  createClientCommand(name, requestNames).argument(
    '[destination]',
    'the destination: its id, part of the id, or its name; optional if there is only one',
  );
