import { Command, InvalidArgumentError } from 'commander';
import { parseSeconds } from '../shared/lifetime.ts';
import { createJsonOption, formatJson } from '../shared/options/json-option.ts';
import { createWholeNumberParser } from '../shared/options/whole-number.ts';
import { describeStartFailure } from '../shared/run-program.ts';
import type { Found } from './find-schedule.ts';

const DEFAULT_TIMEOUT_SECONDS = 300;
/** Longer than the time limits of fast clients, and shorter than those of most test runners. */
const DEFAULT_DELAY_SECONDS = 2;
const MAX_DELAY_SECONDS = 30;

interface ChaosOptions {
  readonly seed: number;
  readonly rate: number;
  /** Seconds. */
  readonly delay?: number;
  /** Seconds. */
  readonly timeout?: number;
  readonly redirects?: true;
  readonly user?: string;
  readonly verbose?: true;
  readonly json?: true;
}

/** `fleetkit chaos`. */
export function chaosCommand(): Command {
  return new Command('chaos')
    .description(
      'Runs your tests against a new sandbox in which a share of the requests and deliveries fails. If the tests fail, prints the smallest list of faults with which they fail, as a file for fleetkit faults play.',
    )
    .argument('<command...>', 'the program that runs your tests, after --')
    .option('--seed <number>', 'decides which requests fail', createWholeNumberParser(0, 4_294_967_295), 1)
    .option('--rate <share>', 'share of requests and of deliveries that fail', parseRate, 0.1)
    .option('--delay <duration>', 'how much longer a slow response takes, up to 30s (default: 2s)', parseDelay)
    .option('--redirects', 'also redirect requests to another host, which a client may treat as final')
    .option('--user <id>', 'the user of FLEETKIT_KEY (default: the first one)')
    .option('--timeout <duration>', 'time limit of one run of the tests (default: 5m)', parseSeconds)
    .option('--verbose', 'show the output of the tests')
    .addOption(createJsonOption('the result and the faults'))
    .addHelpText(
      'after',
      `
The tests find the sandbox by FLEETKIT_URL, FLEETKIT_OPERATOR_TOKEN and FLEETKIT_KEY. Each run gets a new sandbox.
  fleetkit chaos --seed 7 -- npm test > failing.yaml
Exit code: 0 if the tests pass, 1 if faults make them fail, 2 if they fail without faults.`,
    )
    .action(runChaos);
}

async function runChaos(
  command: readonly string[],
  {
    seed,
    rate,
    delay = DEFAULT_DELAY_SECONDS,
    timeout = DEFAULT_TIMEOUT_SECONDS,
    redirects,
    user,
    verbose,
    json,
  }: ChaosOptions,
): Promise<void> {
  const [{ findSchedule }, { runTests }, { createChaosRules }] = await Promise.all([
    import('./find-schedule.ts'),
    import('./run-tests.ts'),
    import('./chaos-rules.ts'),
  ]);
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const testCommand = {
    ...{ command, user, timeoutMs: timeout * 1000, isVerbose: verbose === true },
    signal: stopping.signal,
  };
  const report = (line: string): boolean => process.stderr.write(`${line}\n`);
  try {
    const found = await findSchedule({
      rules: createChaosRules({ seed, rate, delayMs: delay * 1000, hasRedirects: redirects === true }),
      report,
      runTests: async (rules) => {
        const run = await runTests(testCommand, rules);
        stopping.signal.throwIfAborted();
        return run;
      },
    });
    if (json === true) await printFoundAsJson(found, seed);
    else await printFound(found, seed);
    process.exitCode = EXIT_CODES[found.outcome];
  } catch (error) {
    if (stopping.signal.aborted) process.exitCode = 130;
    else {
      const reason = error instanceof RangeError ? error.message : describeStartFailure(error, command);
      if (reason === undefined) throw error;
      report(reason);
      process.exitCode = 2;
    }
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

const EXIT_CODES = { passed: 0, failed: 1, not_repeatable: 1, fails_without_faults: 2 } as const;

async function printFound(found: Found, seed: number): Promise<void> {
  switch (found.outcome) {
    case 'passed':
      process.stderr.write(describePass(found.applied.length, seed));
      return;
    case 'fails_without_faults':
      process.stderr.write('The tests fail without faults. Make them pass first; --verbose shows their output.\n');
      return;
    default: {
      const { createRules } = await import('./schedule.ts');
      const { stringify } = await import('yaml');
      const comment =
        found.outcome === 'failed'
          ? `# The tests fail with these faults of seed ${seed}, and pass without any one of them.`
          : `# The tests failed once with these faults of seed ${seed}. Repeated, they passed: they depend on timing, too.`;
      process.stdout.write(`${comment}\n${stringify({ faults: createRules(found.schedule) })}`);
    }
  }
}

/** The member `faults` has the form of a file for `fleetkit faults play`. */
async function printFoundAsJson(found: Found, seed: number): Promise<void> {
  const { createRules } = await import('./schedule.ts');
  process.stdout.write(
    formatJson({
      outcome: found.outcome,
      seed,
      ...('applied' in found ? { applied: found.applied.length } : {}),
      faults: 'schedule' in found ? createRules(found.schedule) : [],
    }),
  );
}

/** A pass without faults proves nothing. */
function describePass(count: number, seed: number): string {
  if (count === 0)
    return `No request or delivery met a fault of seed ${seed}. Choose another seed, or a higher --rate.\n`;
  return `The tests pass with ${count} ${count === 1 ? 'fault' : 'faults'} of seed ${seed}.\n`;
}

function parseDelay(text: string): number {
  const seconds = parseSeconds(text);
  if (seconds >= 1 && seconds <= MAX_DELAY_SECONDS) return seconds;
  throw new InvalidArgumentError(`Expected a duration from 1s to ${MAX_DELAY_SECONDS}s.`);
}

function parseRate(text: string): number {
  const rate = Number(text);
  if (/^[\d.]+$/.test(text) && rate > 0 && rate <= 1) return rate;
  throw new InvalidArgumentError('Expected a share greater than 0 and at most 1, such as 0.1.');
}
