import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import type { Call } from '../shared/calls.ts';

type States = NonNullable<SandboxSchemas['RecoverDestination']['states']>;

/** The delivery states that `--since` queues again: all except delivered. */
export const NOT_TAKEN: States = ['missed', 'skipped', 'exhausted'];

/** Queues the events since an instant of the sandbox clock. Returns the number of deliveries. */
export async function recoverSince(
  call: Call,
  destinationId: string,
  { since, states }: { readonly since: string; readonly states: States },
): Promise<number> {
  const { queued } = await call('recoverDestination', {
    path: { destination_id: destinationId },
    body: { since, states, dry_run: false },
  });
  return Object.values(queued).reduce((sum, count) => sum + count, 0);
}
