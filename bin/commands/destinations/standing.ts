import type { Command } from 'commander';
import { caller } from '../shared/calls.ts';
import { askAllAndPrint, askAndPrint, type ClientOptions, clientCommand } from '../shared/client.ts';
import { destinationsText, destinationText } from './as-text.ts';
import { destinationMeant } from './which.ts';

/* `fleetkit destinations list`, `show`, and the commands that change the state. */

export const listCommand = (): Command =>
  clientCommand('list')
    .description('list destinations')
    .action((options: ClientOptions) =>
      askAndPrint(options, { method: 'GET', path: 'destinations' }, destinationsText),
    );

export const showCommand = (): Command =>
  aboutOne('show')
    .description('show a destination')
    .action((given: string | undefined, options: ClientOptions) =>
      askAllAndPrint(options, (ask) => destinationMeant(caller(ask), given), destinationText),
    );

const CHANGES = {
  pause: ['pauseDestination', 'hold its deliveries'],
  resume: ['resumeDestination', 'send held and new deliveries'],
  disable: ['disableDestination', 'skip pending and new deliveries'],
  enable: ['enableDestination', 'send new deliveries again, whatever the reason it was disabled'],
} as const;

/** Creates one command for each state change. */
export const standingCommands = (): readonly Command[] =>
  Object.entries(CHANGES).map(([name, [operation, description]]) =>
    aboutOne(name)
      .description(description)
      .action((given: string | undefined, options: ClientOptions) =>
        askAllAndPrint(
          options,
          async (ask) => {
            const call = caller(ask);
            const { destination_id } = await destinationMeant(call, given);
            return call(operation, { path: { destination_id }, body: {} });
          },
          destinationText,
        ),
      ),
  );

/** Creates a command about one destination. */
export const aboutOne = (name: string): Command =>
  clientCommand(name).argument(
    '[destination]',
    'the destination: its id, part of the id, or its name; optional if there is only one',
  );
