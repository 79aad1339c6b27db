import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import type { Questioner } from '../client.ts';

export type SandboxTime = Pick<SandboxSchemas['SandboxClock'], 'now' | 'started_at'>;

/** What the clock of the sandbox shows. */
export async function timeOf(ask: Questioner): Promise<SandboxTime> {
  return (await ask({ method: 'GET', path: 'clock' })) as SandboxTime; // the contract of the sandbox that answered
}

/**
 * Whether a sandbox whose clock showed `before` has begun anew: it goes backwards by nothing else. Where it stands at its
 * beginning, nothing has come about that could come twice.
 */
export const hasBegunAnew = (before: SandboxTime, { now, started_at: start }: SandboxTime): boolean =>
  Date.parse(now) < Date.parse(before.now) || now === start;
