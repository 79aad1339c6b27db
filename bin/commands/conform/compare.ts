import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { compareReports, comparisons, type ReportDocument, readReport } from '../../../conformance/index.ts';
import type { ConformOptions } from './options.ts';
import { parseOutputs, writeOutputs } from './output.ts';
import type { Refuse } from './refuse.ts';

const HELP = `
Also accepts --format (text, markdown or json, optionally with =FILE) and --output.

Exit codes:
  0   no regression
  1   a "must" rule is newly violated or no longer verified
  2   the command line is not valid, or a file is not a JSON report

Example:
  fleetkit conform compare yesterday.json today.json --format markdown`;

/** `fleetkit conform compare`: compares two runs. */
export function compareCommand(): Command {
  const command = new Command('compare');
  return command
    .summary('compare the reports of two runs')
    .description(
      'Compares two JSON reports: fixed checks, regressions, added and removed checks, newly verified rules. Sends no ' +
        'requests.',
    )
    .argument('<before>', 'the report of the earlier run, written with --format json')
    .argument('<after>', 'the report of the later run')
    .addHelpText('after', HELP)
    .action((before: string, after: string) => compare(command, before, after));
}

function compare(command: Command, before: string, after: string): void {
  const refuse: Refuse = (message) => command.error(`error: ${message}`, { exitCode: 2 });
  const outputs = parseOutputs(command.optsWithGlobals<ConformOptions>(), comparisons, refuse);
  const comparison = compareReports(readReportFile(before, refuse), readReportFile(after, refuse));
  writeOutputs(outputs, (format, options) => comparisons[format](comparison, options), refuse);
  process.exitCode = comparison.exitCode;
}

function readReportFile(file: string, refuse: Refuse): ReportDocument {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return refuse(`"${file}" cannot be read`);
  }
  const read = readReport(text);
  return 'report' in read ? read.report : refuse(`"${file}": ${read.problem}`);
}
