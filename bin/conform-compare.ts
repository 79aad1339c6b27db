import { readFileSync, writeFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { compareReports, comparisons, type ReportDocument, readReport } from '../conformance/index.ts';

const EXIT_CODES = `
Exit codes:
  0   nothing is worse
  1   a rule that must be kept is broken now and was not before, or is no longer verified
  2   the command line is wrong, or a file is no JSON report

Example:
  fleetkit conform compare yesterday.json today.json --format markdown`;

interface Options {
  readonly format: keyof typeof comparisons;
  readonly output?: string;
}

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
    .addOption(new Option('-f, --format <format>', 'how to write it').choices(Object.keys(comparisons)).default('text'))
    .option('-o, --output <file>', 'write it to a file')
    .addHelpText('after', EXIT_CODES)
    .action(compare);
}

function compare(before: string, after: string, { format, output }: Options, command: Command): void {
  const refuse = (message: string): never => command.error(`error: ${message}`, { exitCode: 2 });
  const comparison = compareReports(reportIn(before, refuse), reportIn(after, refuse));
  const { isTTY, columns } = process.stdout;
  const isColoured = output === undefined && isTTY && !process.env.NO_COLOR;
  const shown = comparisons[format](comparison, { colour: isColoured, ...(isTTY ? { width: columns } : {}) });
  if (output === undefined) process.stdout.write(shown);
  else write(output, shown, refuse);
  process.exitCode = comparison.exitCode;
}

function reportIn(file: string, refuse: (message: string) => never): ReportDocument {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return refuse(`"${file}" cannot be read`);
  }
  const read = readReport(text);
  return 'report' in read ? read.report : refuse(`"${file}": ${read.problem}`);
}

function write(file: string, text: string, refuse: (message: string) => never): void {
  try {
    writeFileSync(file, text);
  } catch {
    refuse(`"${file}" cannot be written`);
  }
}
