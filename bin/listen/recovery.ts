import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import type { Call } from '../calls.ts';

type States = NonNullable<SandboxSchemas['RecoverDestination']['states']>;

/** What `--since` brings: all that the receiver has not taken. */
export const NOT_TAKEN: States = ['missed', 'skipped', 'exhausted'];

/** Queues what came about since an instant of the sandbox clock; answers how many deliveries that are. */
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
