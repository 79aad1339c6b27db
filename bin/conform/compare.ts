import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { compareReports, comparisons, type ReportDocument, readReport } from '../../conformance/index.ts';
import type { Options } from './options.ts';
import { outputsOf, writeOutputs } from './output.ts';
import type { Refuse } from './refuse.ts';

const HELP = `
Of the options of conform it takes --format (text, markdown or json, each with =FILE if you like) and --output.

Exit codes:
  0   nothing is worse
  1   a rule that must be kept is broken now and was not before, or is no longer verified
  2   the command line is wrong, or a file is no JSON report

Example:
  fleetkit conform compare yesterday.json today.json --format markdown`;

/** `fleetkit conform compare`: what is better and what is worse from one run to a later one. */
export function compareCommand(): Command {
  return new Command('compare')
    .summary('say what is better and what is worse from one run to a later one')
    .description(
      'Compares two JSON reports: what is fixed, what has regressed, which checks are new or gone, which rules are newly ' +
        'verified. Nothing is sent.',
    )
    .argument('<before>', 'the report of the earlier run, written with --format json')
    .argument('<after>', 'the report of the later run')
    .addHelpText('after', HELP)
    .action(compare);
}

function compare(before: string, after: string, _own: object, command: Command): void {
  const refuse: Refuse = (message) => command.error(`error: ${message}`, { exitCode: 2 });
  const outputs = outputsOf(command.optsWithGlobals<Options>(), comparisons, refuse);
  const comparison = compareReports(reportIn(before, refuse), reportIn(after, refuse));
  writeOutputs(outputs, (format, options) => comparisons[format](comparison, options), refuse);
  process.exitCode = comparison.exitCode;
}

function reportIn(file: string, refuse: Refuse): ReportDocument {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return refuse(`"${file}" cannot be read`);
  }
  const read = readReport(text);
  return 'report' in read ? read.report : refuse(`"${file}": ${read.problem}`);
}
