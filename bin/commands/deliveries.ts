import { Command } from 'commander';
import { explainCommand } from './deliveries/explain.ts';
import { listDeliveriesCommand, showDeliveryCommand } from './deliveries/list-and-show.ts';
import { replayCommand } from './deliveries/replay.ts';
import { waitCommand } from './deliveries/wait.ts';
import { watchDeliveriesCommand } from './deliveries/watch.ts';

/** `fleetkit deliveries`. */
export function deliveriesCommand(): Command {
  const command = new Command('deliveries').description(
    'Shows, watches, explains and replays the webhook deliveries of a running sandbox.',
  );
  command.addCommand(listDeliveriesCommand(), { isDefault: true });
  for (const one of [showDeliveryCommand(), replayCommand(), explainCommand(), waitCommand(), watchDeliveriesCommand()])
    command.addCommand(one);
  return command;
}
