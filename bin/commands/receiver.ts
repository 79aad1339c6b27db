import { Command } from 'commander';
import { checkReceiver, type ProbeResult, receiverReports } from '../../conformance/index.ts';
import { createEffectCounter } from '../../conformance/receiver/effect-counter.ts';
import { probes } from '../../conformance/receiver/probes/index.ts';
import { generateTestSecret } from '../../conformance/receiver/test-secret.ts';
import { omitUndefined } from '../../spec/omit-undefined.ts';
import { collectValues, parseWholeNumber } from './conform/options.ts';
import { parseOutputs, writeOutputs } from './conform/output.ts';
import type { Refuse } from './conform/refuse.ts';
import { parseHeaders, readPem } from './conform/target.ts';
import { RECEIVER_HELP } from './receiver/help.ts';
import { formatProbes } from './receiver/listing.ts';
import {
  isSetByDeliveries,
  parseEffectsUrl,
  parseHandlerUrl,
  parseProbeIds,
  parseTimeout,
  parseTolerance,
  type ReceiverCommandOptions,
  readScheme,
  readSecret,
} from './receiver/options.ts';

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
    .option('--tolerance <time>', 'the expected timestamp tolerance of the handler, in seconds or as 5m (default: any)')
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
    .option('--seed <number>', 'seed for the generated events', parseWholeNumber, 1)
    .option('--list', 'list the probes, and send nothing')
    .optionsGroup('Reports:')
    .option(
      '-f, --format <format[=file]>',
      `report format and output file; repeatable: ${Object.keys(receiverReports).join(', ')} (default: "text")`,
      collectValues,
    )
    .option('-o, --output <file>', 'output file for the report that has no =FILE')
    .optionsGroup('Network:')
    .option('--timeout <time>', 'maximum time for one response, in seconds or as 15s', '15s')
    .option('--header <name: value>', 'add a header to every delivery; reports omit its value', collectValues)
    .option('--ca <file>', 'additional trusted certificate authority (PEM)')
    .option('--insecure', 'do not check certificates')
    .addHelpText('after', RECEIVER_HELP)
    .action(check);
}

async function check(given: string | undefined, options: ReceiverCommandOptions, command: Command): Promise<void> {
  const refuse: Refuse = (message) => command.error(`error: ${message}`, { exitCode: 2 });
  if (options.newSecret === true) return void process.stdout.write(`${generateTestSecret()}\n`);
  if (options.list === true) return void process.stdout.write(formatProbes(probes));
  const url = parseHandlerUrl(given, refuse);
  const outputs = parseOutputs(options, receiverReports, refuse);
  const scheme = readScheme(options.scheme, refuse);
  const secret = readSecret(options, { url, scheme }, refuse);
  const timeoutMs = parseTimeout(options.timeout, refuse);
  const network = {
    timeoutMs,
    addedHeaders: parseHeaders(options.header, refuse, isSetByDeliveries(scheme)),
    tls: {
      isUnchecked: options.insecure === true,
      ...(options.ca === undefined ? {} : { ca: readPem(options.ca, refuse) }),
    },
  };
  const toleranceSeconds = options.tolerance === undefined ? undefined : parseTolerance(options.tolerance, refuse);
  const only = parseProbeIds(options.only, refuse);
  const effects =
    options.effects === undefined
      ? undefined
      : createEffectCounter(parseEffectsUrl(options.effects, refuse), timeoutMs);
  if (effects !== undefined) await effects().catch((thrown: Error) => refuse(`--effects: ${thrown.message}`));
  const result = await runOrReportDefect(() =>
    checkReceiver({
      url,
      network,
      scheme,
      secret,
      ...omitUndefined({ toleranceSeconds }),
      seed: options.seed,
      ...omitUndefined({ only, effects }),
      onProbe: createProbeProgress(only?.length ?? probes.length),
    }),
  );
  if (result === undefined) return;
  writeOutputs(outputs, (format, reportOptions) => receiverReports[format](result, reportOptions), refuse);
  process.exitCode = result.exitCode;
}

/** Returns the result of `run`. If it throws, the kit is at fault: exits with 70. */
async function runOrReportDefect<Result>(run: () => Promise<Result>): Promise<Result | undefined> {
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
function createProbeProgress(total: number): (result: ProbeResult) => void {
  if (!process.stderr.isTTY) return () => undefined;
  let done = 0;
  return ({ id }) => {
    done += 1;
    process.stderr.write(`\r\u001b[2K${done >= total ? '' : `${done}/${total} ${id}`.slice(0, 79)}`);
  };
}
