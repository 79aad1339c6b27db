import { Command } from 'commander';
import { createCreateCommand } from './workspaces/create.ts';
import { createDeleteCommand, createExtendCommand, createListCommand, createShowCommand } from './workspaces/manage.ts';

/** `fleetkit workspaces`. */
export function workspacesCommand(): Command {
  const command = new Command('workspaces')
    .description('Manages isolated worlds on one server. Each has its own keys, clock, data and quotas.')
    .addHelpText(
      'after',
      `
Give a CI job a separate sandbox on a shared server:
  eval "$(fleetkit workspaces create --expires-in 1h --user usr_nw_admin --env)"
  fleetkit clock advance 2h            moves only the clock of the workspace
  fleetkit workspaces delete           deletes it; otherwise it expires`,
    );
  command.addCommand(createListCommand(), { isDefault: true });
  for (const one of [createCreateCommand(), createShowCommand(), createExtendCommand(), createDeleteCommand()])
    command.addCommand(one);
  return command;
}
