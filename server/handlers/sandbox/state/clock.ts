import { parseDuration, parseInstant } from '../../../../base/durations.ts';
import { formatInstant } from '../../../../base/formats.ts';
import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import { invalidBody, type ProblemReply, problem } from '../../../problems/problem.ts';
import type { ControlContext, ControlWrite, SandboxHandler } from '../../../sandbox-contract.ts';
import { findMoveFault, initialClock, LATEST_MS } from '../../../world/state/clock.ts';
import type { SandboxFact } from '../../../world/state/facts.ts';
import { WHOLE_SANDBOX } from '../../../world/state/sandbox-facts.ts';
import { type SandboxMs, sandboxMs } from '../../../world/state/time.ts';

type ClockBody = SandboxSchemas['SandboxClock'];

/** @see gap sandbox.clock */
export const getClock: SandboxHandler<'getClock'> = ({ clock, nowMs }) => ({
  status: 200,
  body: presentClock(nowMs, clock.state === 'running' ? clock.speed : null),
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

export const runClock: SandboxHandler<'runClock'> = ({ nowMs, realMs }, { body: { speed = 1 } }) => ({
  status: 200,
  body: presentClock(nowMs, speed),
  write: toWrite({ type: 'clock-started', atMs: nowMs, sandboxMs: nowMs, realMs, speed }),
});

export const freezeClock: SandboxHandler<'freezeClock'> = ({ nowMs }) => ({
  status: 200,
  body: presentClock(nowMs, null),
  write: toWrite({ type: 'clock-set', atMs: nowMs, toMs: nowMs }),
});

/** A running clock continues from its new time. */
function moveClock(
  { clock, nowMs, realMs }: ControlContext,
  pointer: string,
  target: number | undefined,
): { readonly status: 200; readonly body: ClockBody; readonly write: ControlWrite } | ProblemReply<422> {
  if (target === undefined)
    return invalidBody({ pointer, code: 'wrong_format', detail: describeExpectedForm(pointer) });
  const toMs = sandboxMs(target);
  const fault = findMoveFault(nowMs, toMs);
  if (fault !== undefined) {
    const bound =
      fault === 'backwards'
        ? `The clock shows ${formatInstant(nowMs)} and only moves forward. To go back, reset the whole sandbox.`
        : `Expected an instant not after ${formatInstant(LATEST_MS)}, the end of the sandbox clock.`;
    return invalidBody({ pointer, code: 'out_of_range', detail: bound });
  }
  if (clock.state === 'frozen')
    return {
      status: 200,
      body: presentClock(toMs, null),
      write: toWrite({ type: 'clock-set', atMs: nowMs, toMs }),
    };
  const { speed } = clock;
  return {
    status: 200,
    body: presentClock(toMs, speed),
    write: toWrite({ type: 'clock-started', atMs: nowMs, sandboxMs: toMs, realMs, speed }),
  };
}

const describeExpectedForm = (pointer: string): string =>
  pointer === '/by'
    ? 'Expected a duration such as PT2H30M or P7D, or a whole number of seconds.'
    : 'Expected an instant such as 2026-11-06T22:00:00Z.';

const toWrite = (fact: SandboxFact): ControlWrite => ({ tenantId: WHOLE_SANDBOX, facts: [fact] });

/** Converts the clock to the form of the contract. `speed` is null for a stopped clock. */
export const presentClock = (nowMs: SandboxMs, speed: number | null): ClockBody => ({
  now: formatInstant(nowMs),
  state: speed === null ? 'frozen' : 'running',
  speed,
  started_at: formatInstant(initialClock.sandboxMs),
  latest_at: formatInstant(LATEST_MS),
});
