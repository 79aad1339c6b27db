import { Command, CommanderError, Option } from 'commander';
import { checks } from '../../conformance/index.ts';
import { allFaultyTargets } from './all-faulty-targets.ts';
import {
  formatMatrix,
  formatMatrixJson,
  formatMatrixMarkdown,
  isFullyDetected,
  measureDetection,
  readArea,
} from './index.ts';

const HELP = `
The mutants are: the kit's small target and the sandbox, behind proxies that alter one request or response; the sandbox
with its misbehaviours; and two services that others wrote, with their faults. All run in this process.

Exit codes:
  0   every mutant was detected for the right reason, with no false positive on a correct target
  1   a mutant survived, a "must" check failed on no mutant, or a check failed on a correct target
  2   the command line is not valid

Examples:
  npm run mutants -- --area scope
  npm run --silent mutants -- --full --json > matrix.json`;

interface Options {
  readonly area?: readonly string[];
  readonly full?: boolean;
  readonly json?: boolean;
  readonly markdown?: boolean;
}

/** Runs `npm run mutants` with these arguments. Sets `process.exitCode`. */
export async function runMutants(args: readonly string[]): Promise<void> {
  try {
    await mutantsCommand().parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  }
}

const mutantsCommand = (): Command =>
  new Command('npm run mutants --')
    .description(
      'Runs the checks against mutants (services with one injected fault each) and shows which checks fail on which ' +
        'mutant. Sends nothing over the network.',
    )
    .option('--area <topic>', 'only mutants of this topic; repeatable', (value, before: string[] = []) => [
      ...before,
      value,
    ])
    .option('--full', 'run all checks on each mutant, and report whether it is detected for the right reason')
    .addOption(new Option('--json', 'print JSON').conflicts('markdown'))
    .option('--markdown', 'print the totals as a Markdown table')
    .addHelpText('after', HELP)
    .exitOverride()
    .action(showMatrix);

async function showMatrix({ area, full = false, json, markdown }: Options, command: Command): Promise<void> {
  const areas = [...new Set(allFaultyTargets.map(readArea))].sort();
  const unknown = area?.find((one) => !areas.includes(one));
  if (unknown !== undefined)
    command.error(`error: no mutants for the topic "${unknown}"; expected one of ${areas.join(', ')}`, { exitCode: 2 });
  const chosen = allFaultyTargets.filter((one) => area?.includes(readArea(one)) ?? true);
  const matrix = await measureDetection({
    faultyTargets: chosen,
    checks,
    isFull: full,
    isWhole: area === undefined,
    onRow: createRowProgress(chosen.length),
  });
  const report = json === true ? formatMatrixJson : markdown === true ? formatMatrixMarkdown : formatMatrix;
  process.stdout.write(report(matrix));
  process.exitCode = isFullyDetected(matrix) ? 0 : 1;
}

/** Shows progress in one line if stderr is a terminal. */
function createRowProgress(total: number): (row: { readonly id: string }, done: number) => void {
  if (!process.stderr.isTTY) return () => undefined;
  return ({ id }, done) =>
    process.stderr.write(`\r\u001b[2K${done === total ? '' : `${done}/${total} ${id}`.slice(0, 79)}`);
}

if (import.meta.main) await runMutants(process.argv.slice(2));
