import { Command, Option } from 'commander';
import { collectValues, parsePositive } from './conform/options.ts';
import type { TwinOptions } from './fleet/twin/twin-action.ts';
import { createConfigFileOption } from './shared/config-file/names.ts';
import { createJsonOption } from './shared/options/json-option.ts';
import { createStartOption } from './shared/options/start-option.ts';
import { createTerminalsOption } from './shared/options/terminals-option.ts';

/** `fleetkit fleet`: writes and checks fleet files. */
export function fleetCommand(): Command {
  return new Command('fleet')
    .description('Writes and checks fleet files: fleets of your own for fleetkit serve --fleet.')
    .addCommand(initCommand())
    .addCommand(checkCommand())
    .addCommand(fromCsvCommand())
    .addCommand(exportCommand())
    .addCommand(twinCommand())
    .addCommand(schemaCommand());
}

const createOutputOption = (): Option =>
  new Option('-o, --output <file>', 'file to write; it must not exist (default: standard output)');

function initCommand(): Command {
  return new Command('init')
    .description('Writes a commented example of a fleet file, and the JSON Schema with which editors complete it.')
    .argument('[file]', 'the file to write; it must not exist', 'my-fleet.yaml')
    .action(async (file: string, _options: object, command: Command) => {
      const { writeExample } = await import('./fleet/init-action.ts');
      writeExample(file, (message) => command.error(`error: ${message}`));
    });
}

function checkCommand(): Command {
  return new Command('check')
    .description('Checks fleet files. Lists all faults with their places, and exits with 1 if there are any.')
    .argument('<file...>', 'fleet files, in the order in which serve --fleet gets them')
    .addOption(createStartOption('start of the clock of the sandbox that serves them (default: 2026-11-02T15:00:00Z)'))
    .addOption(createJsonOption('the tenants or the faults'))
    .action(async (files: readonly string[], options: { readonly start?: string; readonly json?: true }) => {
      const { checkFleets } = await import('./fleet/check-action.ts');
      await checkFleets(files, options);
    });
}

function fromCsvCommand(): Command {
  return new Command('from-csv')
    .description('Writes a fleet file with the terminals of a CSV file, one in each row below a row of column names.')
    .argument('<file>', 'the CSV file')
    .option('--name <name>', 'name of the company (default: the name of the file)')
    .option(
      '--map <column=member>',
      'use a column for a member, such as "Site name=location.name"; without a member, ignore it; repeatable (default: guessed from the names of columns)',
      collectValues,
    )
    .option(
      '--delimiter <text>',
      'the text between columns (default: a comma, semicolon or tab: the one that the first row has most often)',
    )
    .addOption(createOutputOption())
    .addOption(createJsonOption('the fleet'))
    .action(async (file: string, options: object, command: Command) => {
      const { convertCsv } = await import('./fleet/from-csv-action.ts');
      convertCsv(file, options, (message) => command.error(`error: ${message}`));
    });
}

function exportCommand(): Command {
  return new Command('export')
    .description('Writes one of the fleets of the sandbox as a fleet file, as an example of every member.')
    .argument('<tenant>', 'id of the tenant, such as acct_delgado (list them with: fleetkit tenants)')
    .option('--suffix <text>', 'ending of all ids and keys, so that the file can be served beside the original', 'copy')
    .addOption(createTerminalsOption('number of terminals, for the tenant acct_atlas'))
    .addOption(createOutputOption())
    .addOption(createJsonOption('the fleet'))
    .action(async (tenantId: string, options: { readonly suffix: string }, command: Command) => {
      const { exportTenant } = await import('./fleet/export-action.ts');
      await exportTenant(tenantId, options, (message) => command.error(`error: ${message}`));
    });
}

function twinCommand(): Command {
  return new Command('twin')
    .description(
      'Writes a fleet file with the shape of the deployment at URL: its terminals, groups, connectors, time zones and ' +
        'volumes. All names, addresses, ids and keys in it are made up. Sends only GET requests.',
    )
    .argument('[url]', 'base URL of the deployment (default: the target in --config-file)')
    .option('--salt <text>', 'determines names and ids, so that the same data give the same file (default: random)')
    .addOption(createOutputOption())
    .addOption(createJsonOption('the fleet'))
    .optionsGroup('Keys:')
    .option('-k, --key <name=key>', 'an API key with a name of your choice; repeatable', collectValues)
    .option('--keys-file <file>', 'a file with one name=key per line, as in files with environment variables')
    .addOption(createConfigFileOption('read target, keys and bindings from a file that "conform init" wrote'))
    .optionsGroup('Pace:')
    .option('--rate <number>', 'requests per second (default: 5, no limit for a target on this machine)', parsePositive)
    .option('--timeout <seconds>', 'maximum time for one request', parsePositive, 10)
    .option('--run-timeout <seconds>', 'maximum time for all requests', parsePositive, 600)
    .optionsGroup('Network:')
    .option('--proxy <url>', 'use this proxy (default: from HTTPS_PROXY, HTTP_PROXY and NO_PROXY)')
    .option('--ca <file>', 'additional trusted certificate authority (PEM)')
    .option('--insecure', 'do not verify certificates')
    .option('--cert <file>', 'client certificate (PEM)')
    .option(
      '--cert-key <file>',
      'private key of the client certificate (PEM); if it is encrypted, FLEETKIT_CERT_KEY_PASSPHRASE decrypts it',
    )
    .option('--header <name: value>', 'add a header to every request; repeatable', collectValues)
    .action(async (url: string | undefined, options: TwinOptions, command: Command) => {
      const { writeTwin } = await import('./fleet/twin/twin-action.ts');
      await writeTwin(url, options, (message) => command.error(`error: ${message}`));
    });
}

function schemaCommand(): Command {
  return new Command('schema').description('Prints the JSON Schema of fleet files.').action(async () => {
    const { fleetSchemaText } = await import('./fleet/output.ts');
    process.stdout.write(fleetSchemaText);
  });
}
