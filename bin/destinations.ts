import { Command } from 'commander';
import { inboxCommand } from './destinations/inbox.ts';
import { recoverCommand } from './destinations/recovering.ts';
import { addCommand, changeCommand, removeCommand } from './destinations/registering.ts';
import { expireCommand, rotateCommand, secretCommand } from './destinations/secrets.ts';
import { listCommand, showCommand, standingCommands } from './destinations/standing.ts';
import { subscribeCommand, unsubscribeCommand } from './destinations/subscribing.ts';
import { testCommand } from './destinations/testing.ts';

/** `fleetkit destinations`. */
export function destinationsCommand(): Command {
  const command = new Command('destinations')
    .summary('say where the events of a sandbox are sent')
    .description('Registers and looks after the destinations that a running sandbox sends its webhook events to.')
    .addHelpText(
      'after',
      `
Without a handler of your own:
  fleetkit destinations add --inbox --account acct_northway
  fleetkit destinations inbox --answers 500,503:60,200   what it is to answer
  fleetkit trigger cash_out --terminal NW104310 --wait
  fleetkit clock advance to-next-attempt                 as often as it takes
  fleetkit destinations inbox                            what it got`,
    );
  command.addCommand(listCommand(), { isDefault: true });
  for (const one of [
    addCommand(),
    showCommand(),
    changeCommand(),
    removeCommand(),
    testCommand(),
    ...standingCommands(),
    secretCommand(),
    rotateCommand(),
    expireCommand(),
    subscribeCommand(),
    unsubscribeCommand(),
    recoverCommand(),
    inboxCommand(),
  ])
    command.addCommand(one);
  return command;
}
