import { Command } from 'commander';
import { listEventsCommand } from './events/list.ts';
import { watchEventsCommand } from './events/watch.ts';

/** `fleetkit events`. */
export function eventsCommand(): Command {
  const command = new Command('events').description('Shows the webhook events of a running sandbox.');
  command.addCommand(listEventsCommand(), { isDefault: true });
  command.addCommand(watchEventsCommand());
  return command;
}
