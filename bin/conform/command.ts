import { Command } from 'commander';
import { checks, isKnownBy, neutralised, reportSchema, reports, runConformance } from '../../conformance/index.ts';
import { baselineOf, heldAgainst } from './baseline.ts';
import { explanation, listing, listingAsJson, selected } from './catalogue.ts';
import { compareCommand } from './compare.ts';
import { configOf, contractOf, keysByConfig } from './config.ts';
import { HELP } from './help.ts';
import { initCommand } from './init.ts';
import { keysOf } from './keys.ts';
import { mutantsCommand } from './mutants.ts';
import { collected, type Options, positive, someAtOnce, wholeNumber } from './options.ts';
import { outputsOf, writeOutputs } from './output.ts';
import { ownChecksFrom } from './own-checks.ts';
import { progress } from './progress.ts';
import type { Refuse } from './refuse.ts';
import { headersOf, networkOf, targetOf } from './target.ts';

/** `fleetkit conform`: judges any deployment, and says so in its exit code. */
export function conformCommand(): Command {
  const command = new Command('conform')
    .summary('judge whether a service keeps the documented interface')
    .description(
      'Judges whether the service at URL keeps the documented interface: what was checked, what failed, why, and the ' +
        'request that shows it. Nothing is written on the target unless --allow-writes is given.',
    )
    .usage('<url> [options]')
    .argument(
      '[url]',
      'where the paths of the service begin: https://portal.example for https://portal.example/v1/portal',
    )
    .optionsGroup('Keys:')
    .option('-k, --key <name=key>', 'an API key under a name of yours; once for each key', collected)
    .option('--keys-file <file>', 'a file with one name=key a line; lines that start with # are skipped')
    .optionsGroup('Which checks:')
    .option('--only <glob>', 'run only checks whose id matches; once for each pattern', collected)
    .option('--skip <glob>', 'leave out checks whose id matches; once for each pattern', collected)
    .option('--tag <names>', 'run only checks with this tag, or one of several with commas between', collected)
    .option('--checks <file>', 'add the checks that a module of yours exports by default')
    .option('--config <file>', 'read target, keys, contract and bindings from a file, as "conform init" writes it')
    .option('--contract <what>', 'hold responses against builtin, published, or a file with an OpenAPI document')
    .option('--strict', 'let the assumed rules decide too: what the document leaves open and our contract chooses')
    .option('--allow-writes', 'send requests that change data, for the rules about writing')
    .option('--allow-unverified', 'exit 0 although rules could not be verified')
    .option('--fail-fast', 'leave out the rest once a rule that decides was broken')
    .option('--list', 'list the checks, and send nothing')
    .option('--explain <id>', 'say what a check does and stands on, and send nothing')
    .optionsGroup('Reports:')
    .option(
      '-f, --format <format[=file]>',
      `how to write the report, and where; once for each: ${Object.keys(reports).join(', ')} (default: "text")`,
      collected,
    )
    .option('-o, --output <file>', 'write the report that has no file of its own to this one')
    .option('--baseline <file>', 'what is known and accepted: listed failures do not count, stale entries do')
    .option('--write-baseline <file>', 'write a baseline that lists what is wrong now')
    .option('-q, --quiet', 'do not tell how far it is')
    .optionsGroup('Pace:')
    .option('--rate <number>', 'requests a second (default: no limit on this machine, elsewhere 5)', positive)
    .option('--concurrency <number>', 'checks at a time; each key has one request in flight', someAtOnce, 1)
    .option('--timeout <seconds>', 'the longest time for one request', positive, 10)
    .option('--run-timeout <seconds>', 'the longest time for the whole run', positive, 600)
    .option('--seed <number>', 'what made-up values are drawn from', wholeNumber, 1)
    .optionsGroup('Network:')
    .option('--proxy <url>', 'a proxy on the way (default: what HTTPS_PROXY, HTTP_PROXY and NO_PROXY say)')
    .option('--ca <file>', 'trust the certificates of this authority too (PEM)')
    .option('--insecure', 'do not check certificates; every report says so')
    .option('--cert <file>', 'show this certificate to the target (PEM)')
    .option('--cert-key <file>', 'the private key of that certificate (PEM)')
    .option('--header <name: value>', 'add a header to every request; its value is kept secret', collected)
    .addHelpText('after', HELP)
    .action(conform);
  // A further subcommand is one line here, and a name in SUBCOMMANDS of target.ts.
  return command
    .addCommand(listCommand())
    .addCommand(explainCommand())
    .addCommand(compareCommand())
    .addCommand(schemaCommand())
    .addCommand(mutantsCommand())
    .addCommand(initCommand());
}

const refusing =
  (command: Command): Refuse =>
  (message) =>
    command.error(`error: ${message}`, { exitCode: 2 });

async function conform(url: string | undefined, options: Options, command: Command): Promise<void> {
  const refuse = refusing(command);
  const all = await catalogue(options, refuse);
  if (options.explain !== undefined) return show(explanation(all, options.explain, refuse));
  const chosen = selected(all, options, refuse);
  if (options.list === true) return show(listing(chosen));

  const config = configOf(options.config, refuse);
  const target = targetOf(url ?? config.target, refuse);
  const outputs = outputsOf(options, reports, refuse);
  const network = networkOf(target, options, refuse);
  const addedHeaders = headersOf(options.header, refuse);
  const known = baselineOf(options, all, refuse);
  const keys = keysByConfig(config, options, refuse) ?? (await keysOf(options, target, refuse));
  const contract = contractOf(options, config, refuse);
  const { rate, allowWrites = false } = options;

  const found = await runConformance({
    target,
    keys,
    checks: chosen,
    network,
    addedHeaders,
    bindings: config.bindings ?? 'infer',
    ...(contract === undefined ? {} : { contract }),
    strict: options.strict === true,
    allowWrites,
    allowUnverified: options.allowUnverified === true,
    failFast: options.failFast === true,
    ...(known === undefined ? {} : { isKnown: isKnownBy(known, Date.now()) }),
    timeoutMs: options.timeout * 1000,
    runTimeoutMs: options.runTimeout * 1000,
    concurrency: options.concurrency,
    seed: options.seed,
    ...(rate === undefined ? {} : { requestsPerSecond: rate }),
    onEvent: options.quiet === true ? () => undefined : progress(process.stderr),
  });
  const result = heldAgainst(known, found, options, refuse);
  writeOutputs(outputs, (format, asked) => reports[format](result, asked), refuse);
  const isSaid = outputs.some(({ format, file }) => format === 'text' && file === undefined);
  if (result.stopped !== undefined && !isSaid) process.stderr.write(`fleetkit: ${neutralised(result.stopped)}\n`);
  process.exitCode = result.exitCode;
}

/** The checks of the kit, and those of one's own. */
const catalogue = async (options: Pick<Options, 'checks'>, refuse: Refuse) =>
  options.checks === undefined ? checks : [...checks, ...(await ownChecksFrom(options.checks, refuse))];

function listCommand(): Command {
  return new Command('list')
    .description('List the checks, and send nothing. Takes --only, --skip, --tag and --checks.')
    .option('--json', 'for programs')
    .action(async (_own: object, command: Command) => {
      const options = command.optsWithGlobals<Options & { readonly json?: boolean }>();
      const refuse = refusing(command);
      const chosen = selected(await catalogue(options, refuse), options, refuse);
      show(options.json === true ? listingAsJson(chosen) : listing(chosen));
    });
}

function explainCommand(): Command {
  return new Command('explain')
    .description('Say what a check does and stands on, and which broken services it was seen to fail on.')
    .argument('<id>', 'the id of a check')
    .action(async (id: string, _own: object, command: Command) => {
      const refuse = refusing(command);
      show(explanation(await catalogue(command.optsWithGlobals<Options>(), refuse), id, refuse));
    });
}

function schemaCommand(): Command {
  return new Command('schema')
    .description('Print the JSON Schema of the JSON report, and send nothing.')
    .action(() => show(`${JSON.stringify(reportSchema, null, 2)}\n`));
}

const show = (text: string): void => void process.stdout.write(text);
