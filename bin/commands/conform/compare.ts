import { Command } from 'commander';

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
    .action(async (before: string, after: string) => {
      const { compare } = await import('./compare-action.ts');
      compare(command, before, after);
    });
}
