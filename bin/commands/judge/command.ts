import { Command } from 'commander';
import { REPORT_FORMATS } from '../../../conformance/reports/formats.ts';
import { collectValues } from '../conform/options.ts';
import { createConfigFileOption } from '../shared/config-file/names.ts';
import { createJsonOption } from '../shared/options/json-option.ts';
import type { JudgeOptions } from './options.ts';

/** `fleetkit judge`: judges recorded traffic and reports the result in its exit code. */
export function judgeCommand(): Command {
  return new Command('judge')
    .description(
      'Judges traffic that other software recorded, in HTTP archives (HAR) of browsers, proxies, Postman or the kit: what the ' +
        'responses show of the documented interface. Sends nothing. Several files are one archive.',
    )
    .usage('<file...> [options]')
    .argument('<file...>', 'HTTP archives, in the order of their recording')
    .optionsGroup('Traffic:')
    .option('--service <url>', 'base URL of the service to judge (default: the one that answers most documented paths)')
    .option(
      '-k, --key <name=key>',
      'a name for an API key of the traffic; repeatable (default: key-1, key-2, …)',
      collectValues,
    )
    .option(
      '--frozen',
      'state that no data changed while the traffic was recorded, so that all responses can be compared',
    )
    .optionsGroup('Rules:')
    .addOption(createConfigFileOption('read contract and bindings from a file that "conform init" wrote'))
    .option(
      '--contract <what>',
      'contract to validate responses against: builtin, published, or a file with an OpenAPI document',
    )
    .option(
      '--strict',
      'also fail on assumed rules: those that the document leaves open and the builtin contract defines',
    )
    .option('--require-all', 'exit with 4 if the traffic did not show a required rule')
    .optionsGroup('Reports:')
    .option(
      '-f, --format <format[=file]>',
      `report format and output file; repeatable: ${REPORT_FORMATS.join(', ')} (default: "text")`,
      collectValues,
    )
    .addOption(createJsonOption('the report'))
    .option('-o, --output <file>', 'output file for the report that has no =FILE')
    .option('--show-values', 'show values of the traffic in reports; without it, digests replace them')
    .option('-q, --quiet', 'suppress progress output')
    .addHelpText('after', HELP)
    .action(async (files: readonly string[], options: JudgeOptions, command: Command) => {
      const { judge } = await import('./judge-action.ts');
      await judge(files, options, command);
    });
}

const HELP = `
Exit codes:
  0   the traffic violates no required rule
  1   a response violates a required rule
  2   the command line, or a file named in it, is not valid
  4   the traffic shows nothing, or with --require-all: not every required rule
  70  internal error in the kit

Examples:
  fleetkit judge traffic.har
  fleetkit judge monday.har tuesday.har --service https://portal.example
  fleetkit judge traffic.har --key admin=KEY --format junit=report.xml --format text`;
