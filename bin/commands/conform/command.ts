import { Command, Option } from 'commander';
import { DEPTHS } from '../../../conformance/reading/verdicts/sampling.ts';
import { REPORT_FORMATS } from '../../../conformance/reports/formats.ts';
import { createConfigFileOption } from '../shared/config-file/names.ts';
import { createJsonOption, formatJson } from '../shared/options/json-option.ts';
import { compareCommand } from './compare.ts';
import { CONFORM_HELP } from './help.ts';
import { initCommand } from './init.ts';
import { collectValues, parseAddresses, parseConcurrency, parsePositive, parseWholeNumber } from './options.ts';

/** Loads the kit, which the help and most usage errors do not need. */
const loadActions = () => import('./conform-actions.ts');

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
    .option('--keys-file <file>', 'a file with one name=key per line, as in files with environment variables')
    .option(
      '--administrator <name>',
      'state that the key with this name is of an administrator; repeatable',
      collectValues,
    )
    .option(
      '--may-only-read <name>',
      'state that the key with this name may call no write path; repeatable',
      collectValues,
    )
    .option(
      '--customer <name=customer>',
      'state the customer of the key with this name, as a name of your choice; repeatable',
      collectValues,
    )
    .optionsGroup('Which checks:')
    .option('--only <glob>', 'run only checks whose id matches; repeatable', collectValues)
    .option('--skip <glob>', 'skip checks whose id matches; repeatable', collectValues)
    .option('--tag <names>', 'run only checks with one of these tags, separated by commas', collectValues)
    .addOption(
      new Option('--depth <depth>', 'how many of several similar cases to test').choices(DEPTHS).default('standard'),
    )
    .option('--checks <file>', 'add the checks in the default export of your module')
    .addOption(
      createConfigFileOption(
        'read options, target, keys, contract and bindings from this file (default: fleetkit.config.* in this directory)',
      ),
    )
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
    .option('--challenge', 'repeat passed checks on changed responses, and withdraw passes that notice no change')
    .option('--fail-fast', 'skip the remaining checks after the first failure that affects the exit code')
    .option(
      '--replay <file>',
      'judge the exchanges recorded in an HTTP archive, such as one of --format har; sends nothing',
    )
    .option('--list', 'list the checks and exit')
    .option('--explain <id>', 'describe a check and the clause it verifies, and exit')
    .optionsGroup('Reports:')
    .option(
      '-f, --format <format[=file]>',
      `report format and output file; repeatable: ${REPORT_FORMATS.join(', ')} (default: "text")`,
      collectValues,
    )
    .option('--json', 'print JSON: the report, as --format json does, or the checks of --list or --explain')
    .option('-o, --output <file>', 'output file for the report that has no =FILE')
    .option(
      '--describe <file>',
      'write what the target is, as its responses and its own document show it: an OpenAPI 3.1 document (JSON, or YAML by the name of the file)',
    )
    .option('--history <dir>', 'add the JSON report to this folder; conform compare --history DIR shows the changes')
    .option('--baseline <file>', 'file of accepted failures; listed failures do not count, stale entries do')
    .option('--write-baseline <file>', 'write a baseline with the present failures')
    .option('-q, --quiet', 'suppress progress output')
    .addOption(
      new Option(
        '--progress <form>',
        'form of the progress output: text, or json with one event per line, for programs',
      )
        .choices(['text', 'json'])
        .default('text'),
    )
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
    .option(
      '--resolve <address,...>',
      'connect to these IP addresses in place of those of the name in URL',
      parseAddresses,
    )
    .option('--ca <file>', 'additional trusted certificate authority (PEM)')
    .option('--insecure', 'do not verify certificates; every report states this')
    .option('--cert <file>', 'client certificate (PEM)')
    .option(
      '--cert-key <file>',
      'private key of the client certificate (PEM); if it is encrypted, FLEETKIT_CERT_KEY_PASSPHRASE decrypts it',
    )
    .option(
      '--header <name: value>',
      'add a header to every request; repeatable; reports omit its value',
      collectValues,
    )
    .addHelpText('after', CONFORM_HELP)
    .action(async (url: string | undefined, _options: object, used: Command) => {
      const { conform } = await loadActions();
      await conform(url, used);
    });
  // To add a subcommand, add a line here and its name to SUBCOMMANDS in target.ts.
  return command
    .addCommand(listCommand())
    .addCommand(explainCommand())
    .addCommand(compareCommand())
    .addCommand(schemaCommand())
    .addCommand(initCommand());
}

function listCommand(): Command {
  return new Command('list')
    .description('list the checks and exit; accepts --only, --skip, --tag and --checks')
    .addOption(createJsonOption('the checks'))
    .action(async (_own: object, command: Command) => {
      const { list } = await loadActions();
      await list(command);
    });
}

function explainCommand(): Command {
  return new Command('explain')
    .description('describe a check, the clause it verifies, and mutants that it fails on')
    .argument('<id>', 'the id of a check')
    .action(async (id: string, _own: object, command: Command) => {
      const { explain } = await loadActions();
      await explain(id, command);
    });
}

function schemaCommand(): Command {
  return new Command('schema').description('print the JSON Schema of the JSON report').action(async () => {
    const { reportSchema } = await import('../../../conformance/reports/report-schema.ts');
    process.stdout.write(formatJson(reportSchema));
  });
}
