import { Command, Option } from 'commander';
import { checks, DEPTHS, neutralised, reportSchema, reports, runIsolated } from '../../../conformance/index.ts';
import { omitUndefined } from '../../../spec/omit-undefined.ts';
import { applyBaselineOptions, readBaseline } from './baseline.ts';
import { explainCheck, formatChecks, formatChecksAsJson, parseSelection } from './catalogue.ts';
import { compareCommand } from './compare.ts';
import { readConfig, readConfigKeys, readContractChoice } from './config.ts';
import { CONFORM_HELP } from './help.ts';
import { initCommand } from './init.ts';
import { readKeys } from './keys.ts';
import { type ConformOptions, collectValues, parseConcurrency, parsePositive, parseWholeNumber } from './options.ts';
import { parseOutputs, writeOutputs } from './output.ts';
import { loadOwnChecks, toModuleUrl } from './own-checks.ts';
import { createProgress } from './progress.ts';
import type { Refuse } from './refuse.ts';
import { parseHeaders, parseTarget, readNetworkOptions } from './target.ts';

/** `fleetkit conform`: checks a deployment and reports the result in its exit code. */
export function conformCommand(): Command {
  const command = new Command('conform')
    .description(
      'Checks whether the service at URL conforms to the documented interface. Reports what was checked, what failed, why, ' +
        'and a request that reproduces it. Sends only read requests unless --allow-writes is given.',
    )
    .usage('<url> [options]')
    .argument('[url]', 'base URL of the service, such as https://portal.example for https://portal.example/v1/portal')
    .optionsGroup('Keys:')
    .option('-k, --key <name=key>', 'an API key with a name of your choice; repeatable', collectValues)
    .option('--keys-file <file>', 'a file with one name=key per line; lines that start with # are ignored')
    .optionsGroup('Which checks:')
    .option('--only <glob>', 'run only checks whose id matches; repeatable', collectValues)
    .option('--skip <glob>', 'skip checks whose id matches; repeatable', collectValues)
    .option('--tag <names>', 'run only checks with one of these tags, separated by commas', collectValues)
    .addOption(
      new Option('--depth <depth>', 'how many of several similar cases to test').choices(DEPTHS).default('standard'),
    )
    .option('--checks <file>', 'add the checks in the default export of your module')
    .option('--config <file>', 'read target, keys, contract and bindings from a file written by "conform init"')
    .option(
      '--contract <what>',
      'contract to validate responses against: builtin, published, or a file with an OpenAPI document',
    )
    .option(
      '--strict',
      'also fail on assumed rules: those that the document leaves open and the builtin contract defines',
    )
    .option('--allow-writes', 'allow requests that change data, for the rules about writes')
    .option('--allow-unverified', 'exit with 0 even if rules could not be verified')
    .option('--fail-fast', 'skip the remaining checks after the first failure that affects the exit code')
    .option('--list', 'list the checks and exit')
    .option('--explain <id>', 'describe a check and the clause it verifies, and exit')
    .optionsGroup('Reports:')
    .option(
      '-f, --format <format[=file]>',
      `report format and output file; repeatable: ${Object.keys(reports).join(', ')} (default: "text")`,
      collectValues,
    )
    .option('-o, --output <file>', 'output file for the report that has no =FILE')
    .option('--baseline <file>', 'file of accepted failures; listed failures do not count, stale entries do')
    .option('--write-baseline <file>', 'write a baseline with the present failures')
    .option('-q, --quiet', 'suppress progress output')
    .optionsGroup('Pace:')
    .option('--rate <number>', 'requests per second (default: 5, no limit for a target on this machine)', parsePositive)
    .option(
      '--concurrency <number>',
      'checks to run in parallel; each key has at most one request in flight',
      parseConcurrency,
      1,
    )
    .option('--timeout <seconds>', 'maximum time for one request', parsePositive, 10)
    .option('--run-timeout <seconds>', 'maximum time for the whole run', parsePositive, 600)
    .option('--seed <number>', 'seed for generated values', parseWholeNumber, 1)
    .optionsGroup('Network:')
    .option('--proxy <url>', 'use this proxy (default: from HTTPS_PROXY, HTTP_PROXY and NO_PROXY)')
    .option('--ca <file>', 'additional trusted certificate authority (PEM)')
    .option('--insecure', 'do not verify certificates; every report states this')
    .option('--cert <file>', 'client certificate (PEM)')
    .option('--cert-key <file>', 'private key of the client certificate (PEM)')
    .option('--header <name: value>', 'add a header to every request; reports omit its value', collectValues)
    .addHelpText('after', CONFORM_HELP)
    .action(conform);
  // To add a subcommand, add a line here and its name to SUBCOMMANDS in target.ts.
  return command
    .addCommand(listCommand())
    .addCommand(explainCommand())
    .addCommand(compareCommand())
    .addCommand(schemaCommand())
    .addCommand(initCommand());
}

const createRefuse =
  (command: Command): Refuse =>
  (message) =>
    command.error(`error: ${message}`, { exitCode: 2 });

async function conform(url: string | undefined, options: ConformOptions, command: Command): Promise<void> {
  const refuse = createRefuse(command);
  const all = await loadChecks(options, refuse);
  if (options.explain !== undefined) return show(explainCheck(all, options.explain, refuse));
  const chosen = parseSelection(all, options, refuse);
  if (options.list === true) return show(formatChecks(chosen));

  const config = readConfig(options.config, refuse);
  const target = parseTarget(url ?? config.target, refuse);
  const outputs = parseOutputs(options, reports, refuse);
  const network = readNetworkOptions(target, options, refuse);
  const addedHeaders = parseHeaders(options.header, refuse);
  const known = readBaseline(options, all, refuse);
  const keys = readConfigKeys(config, options, refuse) ?? (await readKeys(options, target, refuse));
  const contract = readContractChoice(options, config, refuse);
  const { rate, allowWrites = false } = options;

  const found = await runIsolated({
    target,
    keys,
    checks: chosen,
    network,
    addedHeaders,
    depth: options.depth,
    bindings: config.bindings ?? 'infer',
    expectations: config.expectations,
    ...omitUndefined({ contract }),
    strict: options.strict === true,
    allowWrites,
    allowUnverified: options.allowUnverified === true,
    failFast: options.failFast === true,
    ...omitUndefined({ known }),
    ...(options.checks === undefined ? {} : { ownChecks: toModuleUrl(options.checks) }),
    timeoutMs: options.timeout * 1000,
    runTimeoutMs: options.runTimeout * 1000,
    concurrency: options.concurrency,
    seed: options.seed,
    ...omitUndefined({ requestsPerSecond: rate }),
    onEvent: options.quiet === true ? () => undefined : createProgress(process.stderr),
  });
  const result = applyBaselineOptions(found, { ...options, known }, refuse);
  writeOutputs(outputs, (format, reportOptions) => reports[format](result, reportOptions), refuse);
  const isPrinted = outputs.some(({ format, file }) => format === 'text' && file === undefined);
  if (result.stopped !== undefined && !isPrinted) process.stderr.write(`fleetkit: ${neutralised(result.stopped)}\n`);
  process.exitCode = result.exitCode;
}

/** Returns the checks of the kit and the user's own checks. */
const loadChecks = async (options: Pick<ConformOptions, 'checks'>, refuse: Refuse) =>
  options.checks === undefined ? checks : [...checks, ...(await loadOwnChecks(options.checks, refuse))];

function listCommand(): Command {
  return new Command('list')
    .description('list the checks and exit; accepts --only, --skip, --tag and --checks')
    .option('--json', 'print JSON')
    .action(async (_own: object, command: Command) => {
      const options = command.optsWithGlobals<ConformOptions & { readonly json?: boolean }>();
      const refuse = createRefuse(command);
      const chosen = parseSelection(await loadChecks(options, refuse), options, refuse);
      show(options.json === true ? formatChecksAsJson(chosen) : formatChecks(chosen));
    });
}

function explainCommand(): Command {
  return new Command('explain')
    .description('describe a check, the clause it verifies, and mutants that it fails on')
    .argument('<id>', 'the id of a check')
    .action(async (id: string, _own: object, command: Command) => {
      const refuse = createRefuse(command);
      show(explainCheck(await loadChecks(command.optsWithGlobals<ConformOptions>(), refuse), id, refuse));
    });
}

function schemaCommand(): Command {
  return new Command('schema')
    .description('print the JSON Schema of the JSON report')
    .action(() => show(`${JSON.stringify(reportSchema, null, 2)}\n`));
}

const show = (text: string): void => void process.stdout.write(text);
