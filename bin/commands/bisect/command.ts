import type { Command } from 'commander';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { type CallOperation, createCall } from '../../control/control-plane.ts';
import type { SendControlRequest } from '../../control/control-request.ts';
import type { RequestNames } from '../../control/request-names.ts';
import {
  type ConnectionOptions,
  createClientCommand,
  createRequestSender,
  RequestFailure,
  runAndPrint,
} from '../shared/client.ts';
import { parseTypedMoment, resolveInstant, type TypedMoment } from '../shared/instants.ts';
import { parseSeconds } from '../shared/lifetime.ts';
import { toPrintable } from '../shared/printable.ts';
import { findWorld, readServerBase } from '../workspaces/current-world.ts';
import type { Found } from './find-first-failure.ts';
import type { ForkRunner } from './run-on-fork.ts';
import { type Limits, listStates, type State, selectStates } from './states.ts';

const BISECT_REQUEST = {
  operations: ['createWorkspace', 'deleteWorkspace', 'getClock', 'listJournalEntries'],
  names: {},
  local: ['--from', '--to', '--user', '--timeout', '--verbose'],
} as const satisfies RequestNames;

const DEFAULT_TIMEOUT_SECONDS = 300;
/** A fork expires this long after the time limit of the command, if it could not be deleted. Seconds. */
const SPARE_SECONDS = 3600;

interface BisectOptions extends ConnectionOptions {
  readonly from?: TypedMoment;
  readonly to?: TypedMoment;
  readonly user?: string;
  /** Seconds. */
  readonly timeout?: number;
  readonly verbose?: true;
}

/** The printed result. */
interface Cause {
  /** The first entry after which the command fails. */
  readonly entry: SandboxSchemas['JournalEntry'];
  /** Positions of the states in which the command passes and fails. */
  readonly passes_at: number;
  readonly fails_at: number;
  readonly runs: number;
}

/** `fleetkit bisect`. */
export const bisectCommand = (): Command =>
  createClientCommand('bisect', BISECT_REQUEST)
    .description(
      'Finds the first change of a sandbox after which a command fails. Runs the command on forks of earlier states and halves the changes that can be the cause. The sandbox itself does not change.',
    )
    .argument('<command...>', 'the program and its arguments, after --; it passes if it exits with 0')
    .option(
      '--from <when>',
      'the first state: a position of the journal, or as for --to (default: the latest reset)',
      parseTypedMoment,
    )
    .option(
      '--to <when>',
      'the last state: a position, an instant, or a duration before now such as 2h (default: now)',
      parseTypedMoment,
    )
    .option('--user <id>', 'the user of FLEETKIT_KEY (default: the first one)')
    .option('--timeout <duration>', 'time limit of one run of the command (default: 5m)', parseSeconds)
    .option('--verbose', 'show the output of the command')
    .addHelpText(
      'after',
      `
The command finds the fork by FLEETKIT_URL, FLEETKIT_OPERATOR_TOKEN and FLEETKIT_KEY. Each run gets a new fork, which is deleted afterwards.
  fleetkit bisect --user usr_nw_admin -- node check-balance.js
Exit code: 0 if the change was found, 2 if the command does not pass in the first state and fail in the last one each time.`,
    )
    .action(runBisect);

async function runBisect(command: readonly string[], options: BisectOptions): Promise<void> {
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    await runAndPrint(options, (send) => search({ command, options, send, signal: stopping.signal }), {
      asText: formatCause,
    });
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
    process.exitCode = 130;
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

interface Search {
  readonly command: readonly string[];
  readonly options: BisectOptions;
  readonly send: SendControlRequest;
  readonly signal: AbortSignal;
}

async function search({ command, options, send, signal }: Search): Promise<Cause> {
  const [{ findFirstFailure }, { runOnFork }] = await Promise.all([
    import('./find-first-failure.ts'),
    import('./run-on-fork.ts'),
  ]);
  const call = createCall(send, BISECT_REQUEST);
  const states = selectStates(await listStates(call), await resolveMoments(call, options));
  const { timeout = DEFAULT_TIMEOUT_SECONDS, user, verbose } = options;
  const runner: ForkRunner = {
    call,
    callOnFork: (token) => createCall(createRequestSender({ ...options, token })),
    ...{ url: readServerBase(options), world: findWorld(options), user, expiresInSeconds: timeout + SPARE_SECONDS },
    program: { command, timeoutMs: timeout * 1000, isVerbose: verbose === true, signal },
  };
  const report = (line: string): boolean => process.stderr.write(`${line}\n`);
  report(`${states.length - 1} ${states.length === 2 ? 'entry' : 'entries'} of the journal can be the cause.`);
  const found = await findFirstFailure({
    last: states.length - 1,
    async passesAt(index) {
      const { position } = getState(states, index);
      const isPassed = await runOnFork(runner, position);
      report(`${isPassed ? 'Passes' : 'Fails'} at position ${position}.`);
      return isPassed;
    },
  });
  return createCause(found, states);
}

/** Returns the state at an index of the search, which is one of the list. */
function getState(states: readonly State[], index: number): State {
  const state = states[index];
  if (state === undefined) throw new RangeError(`There is no state ${index}.`);
  return state;
}

async function resolveMoments(call: CallOperation, { from, to }: BisectOptions): Promise<Limits> {
  const resolve = async (given: TypedMoment | undefined) =>
    given === undefined || 'position' in given ? given : { at: (await resolveInstant(call, given)) ?? '' };
  return { from: await resolve(from), to: await resolve(to) };
}

/** Returns the cause that was found. Throws `RequestFailure` if there is none. */
function createCause(found: Found, states: readonly State[]): Cause {
  const first = getState(states, 0).position;
  const last = getState(states, states.length - 1).position;
  switch (found.outcome) {
    case 'passes_at_end':
      throw new RequestFailure(
        `The command passes at position ${last}, the last state. Expected a command that fails there. Choose another state with --to, or show the output of the command with --verbose.`,
        2,
      );
    case 'fails_at_start':
      throw new RequestFailure(
        `The command fails at position ${first} already, the first state. Expected a command that passes there. Choose another state with --from, or show the output of the command with --verbose.`,
        2,
      );
    case 'not_deterministic':
      throw new RequestFailure(
        `A bisect whose command is not deterministic finds no cause: at position ${getState(states, found.index).position} the command passed once and failed once. Expected the same result each time in the same state.`,
        2,
      );
    default: {
      const { entry, position } = getState(states, found.index);
      if (entry === undefined) throw new RangeError('The first state has no entry.');
      return { entry, passes_at: getState(states, found.index - 1).position, fails_at: position, runs: found.runs };
    }
  }
}

function formatCause({ entry, passes_at: passesAt, fails_at: failsAt, runs }: Cause): string {
  const { position, at, tenant_id: tenant, user_id: user, changes } = entry;
  const who = user ?? 'the operator';
  return [
    'The command fails after this entry of the journal, and passes before it:',
    '',
    `  Position  ${position}`,
    `  Instant   ${at}`,
    `  By        ${toPrintable(tenant === null ? who : `${who}, in ${tenant}`)}`,
    ...changes.map(
      ({ type, summary }, n) => `  ${n === 0 ? 'Changes' : '       '}   ${toPrintable(`${summary} (${type})`)}`,
    ),
    '',
    `${runs} runs on forks, which were deleted. Examine the states before and after the entry:`,
    `  fleetkit fork --at ${passesAt}`,
    `  fleetkit fork --at ${failsAt}`,
  ].join('\n');
}
