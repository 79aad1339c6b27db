import type { Command } from 'commander';
import { caller } from '../calls.ts';
import { type ClientOptions, clientCommand, tell, tellAll } from '../client.ts';
import { destinationsText, destinationText } from './as-text.ts';
import { destinationMeant } from './which.ts';

/* `fleetkit destinations list`, `show`, and what lets one be sent to or not. */

export const listCommand = (): Command =>
  clientCommand('list')
    .description('list them')
    .action((options: ClientOptions) => tell(options, { method: 'GET', path: 'destinations' }, destinationsText));

export const showCommand = (): Command =>
  aboutOne('show')
    .description('show one')
    .action((given: string | undefined, options: ClientOptions) =>
      tellAll(options, (ask) => destinationMeant(caller(ask), given), destinationText),
    );

const CHANGES = {
  pause: ['pauseDestination', 'let its deliveries wait'],
  resume: ['resumeDestination', 'send what has waited, and what comes'],
  disable: ['disableDestination', 'skip what it has waiting, and what comes'],
  enable: ['enableDestination', 'send again from now on, whatever it was disabled for'],
} as const;

/** One command for each way to change whether a destination is sent to. */
export const standingCommands = (): readonly Command[] =>
  Object.entries(CHANGES).map(([name, [operation, description]]) =>
    aboutOne(name)
      .description(description)
      .action((given: string | undefined, options: ClientOptions) =>
        tellAll(
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

/** A command about one destination. */
export const aboutOne = (name: string): Command =>
  clientCommand(name).argument('[destination]', 'which: id, part of it, or name; needless where there is only one');
