import { Command } from 'commander';
import { inboxCommand } from './destinations/inbox.ts';
import { listDestinationsCommand, showDestinationCommand, stateCommands } from './destinations/list-and-state.ts';
import { recoverCommand } from './destinations/recover.ts';
import { addCommand, changeCommand, removeCommand } from './destinations/register.ts';
import { expireCommand, rotateCommand, secretCommand } from './destinations/secrets.ts';
import { testCommand } from './destinations/send-test.ts';
import { subscribeCommand, unsubscribeCommand } from './destinations/subscribe.ts';

/** `fleetkit destinations`. */
export function destinationsCommand(): Command {
  const command = new Command('destinations')
    .description('Manages the destinations to which a running sandbox delivers its webhook events.')
    .addHelpText(
      'after',
      `
Try webhooks without your own handler:
  fleetkit destinations add --inbox --account acct_northway
  fleetkit destinations inbox --answers 500,503:60,200   set its responses
  fleetkit trigger cash_out --terminal NW104310 --wait
  fleetkit clock advance to-next-attempt                 repeat until delivered
  fleetkit destinations inbox                            show what it received`,
    );
  command.addCommand(listDestinationsCommand(), { isDefault: true });
  for (const one of [
    addCommand(),
    showDestinationCommand(),
    changeCommand(),
    removeCommand(),
    testCommand(),
    ...stateCommands(),
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
