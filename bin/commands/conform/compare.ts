import { Command } from 'commander';

const HELP = `
Also accepts --format (text, markdown or json, with --history also html; optionally with =FILE) and --output.

Exit codes:
  0   no regression
  1   a "must" rule is newly violated or no longer verified; with --history: in the latest run of a target
  2   the command line is not valid, or a file is not a JSON report

Example:
  fleetkit conform compare yesterday.json today.json --format markdown
  fleetkit conform compare --history runs --format html=trend.html`;

/** `fleetkit conform compare`: compares two runs. */
export function compareCommand(): Command {
  const command = new Command('compare');
  return command
    .summary('compare the reports of two runs, or of all runs in a folder')
    .description(
      'Compares two JSON reports: fixed checks, regressions, added and removed checks, newly verified rules. With ' +
        '--history DIR, compares each report in the folder with the one before it. Sends no requests.',
    )
    .argument('[before]', 'the report of the earlier run, written with --format json')
    .argument('[after]', 'the report of the later run')
    .addHelpText('after', HELP)
    .action(async (before: string | undefined, after: string | undefined) => {
      const { compare } = await import('./compare-action.ts');
      compare(command, before, after);
    });
}
