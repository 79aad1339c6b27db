import { Command } from 'commander';
import { createCall } from '../../control/control-plane.ts';
import { type ConnectionOptions, createClientCommand, runAndPrint } from '../shared/client.ts';
import { createAddCommand } from './add.ts';
import { formatRules } from './format-rule.ts';
import { readFaultFile } from './read-fault-file.ts';

/** `fleetkit faults`. */
export function faultsCommand(): Command {
  const command = new Command('faults')
    .description('Manages the rules by which a running sandbox fails on purpose. Without rules, nothing fails.')
    .addHelpText(
      'after',
      `
Test how a client survives failures:
  fleetkit faults add status --status 503 --retry-after 1 --operation listTransactions --nth 1,2
  fleetkit faults add connection_reset --probability 0.1
  fleetkit faults list                     show the rules and how often each was applied
  fleetkit faults clear                    remove all rules`,
    );
  command.addCommand(createListCommand(), { isDefault: true });
  for (const one of [createAddCommand(), createClearCommand(), createPlayCommand()]) command.addCommand(one);
  return command;
}

const createListCommand = (): Command =>
  createClientCommand('list')
    .description('list the rules in the order of their evaluation')
    .action((options: ConnectionOptions) =>
      runAndPrint(options, (send) => createCall(send)('listFaultRules'), { asText: ({ data }) => formatRules(data) }),
    );

const createClearCommand = (): Command =>
  createClientCommand('clear')
    .description('remove one rule, or all')
    .argument('[id]', 'id of the rule, such as flt_1 (default: all rules)')
    .action((id: string | undefined, options: ConnectionOptions) =>
      runAndPrint(
        options,
        (send) => {
          const call = createCall(send);
          return id === undefined ? call('clearFaultRules') : call('removeFaultRule', { path: { fault_id: id } });
        },
        { asText: ({ data }) => formatRules(data) },
      ),
    );

const PLAY_REQUEST = { operations: ['replaceFaultRules'], names: { '/faults': 'FILE' } } as const;

const createPlayCommand = (): Command =>
  createClientCommand('play', PLAY_REQUEST)
    .description('replace all rules by those of a file')
    .argument('<file>', 'YAML or JSON with the list faults')
    .action((file: string, options: ConnectionOptions) =>
      runAndPrint(
        options,
        async (send) =>
          createCall(send, PLAY_REQUEST)('replaceFaultRules', { body: { faults: await readFaultFile(file) } }),
        { asText: ({ data }) => formatRules(data) },
      ),
    );
