import { Command, Option } from 'commander';
import { checkSender } from '../../conformance/sender/check-sender.ts';
import { parseRecording, type Recording } from '../../conformance/sender/delivery-record.ts';
import { judges } from '../../conformance/sender/judges/index.ts';
import { senderReports } from '../../conformance/sender/reports/index.ts';
import { SCHEMES, type SignatureScheme } from '../../conformance/webhooks/scheme.ts';
import { collected, positive, wholeNumber } from './conform/options.ts';
import { outputsOf, writeOutputs } from './conform/output.ts';
import type { Refuse } from './conform/refuse.ts';
import { schemeOf, toleranceOf } from './receiver/options.ts';
import { listen } from './sender/listen.ts';
import {
  address,
  canary,
  contentOf,
  lengthOfTime,
  memberPointer,
  type SenderOptions,
  secretsOf,
} from './sender/options.ts';

/** `fleetkit sender`: checks a service that delivers webhooks. */
export function senderCommand(): Command {
  return new Command('sender').summary('check how a service delivers webhooks').addCommand(checkCommand());
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
        .argParser(address)
        .default(address('127.0.0.1:0'), '127.0.0.1:0, a free port'),
    )
    .option('--recording <file>', 'check a recording written by --record')
    .option('--record <file>', 'write the received requests to a file, one per line')
    .addOption(new Option('--for <time>', 'how long to listen').argParser(lengthOfTime).default(60_000, '60s'))
    .option('--count <n>', 'stop after this number of requests', positiveWhole)
    .optionsGroup('Responses to deliveries:')
    .option('--passive', 'answer every delivery with 200, so that no retries occur')
    .option('--retry-after <seconds>', 'value of Retry-After for the third delivery', positiveWhole, 8)
    .option(
      '--withhold <time>',
      'delay the response to the fifth delivery; 40s shows whether the sender has a timeout',
      lengthOfTime,
    )
    .option('--allow-gone', 'answer the retry of the second delivery with 410, which disables the destination')
    .optionsGroup('Expectations:')
    .option(
      '--secret <secret>',
      'secret of the destination, repeatable, newest first; other users can see it in the process list, so prefer --secret-env',
      collected,
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
    .option('--event-at <pointer>', 'JSON pointer to the event name in the body', memberPointer, '/type')
    .addOption(
      new Option('--contract <which>', 'event schemas to validate bodies against: those of the sandbox, or none')
        .choices(['builtin', 'none'])
        .default('builtin'),
    )
    .option('--canary <text>', 'a text that only occurs in data of another tenant; repeatable', canary)
    .option('--tests', 'expect every delivery to be a sample, sent to test the destination')
    .option('--tolerance <time>', 'tolerance for timestamps, in seconds or as 5m', '300')
    .option('--strict', 'fail on advice too')
    .option('--list', 'list the checks and exit')
    .optionsGroup('Reports:')
    .option(
      '-f, --format <format[=file]>',
      `report format and output file; repeatable: ${Object.keys(senderReports).join(', ')} (default: "text")`,
      collected,
    )
    .option('-o, --output <file>', 'output file for the report that has no =FILE')
    .addHelpText('after', HELP)
    .action(check);
}

const HELP = `
Exit codes:
  0   every rule that must be kept was kept
  1   a rule that must be kept was broken
  2   the command line or a file it names is wrong
  3   nobody can listen at that address
  4   nothing was received, or a rule that must be kept could not be verified
  70  the kit itself erred

Schemes: ${Object.keys(SCHEMES).join(', ')}. For a scheme file, see "fleetkit receiver check --help".

Examples:
  FLEETKIT_WEBHOOK_SECRET="$SECRET" fleetkit sender check --listen 127.0.0.1:4500
  fleetkit sender check --listen 0.0.0.0:4500 --for 5m --record came.jsonl
  fleetkit sender check --recording came.jsonl --scheme svix --format junit=report.xml --format text`;

/** Options that have no effect with a recording. */
const FOR_AN_INBOX = ['listen', 'record', 'for', 'count', 'passive', 'retryAfter', 'withhold', 'allowGone'];

async function check(options: SenderOptions, command: Command): Promise<void> {
  const refuse: Refuse = (message) => command.error(`error: ${message}`, { exitCode: 2 });
  if (options.list === true) return void process.stdout.write(listing());
  const outputs = outputsOf(options, senderReports, refuse);
  const scheme = schemeOf(options.scheme, refuse);
  const secrets = secretsOf(options, scheme, refuse);
  const toleranceSeconds = toleranceOf(options.tolerance, refuse);
  const idle = FOR_AN_INBOX.find((name) => command.getOptionValueSource(name) === 'cli');
  if (options.recording !== undefined && idle !== undefined)
    return refuse(
      `--${idle.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} has no effect with --recording; omit one of them`,
    );
  const recording = await recordingOf(options, scheme, refuse);
  if (recording === undefined) {
    process.exitCode = 3;
    return;
  }
  const result = checkSender({
    ...recording,
    scheme,
    secrets,
    canaries: options.canary ?? [],
    areTests: options.tests === true,
    eventNameAt: options.eventAt,
    contract: options.contract,
    isStrict: options.strict === true,
    toleranceSeconds,
  });
  writeOutputs(outputs, (format, asked) => senderReports[format](result, asked), refuse);
  process.exitCode = result.exitCode;
}

async function recordingOf(
  options: SenderOptions,
  scheme: SignatureScheme,
  refuse: Refuse,
): Promise<Recording | undefined> {
  if (options.recording === undefined) return listen(options, scheme, refuse);
  const read = parseRecording(contentOf(options.recording, 'the recording', refuse), options.recording);
  return 'problem' in read ? refuse(read.problem) : read.recording;
}

/** Lists the checks, one per line. */
function listing(): string {
  const lines = judges.map(({ id, level, title }) => `${id.padEnd(32)} ${level.padEnd(8)} ${title}`);
  return `${lines.join('\n')}\n\nAdvice affects the exit code only with --strict.\n`;
}

function positiveWhole(text: string): number {
  return positive(String(wholeNumber(text)));
}
