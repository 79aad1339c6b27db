import { parseDuration, parseInstant } from '../../../../base/durations.ts';
import { formatInstant } from '../../../../base/formats.ts';
import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import { invalidBody, type ProblemReply, problem } from '../../../problems/problem.ts';
import type { ControlContext, ControlWrite, SandboxHandler } from '../../../sandbox-contract.ts';
import { findMoveFault, getLatestTarget } from '../../../world/state/clock.ts';
import type { SandboxFact } from '../../../world/state/facts.ts';
import { WHOLE_SANDBOX } from '../../../world/state/sandbox-facts.ts';
import { type SandboxMs, sandboxMs } from '../../../world/state/time.ts';

type ClockBody = SandboxSchemas['SandboxClock'];

/** @see gap sandbox.clock */
export const getClock: SandboxHandler<'getClock'> = (controlContext) => ({
  status: 200,
  body: presentCurrentClock(controlContext),
});

export const advanceClock: SandboxHandler<'advanceClock'> = (
  controlContext,
  { body: { by, to, to_next_attempt: toNextAttempt } },
) => {
  if ([by, to, toNextAttempt].filter((one) => one !== undefined).length !== 1)
    return invalidBody({ pointer: '', code: 'missing', detail: 'Expected exactly one of by, to and to_next_attempt.' });
  if (toNextAttempt !== undefined) return moveToNextAttempt(controlContext);
  if (to !== undefined) return moveClock(controlContext, '/to', parseInstant(to));
  const lengthMs = typeof by === 'number' ? by * 1000 : parseDuration(by ?? '');
  return moveClock(controlContext, '/by', lengthMs === undefined ? undefined : controlContext.nowMs + lengthMs);
};

/** Does not move the clock if an attempt is already due. @see gap events.retries */
function moveToNextAttempt(controlContext: ControlContext): ReturnType<typeof moveClock> | ProblemReply<409> {
  const { nextAttemptMs } = controlContext.deliveryInputs;
  if (nextAttemptMs !== undefined)
    return moveClock(controlContext, '/to_next_attempt', Math.max(controlContext.nowMs, nextAttemptMs));
  const detail =
    'No attempt is due in sandbox time: each delivery is delivered, exhausted, or held by a paused destination.';
  return problem(409, 'no_attempt_waiting', { detail });
}

export const setClock: SandboxHandler<'setClock'> = (controlContext, { body: { to } }) =>
  moveClock(controlContext, '/to', parseInstant(to));

export const runClock: SandboxHandler<'runClock'> = (controlContext, { body: { speed = 1 } }) => {
  const { nowMs, realMs } = controlContext;
  return {
    status: 200,
    body: presentClock(controlContext, { nowMs, speed }),
    write: toWrite({ type: 'clock-started', atMs: nowMs, sandboxMs: nowMs, realMs, speed }),
  };
};

export const freezeClock: SandboxHandler<'freezeClock'> = (controlContext) => {
  const { nowMs } = controlContext;
  return {
    status: 200,
    body: presentClock(controlContext, { nowMs, speed: null }),
    write: toWrite({ type: 'clock-set', atMs: nowMs, toMs: nowMs }),
  };
};

/** A running clock continues from its new time. */
function moveClock(
  controlContext: ControlContext,
  pointer: string,
  target: number | undefined,
): { readonly status: 200; readonly body: ClockBody; readonly write: ControlWrite } | ProblemReply<422> {
  const { clock, nowMs, realMs } = controlContext;
  if (target === undefined)
    return invalidBody({ pointer, code: 'wrong_format', detail: describeExpectedForm(pointer) });
  const toMs = sandboxMs(target);
  const fault = findMoveFault(controlContext, toMs);
  if (fault !== undefined) {
    const bound =
      fault === 'backwards'
        ? `The clock shows ${formatInstant(nowMs)} and only moves forward. To go back, reset the whole sandbox.`
        : describeLatest(controlContext);
    return invalidBody({ pointer, code: 'out_of_range', detail: bound });
  }
  if (clock.state === 'frozen')
    return {
      status: 200,
      body: presentClock(controlContext, { nowMs: toMs, speed: null }),
      write: toWrite({ type: 'clock-set', atMs: nowMs, toMs }),
    };
  const { speed } = clock;
  return {
    status: 200,
    body: presentClock(controlContext, { nowMs: toMs, speed }),
    write: toWrite({ type: 'clock-started', atMs: nowMs, sandboxMs: toMs, realMs, speed }),
  };
}

/** States how far the clock can be moved, and why not farther. */
function describeLatest(controlContext: ControlContext): string {
  const target = getLatestTarget(controlContext);
  const reason =
    target === controlContext.latestMs
      ? 'the clock of this sandbox ends there'
      : 'one request moves the clock by at most 365 days';
  return `Expected an instant not after ${formatInstant(target)}: ${reason}.`;
}

const describeExpectedForm = (pointer: string): string =>
  pointer === '/by'
    ? 'Expected a duration such as PT2H30M or P7D, or a whole number of seconds.'
    : 'Expected an instant such as 2026-11-06T22:00:00Z.';

const toWrite = (fact: SandboxFact): ControlWrite => ({ tenantId: WHOLE_SANDBOX, facts: [fact] });

interface ShownClock {
  readonly nowMs: SandboxMs;
  /** Null for a stopped clock. */
  readonly speed: number | null;
}

/** Returns the clock as it is, in the form of the contract. */
export const presentCurrentClock = (
  shown: Pick<ControlContext, 'startMs' | 'latestMs' | 'nowMs' | 'clock'>,
): ClockBody =>
  presentClock(shown, { nowMs: shown.nowMs, speed: shown.clock.state === 'running' ? shown.clock.speed : null });

const presentClock = (
  { startMs, latestMs }: Pick<ControlContext, 'startMs' | 'latestMs'>,
  { nowMs, speed }: ShownClock,
): ClockBody => ({
  now: formatInstant(nowMs),
  state: speed === null ? 'frozen' : 'running',
  speed,
  started_at: formatInstant(startMs),
  latest_at: formatInstant(getLatestTarget({ nowMs, latestMs })),
});
