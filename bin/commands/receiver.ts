import { Command, Option } from 'commander';
import { WEBHOOK_REPORT_FORMATS } from '../../conformance/reports/formats.ts';
import { collectValues, parseAddresses, parseWholeNumber } from './conform/options.ts';
import { RECEIVER_HELP } from './receiver/help.ts';
import type { ReceiverCommandOptions } from './receiver/options.ts';
import { createJsonOption } from './shared/options/json-option.ts';

/** `fleetkit receiver`: tests for webhook handlers. */
export function receiverCommand(): Command {
  return new Command('receiver')
    .description('Tests whether a webhook handler accepts valid deliveries and rejects invalid ones.')
    .addCommand(checkCommand());
}

function checkCommand(): Command {
  return new Command('check')
    .summary('send test deliveries to a handler and check its responses')
    .description(
      'Sends valid, forged, old, repeated, slow and unusual deliveries to the handler at URL. Reports which responses were ' +
        'correct and, for each wrong response, the usual cause in a handler.',
    )
    .usage('<url> [options]')
    .argument('[url]', 'the URL of the handler, such as http://127.0.0.1:3000/hooks')
    .optionsGroup('Signatures:')
    .option(
      '--secret <secret>',
      'the secret of the handler; other users can see it in the process list, so prefer --secret-env',
    )
    .option('--new-secret', 'print a secret that shows most faults in how a handler reads it, and send nothing')
    .option('--secret-env <name>', 'the environment variable with the secret (default: "FLEETKIT_WEBHOOK_SECRET")')
    .option(
      '--scheme <name|file>',
      'the signature scheme: a name, or a file that describes a scheme',
      'standard-webhooks',
    )
    .option(
      '--tolerance <time>',
      'the expected timestamp tolerance of the handler, in seconds or as 5m (default: any from 1m to 20m, with advice above 5m)',
    )
    .optionsGroup('Which probes:')
    .option(
      '--only <ids>',
      'send only these probes, separated by commas; an ordinary delivery is always sent',
      collectValues,
    )
    .option(
      '--effects <url>',
      'a URL that returns the number of effects, or their event ids, so that duplicates can be detected',
    )
    .option(
      '--processes <types>',
      'the event types that the handler must process, as "cash_*" or "*": each of their events must have an effect; needs --effects',
    )
    .option('--seed <number>', 'seed for the generated events', parseWholeNumber, 1)
    .option('--list', 'list the probes, and send nothing')
    .optionsGroup('Reports:')
    .option(
      '-f, --format <format[=file]>',
      `report format and output file; repeatable: ${WEBHOOK_REPORT_FORMATS.join(', ')} (default: "text")`,
      collectValues,
    )
    .addOption(createJsonOption('the report, or what --list lists,'))
    .option('-o, --output <file>', 'output file for the report that has no =FILE')
    .addOption(
      new Option(
        '--progress <form>',
        'form of the progress output: text on a terminal, or json with one event per line, for programs',
      )
        .choices(['text', 'json'])
        .default('text'),
    )
    .optionsGroup('Network:')
    .option(
      '--resolve <address,...>',
      'connect to these IP addresses in place of those of the name in URL',
      parseAddresses,
    )
    .option('--timeout <time>', 'maximum time for one response, in seconds or as 15s', '15s')
    .option(
      '--time-limit <time>',
      'maximum time for all probes, in seconds or as 20m (default: 5m, or more for a handler that responds slowly, up to 1h)',
    )
    .option('--header <name: value>', 'add a header to every delivery; reports omit its value', collectValues)
    .option('--ca <file>', 'additional trusted certificate authority (PEM)')
    .option('--insecure', 'do not check certificates')
    .addHelpText('after', RECEIVER_HELP)
    .action(async (url: string | undefined, options: ReceiverCommandOptions, command: Command) => {
      const { check } = await import('./receiver/check-action.ts');
      await check(url, options, command);
    });
}
