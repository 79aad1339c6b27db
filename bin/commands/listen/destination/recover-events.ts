import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import type { CallOperation } from '../../../control/control-plane.ts';

type States = NonNullable<SandboxSchemas['RecoverDestination']['states']>;

/** The delivery states that `--since` queues again: all except delivered. */
export const UNDELIVERED: States = ['missed', 'skipped', 'exhausted'];

/** Queues the events since an instant of the sandbox clock. Returns the number of deliveries. */
export async function recoverEventsSince(
  call: CallOperation,
  destinationId: string,
  { since, states }: { readonly since: string; readonly states: States },
): Promise<number> {
  const { queued } = await call('recoverDestination', {
    path: { destination_id: destinationId },
    body: { since, states, dry_run: false },
  });
  return Object.values(queued).reduce((sum, count) => sum + count, 0);
}
