import { Command } from 'commander';
import { explainCommand } from './deliveries/explaining.ts';
import { listCommand, showCommand } from './deliveries/looking.ts';
import { replayCommand } from './deliveries/replaying.ts';
import { waitCommand } from './deliveries/waiting.ts';

/** `fleetkit deliveries`. */
export function deliveriesCommand(): Command {
  const command = new Command('deliveries')
    .summary('look into what a sandbox has sent, and send it again')
    .description('Shows what a running sandbox has sent to its destinations, or is to send, and how that went.');
  command.addCommand(listCommand(), { isDefault: true });
  for (const one of [showCommand(), replayCommand(), explainCommand(), waitCommand()]) command.addCommand(one);
  return command;
}
