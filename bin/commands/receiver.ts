import { Command } from 'commander';
import { checkReceiver, type ProbeResult, receiverReports } from '../../conformance/index.ts';
import { effectsAt } from '../../conformance/receiver/effects-page.ts';
import { probes } from '../../conformance/receiver/probes/index.ts';
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

/** `fleetkit receiver`: tests for webhook handlers. */
export function receiverCommand(): Command {
  return new Command('receiver')
    .summary('test a webhook handler')
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
    .option('--secret-env <name>', 'the environment variable with the secret (default: "FLEETKIT_WEBHOOK_SECRET")')
    .option(
      '--scheme <name|file>',
      'the signature scheme: a name, or a file that describes a scheme',
      'standard-webhooks',
    )
    .option('--tolerance <time>', 'the expected timestamp tolerance of the handler, in seconds or as 5m (default: any)')
    .optionsGroup('Which probes:')
    .option(
      '--only <ids>',
      'send only these probes, separated by commas; an ordinary delivery is always sent',
      collected,
    )
    .option(
      '--effects <url>',
      'a URL that returns the number of effects, or their event ids, so that duplicates can be detected',
    )
    .option('--seed <number>', 'seed for the generated events', wholeNumber, 1)
    .option('--list', 'list the probes, and send nothing')
    .optionsGroup('Reports:')
    .option(
      '-f, --format <format[=file]>',
      `report format and output file; repeatable: ${Object.keys(receiverReports).join(', ')} (default: "text")`,
      collected,
    )
    .option('-o, --output <file>', 'output file for the report that has no =FILE')
    .optionsGroup('Network:')
    .option('--timeout <time>', 'maximum time for one response, in seconds or as 15s', '15s')
    .option('--header <name: value>', 'add a header to every delivery; reports omit its value', collected)
    .option('--ca <file>', 'additional trusted certificate authority (PEM)')
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

/** Returns the result of `run`. If it throws, the kit is at fault: exits with 70. */
async function orFaultOfTheKit<Result>(run: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await run();
  } catch (thrown) {
    process.stderr.write(
      `fleetkit: internal error in the kit: ${thrown instanceof Error ? thrown.stack : String(thrown)}\n`,
    );
    process.exitCode = 70;
    return undefined;
  }
}

/** On a terminal, shows progress in one line. */
function progress(total: number): (result: ProbeResult) => void {
  if (!process.stderr.isTTY) return () => undefined;
  let done = 0;
  return ({ id }) => {
    done += 1;
    process.stderr.write(`\r\u001b[2K${done >= total ? '' : `${done}/${total} ${id}`.slice(0, 79)}`);
  };
}
