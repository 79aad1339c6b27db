import { Command } from 'commander';
import { explainCommand } from './deliveries/explaining.ts';
import { listCommand, showCommand } from './deliveries/looking.ts';
import { replayCommand } from './deliveries/replaying.ts';
import { waitCommand } from './deliveries/waiting.ts';

/** `fleetkit deliveries`. */
export function deliveriesCommand(): Command {
  const command = new Command('deliveries')
    .summary('inspect and replay webhook deliveries')
    .description('Shows, explains and replays the webhook deliveries of a running sandbox.');
  command.addCommand(listCommand(), { isDefault: true });
  for (const one of [showCommand(), replayCommand(), explainCommand(), waitCommand()]) command.addCommand(one);
  return command;
}
