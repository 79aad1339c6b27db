import { Command } from 'commander';
import { checkReceiver, type ProbeResult, receiverReports } from '../conformance/index.ts';
import { effectsAt } from '../conformance/receiver/effects-page.ts';
import { probes } from '../conformance/receiver/probes/index.ts';
import { collected, wholeNumber } from './conform/options.ts';
import { outputsOf, writeOutputs } from './conform/output.ts';
import type { Refuse } from './conform/refuse.ts';
import { headersOf, pemIn } from './conform/target.ts';
import { HELP } from './receiver/help.ts';
import { listing } from './receiver/listing.ts';
import {
  chosenProbes,
  isSetByDeliveries,
  type Options,
  pageOf,
  receiverOf,
  schemeOf,
  secretOf,
  timeoutOf,
  toleranceOf,
} from './receiver/options.ts';

/** `fleetkit receiver`: what concerns those who receive webhooks. */
export function receiverCommand(): Command {
  return new Command('receiver')
    .summary('grade a handler of webhooks')
    .description('For those who receive webhooks: does the handler take what it should, and refuse what it must?')
    .addCommand(checkCommand());
}

function checkCommand(): Command {
  return new Command('check')
    .summary('send a handler what it will meet, and grade what it answers')
    .description(
      'Sends deliveries to the handler at URL: good, forged, old, repeated, slow and odd ones. Says which were answered ' +
        'as they should be, and for each of the others what in a handler is usually wrong.',
    )
    .usage('<url> [options]')
    .argument('[url]', 'where deliveries go: http://127.0.0.1:3000/hooks')
    .optionsGroup('Signatures:')
    .option('--secret <secret>', 'the secret that the handler has; others can see it, so prefer the environment')
    .option('--secret-env <name>', 'the environment variable that holds it (default: "FLEETKIT_WEBHOOK_SECRET")')
    .option(
      '--scheme <name|file>',
      'how deliveries are signed: a scheme by name, or a file that describes one',
      'standard-webhooks',
    )
    .option(
      '--tolerance <time>',
      'the tolerance that the handler is meant to have for the time of sending, in seconds or as 5m (default: any)',
    )
    .optionsGroup('Which probes:')
    .option('--only <ids>', 'send only these, with commas between; an ordinary delivery is always sent', collected)
    .option('--effects <url>', 'a page that counts effects, or lists their event ids, so that repeats can be judged')
    .option('--seed <number>', 'what events are drawn from', wholeNumber, 1)
    .option('--list', 'list the probes, and send nothing')
    .optionsGroup('Reports:')
    .option(
      '-f, --format <format[=file]>',
      `how to write the report, and where; once for each: ${Object.keys(receiverReports).join(', ')} (default: "text")`,
      collected,
    )
    .option('-o, --output <file>', 'write the report that has no file of its own to this one')
    .optionsGroup('Network:')
    .option('--timeout <time>', 'the longest time for one answer, in seconds or as 15s', '15s')
    .option('--header <name: value>', 'add a header to every delivery; its value is shown nowhere', collected)
    .option('--ca <file>', 'trust the certificates of this authority too (PEM)')
    .option('--insecure', 'do not check certificates')
    .addHelpText('after', HELP)
    .action(check);
}

async function check(given: string | undefined, options: Options, command: Command): Promise<void> {
  const refuse: Refuse = (message) => command.error(`error: ${message}`, { exitCode: 2 });
  if (options.list === true) return void process.stdout.write(listing(probes));
  const url = receiverOf(given, refuse);
  const outputs = outputsOf(options, receiverReports, refuse);
  const scheme = schemeOf(options.scheme, refuse);
  const secret = secretOf(options, { url, scheme }, refuse);
  const timeoutMs = timeoutOf(options.timeout, refuse);
  const network = {
    timeoutMs,
    addedHeaders: headersOf(options.header, refuse, isSetByDeliveries(scheme)),
    tls: {
      isUnchecked: options.insecure === true,
      ...(options.ca === undefined ? {} : { ca: pemIn(options.ca, refuse) }),
    },
  };
  const toleranceSeconds = options.tolerance === undefined ? undefined : toleranceOf(options.tolerance, refuse);
  const only = chosenProbes(options.only, refuse);
  const effects = options.effects === undefined ? undefined : effectsAt(pageOf(options.effects, refuse), timeoutMs);
  if (effects !== undefined) await effects().catch((thrown: Error) => refuse(`--effects: ${thrown.message}`));
  const result = await orFaultOfTheKit(() =>
    checkReceiver({
      url,
      network,
      scheme,
      secret,
      ...(toleranceSeconds === undefined ? {} : { toleranceSeconds }),
      seed: options.seed,
      ...(only === undefined ? {} : { only }),
      ...(effects === undefined ? {} : { effects }),
      onProbe: progress(only?.length ?? probes.length),
    }),
  );
  if (result === undefined) return;
  writeOutputs(outputs, (format, asked) => receiverReports[format](result, asked), refuse);
  process.exitCode = result.exitCode;
}

/** What `run` gives; when it throws, that is the kit's own fault, and is said with exit code 70. */
async function orFaultOfTheKit<Result>(run: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await run();
  } catch (thrown) {
    process.stderr.write(
      `fleetkit: the kit itself erred: ${thrown instanceof Error ? thrown.stack : String(thrown)}\n`,
    );
    process.exitCode = 70;
    return undefined;
  }
}

/** On a terminal, one line that says how far it is. */
function progress(total: number): (result: ProbeResult) => void {
  if (!process.stderr.isTTY) return () => undefined;
  let done = 0;
  return ({ id }) => {
    done += 1;
    process.stderr.write(`\r\u001b[2K${done >= total ? '' : `${done}/${total} ${id}`.slice(0, 79)}`);
  };
}
