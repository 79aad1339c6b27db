import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import type { Questioner } from '../client.ts';

type States = NonNullable<SandboxSchemas['RecoverDestination']['states']>;

/** What `--since` brings: all that the receiver has not taken. */
export const NOT_TAKEN: States = ['missed', 'skipped', 'exhausted'];

/** Queues what came about since an instant of the sandbox clock; answers how many deliveries that are. */
export async function recoverSince(
  ask: Questioner,
  destinationId: string,
  { since, states }: { readonly since: string; readonly states: States },
): Promise<number> {
  const { queued } = (await ask({
    method: 'POST',
    path: `destinations/${destinationId}/recover`,
    body: { since, states },
  })) as SandboxSchemas['RecoveredDestination']; // the contract of the sandbox that answered
  return Object.values(queued).reduce((sum, count) => sum + count, 0);
}
