import { Command, Option } from 'commander';
import { checks } from '../../conformance/index.ts';
import {
  areaOf,
  isSharp,
  killMatrix,
  matrixAsJson,
  matrixAsMarkdown,
  matrixAsText,
} from '../../conformance/mutants/teeth.ts';

const HELP = `
Broken are: the kit's own small target and the sandbox, behind proxies that spoil one request or answer; the sandbox by
its own misbehaviours; and two services of other shapes, by the faults that are planted in them. All run in this process.

Exit codes:
  0   every broken service was found for what is wrong with it, and no correct one was accused
  1   something was missed, a check that decides was never seen to fail, or a correct service was accused
  2   the command line is wrong

Examples:
  fleetkit conform mutants --area scope
  fleetkit conform mutants --full --json > matrix.json`;

interface Options {
  readonly area?: readonly string[];
  readonly full?: boolean;
  readonly json?: boolean;
  readonly markdown?: boolean;
}

/** `fleetkit conform mutants`: holds broken services against the kit, and says what finds them. */
export const mutantsCommand = (): Command =>
  new Command('mutants')
    .summary('show which broken services the checks find')
    .description(
      'Holds services that are each broken in one known way against the checks, and says which checks find which. ' +
        'Nothing is sent over the network.',
    )
    .option('--area <topic>', 'only what is wrong with this topic; once for each', (value, before: string[] = []) => [
      ...before,
      value,
    ])
    .option('--full', 'hold each against all checks, and tell whether it is found for the right reason')
    .addOption(new Option('--json', 'for programs').conflicts('markdown'))
    .option('--markdown', 'the totals as a table, for a document')
    .addHelpText('after', HELP)
    .action(showMatrix);

async function showMatrix({ area, full = false, json, markdown }: Options, command: Command): Promise<void> {
  const { allSpecimens } = await import('./misbehaving.ts'); // with the sandbox, for which other commands need not wait
  const areas = [...new Set(allSpecimens.map(areaOf))].sort();
  const unknown = area?.find((one) => !areas.includes(one));
  if (unknown !== undefined)
    command.error(`error: nothing is broken in "${unknown}"; there are: ${areas.join(', ')}`, { exitCode: 2 });
  const chosen = allSpecimens.filter((one) => area?.includes(areaOf(one)) ?? true);
  const matrix = await killMatrix({
    specimens: chosen,
    checks,
    isFull: full,
    isWhole: area === undefined,
    onRow: progress(chosen.length),
  });
  const report = json === true ? matrixAsJson : markdown === true ? matrixAsMarkdown : matrixAsText;
  process.stdout.write(report(matrix));
  process.exitCode = isSharp(matrix) ? 0 : 1;
}

/** On a terminal, one line that says how far it is. */
function progress(total: number): (row: { readonly id: string }, done: number) => void {
  if (!process.stderr.isTTY) return () => undefined;
  return ({ id }, done) =>
    process.stderr.write(`\r\u001b[2K${done === total ? '' : `${done}/${total} ${id}`.slice(0, 79)}`);
}
