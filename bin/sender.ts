import { Command, Option } from 'commander';
import { checkSender } from '../conformance/sender/check-sender.ts';
import { parseRecording, type Recording } from '../conformance/sender/delivery-record.ts';
import { judges } from '../conformance/sender/judges/index.ts';
import { senderReports } from '../conformance/sender/reports/index.ts';
import { SCHEMES, type SignatureScheme } from '../conformance/webhooks/scheme.ts';
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

/** `fleetkit sender`: judges who delivers webhooks. */
export function senderCommand(): Command {
  return new Command('sender').summary('judge how a service delivers webhooks').addCommand(checkCommand());
}

function checkCommand(): Command {
  return new Command('check')
    .description(
      'Receives the deliveries of any service, or reads what was received before, and says whether it keeps what its ' +
        'receivers rely on: signatures, names of events, retries and more.',
    )
    .optionsGroup('What is judged:')
    .addOption(
      new Option('--listen <host:port>', 'receive deliveries here')
        .argParser(address)
        .default(address('127.0.0.1:0'), '127.0.0.1:0, any free port'),
    )
    .option('--recording <file>', 'judge what was received before, as --record wrote it')
    .option('--record <file>', 'write what is received to a file: one request a line')
    .addOption(new Option('--for <time>', 'listen for so long').argParser(lengthOfTime).default(60_000, '60s'))
    .option('--count <n>', 'stop after so many requests', positiveWhole)
    .optionsGroup('How deliveries are answered:')
    .option('--passive', 'answer everything with 200: no retry is seen')
    .option('--retry-after <seconds>', 'what the third delivery is asked to wait', positiveWhole, 8)
    .option(
      '--withhold <time>',
      'give the fifth delivery no answer for so long; 40s shows whether the sender has a time limit',
      lengthOfTime,
    )
    .option('--allow-gone', 'answer the second delivery with 410 when it comes again, which disables the destination')
    .optionsGroup('What it is held against:')
    .option(
      '--secret <secret>',
      'the secret of the destination, once for each, newest first; others can see it, so prefer the environment',
      collected,
    )
    .option(
      '--secret-env <name>',
      'the environment variable that holds it, or several with spaces between (default: "FLEETKIT_WEBHOOK_SECRET")',
    )
    .option(
      '--scheme <name|file>',
      'how deliveries are signed: a scheme by name, or a file that describes one',
      'standard-webhooks',
    )
    .option('--event-at <pointer>', 'where the body names its event', memberPointer, '/type')
    .addOption(
      new Option('--contract <which>', 'hold bodies against the event schemas of the sandbox, or against none')
        .choices(['builtin', 'none'])
        .default('builtin'),
    )
    .option('--canary <text>', 'a text that belongs to another tenant; once for each', canary)
    .option('--tests', 'everything is sent as a sample, to try the destination')
    .option('--tolerance <time>', 'how far the time of sending may be off, in seconds or as 5m', '300')
    .option('--strict', 'let advice decide too')
    .option('--list', 'list the checks, and receive nothing')
    .optionsGroup('Reports:')
    .option(
      '-f, --format <format[=file]>',
      `how to write the report, and where; once for each: ${Object.keys(senderReports).join(', ')} (default: "text")`,
      collected,
    )
    .option('-o, --output <file>', 'write the report that has no file of its own to this one')
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

Schemes: ${Object.keys(SCHEMES).join(', ')}. "fleetkit receiver check --help" tells how a file describes another.

Examples:
  FLEETKIT_WEBHOOK_SECRET="$SECRET" fleetkit sender check --listen 127.0.0.1:4500
  fleetkit sender check --listen 0.0.0.0:4500 --for 5m --record came.jsonl
  fleetkit sender check --recording came.jsonl --scheme svix --format junit=report.xml --format text`;

/** Options that mean nothing when no request is received. */
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
      `--${idle.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} is for receiving, and --recording receives nothing`,
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

/** The questions, one a line. */
function listing(): string {
  const lines = judges.map(({ id, level, title }) => `${id.padEnd(32)} ${level.padEnd(8)} ${title}`);
  return `${lines.join('\n')}\n\nAdvice decides with --strict alone.\n`;
}

function positiveWhole(text: string): number {
  return positive(String(wholeNumber(text)));
}
