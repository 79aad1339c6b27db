import { formatDuration } from '../../../base/durations.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';

type Clock = SandboxSchemas['SandboxClock'];

/** Describes how the clock changed; undefined if it did not, or if it went back, which only a reset does. */
export function describeClockChange(before: Clock, after: Clock): string | undefined {
  const movedMs = Date.parse(after.now) - Date.parse(before.now);
  if (movedMs < 0) return undefined;
  if (after.state === 'running') {
    if (before.state !== 'running' || before.speed !== after.speed)
      return `The clock runs${after.speed === 1 ? '' : `, ${after.speed} times as fast as real time`}.`;
    return undefined; // after a lost connection, or it was moved while it runs
  }
  if (before.state === 'running') return 'The clock was stopped.';
  return movedMs === 0 ? undefined : `The clock was moved ${formatDuration(Math.round(movedMs / 1000))} forward.`;
}
