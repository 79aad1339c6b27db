import { Command, Option } from 'commander';
import { WEBHOOK_REPORT_FORMATS } from '../../conformance/reports/formats.ts';
import { SCHEMES } from '../../conformance/webhooks/scheme.ts';
import { collectValues, parsePositive, parseWholeNumber } from './conform/options.ts';
import {
  collectCanary,
  parseLengthOfTime,
  parseListenAddress,
  parseMemberPointer,
  type SenderOptions,
} from './sender/options.ts';
import { createJsonOption } from './shared/options/json-option.ts';

/** `fleetkit sender`: checks a service that delivers webhooks. */
export function senderCommand(): Command {
  return new Command('sender').addCommand(checkCommand());
}

function checkCommand(): Command {
  return new Command('check')
    .description(
      'Receives the deliveries of any service, or reads a recording, and checks what receivers rely on: signatures, event ' +
        'names, retries and more.',
    )
    .optionsGroup('Input:')
    .addOption(
      new Option('--listen <host:port>', 'address to receive deliveries at')
        .argParser(parseListenAddress)
        .default(parseListenAddress('127.0.0.1:0'), '127.0.0.1:0, a free port'),
    )
    .option('--recording <file>', 'check a recording written by --record')
    .option('--record <file>', 'write the received requests to a file, one per line')
    .addOption(new Option('--for <time>', 'how long to listen').argParser(parseLengthOfTime).default(60_000, '60s'))
    .option('--count <n>', 'stop after this number of requests', parsePositiveWhole)
    .optionsGroup('Responses to deliveries:')
    .option('--passive', 'respond to every delivery with 200, so that no retries occur')
    .option('--retry-after <seconds>', 'value of Retry-After for the third delivery', parsePositiveWhole, 8)
    .option(
      '--withhold <time>',
      'delay the response to the fifth delivery; 40s shows whether the sender has a timeout',
      parseLengthOfTime,
    )
    .option('--allow-gone', 'respond to the retry of the second delivery with 410, which disables the destination')
    .optionsGroup('Expectations:')
    .option(
      '--secret <secret>',
      'secret of the destination, repeatable, newest first; other users can see it in the process list, so prefer --secret-env',
      collectValues,
    )
    .option(
      '--secret-env <name>',
      'environment variable with the secret, or with several secrets separated by spaces (default: "FLEETKIT_WEBHOOK_SECRET")',
    )
    .option(
      '--scheme <name|file>',
      'the signature scheme: a name, or a file that describes a scheme',
      'standard-webhooks',
    )
    .option('--event-at <pointer>', 'JSON pointer to the event name in the body', parseMemberPointer, '/type')
    .addOption(
      new Option('--contract <which>', 'event schemas to validate bodies against: those of the sandbox, or none')
        .choices(['builtin', 'none'])
        .default('builtin'),
    )
    .option('--canary <text>', 'a text that only occurs in data of another tenant; repeatable', collectCanary)
    .option('--tests', 'expect every delivery to be a sample, sent to test the destination')
    .option('--tolerance <time>', 'tolerance for timestamps, in seconds or as 5m', '300')
    .option('--strict', 'fail on advice too')
    .option('--list', 'list the checks and exit')
    .optionsGroup('Reports:')
    .option(
      '-f, --format <format[=file]>',
      `report format and output file; repeatable: ${WEBHOOK_REPORT_FORMATS.join(', ')} (default: "text")`,
      collectValues,
    )
    .addOption(createJsonOption('the report, or what --list lists,'))
    .option('-o, --output <file>', 'output file for the report that has no =FILE')
    .addHelpText('after', HELP)
    .action(async (options: SenderOptions, command: Command) => {
      const { check } = await import('./sender/check-action.ts');
      await check(options, command);
    });
}

const HELP = `
Exit codes:
  0   the sender follows every "must" rule
  1   the sender violates a "must" rule
  2   the command line, or a file named in it, is not valid
  3   cannot listen at that address
  4   no requests were received, or a "must" rule could not be verified
  70  internal error in the kit

Schemes: ${Object.keys(SCHEMES).join(', ')}. For a scheme file, see "fleetkit receiver check --help".

Examples:
  FLEETKIT_WEBHOOK_SECRET="$SECRET" fleetkit sender check --listen 127.0.0.1:4500
  fleetkit sender check --listen 0.0.0.0:4500 --for 5m --record deliveries.jsonl
  fleetkit sender check --recording deliveries.jsonl --scheme svix --format junit=report.xml --format text`;

function parsePositiveWhole(text: string): number {
  return parsePositive(String(parseWholeNumber(text)));
}
