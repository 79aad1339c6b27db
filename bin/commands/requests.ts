import { Command } from 'commander';
import { listRequestsCommand } from './requests/list.ts';
import { watchRequestsCommand } from './requests/watch.ts';

/** `fleetkit requests`. */
export function requestsCommand(): Command {
  const command = new Command('requests').description('Shows the latest requests that a running sandbox answered.');
  command.addCommand(listRequestsCommand(), { isDefault: true });
  command.addCommand(watchRequestsCommand());
  return command;
}
