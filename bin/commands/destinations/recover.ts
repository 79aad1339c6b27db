import type { Command } from 'commander';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { createCall } from '../../control/control-plane.ts';
import type { RequestNames } from '../../control/request-names.ts';
import { type ConnectionOptions, runAndPrint } from '../shared/client.ts';
import { parseTypedInstant, resolveInstant, type TypedInstant } from '../shared/instants.ts';
import { requestDestination } from './find-destination.ts';
import { createDestinationCommand } from './list-and-state.ts';

const RECOVER_REQUEST = {
  operations: ['recoverDestination'],
  names: { '/since': '--since', '/until': '--until', '/dry_run': '--dry-run' },
  local: ['--missed', '--delivered'],
} as const satisfies RequestNames;

interface RecoverOptions extends ConnectionOptions {
  readonly since: TypedInstant;
  readonly until?: TypedInstant;
  readonly missed?: true;
  readonly delivered?: true;
  readonly dryRun?: true;
}

/** `fleetkit destinations recover`. */
export const recoverCommand = (): Command =>
  createDestinationCommand('recover', RECOVER_REQUEST)
    .description('replay skipped and exhausted deliveries')
    .requiredOption(
      '--since <when>',
      'events at or after this instant, or a duration before now: 2h',
      parseTypedInstant,
    )
    .option('--until <when>', 'events before this instant', parseTypedInstant)
    .option('--missed', 'also events from before a subscription matched them')
    .option('--delivered', 'also delivered events')
    .option('--dry-run', 'send nothing, only show how many')
    .action((given: string | undefined, { since, until, missed, delivered, dryRun, ...options }: RecoverOptions) =>
      runAndPrint(
        options,
        async (send) => {
          const call = createCall(send, RECOVER_REQUEST);
          const { destination_id } = await requestDestination(call, given);
          return call('recoverDestination', {
            path: { destination_id },
            body: {
              since: (await resolveInstant(call, since)) ?? '',
              until: await resolveInstant(call, until),
              states: [
                'skipped',
                'exhausted',
                ...(missed === true ? (['missed'] as const) : []),
                ...(delivered === true ? (['delivered'] as const) : []),
              ],
              dry_run: dryRun,
            },
          });
        },
        { asText: formatRecovered },
      ),
    );

function formatRecovered({ dry_run: isTrial, queued, remaining }: SandboxSchemas['RecoveredDestination']): string {
  const counts = Object.entries(queued).filter(([, count]) => count > 0);
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0 && remaining === 0) return 'Nothing to replay.';
  if (total === 0)
    return `Too many deliveries are pending; ${remaining} were not queued. Resume the destination, then run recover again.`;
  const what = counts.map(([state, count]) => `${count} ${state}`).join(', ');
  const left =
    remaining === 0 ? '' : `\n${remaining} more do not fit in the queue: run recover again when these have been sent.`;
  return `${isTrial ? 'Would be queued' : 'Queued'}: ${what}.${left}`;
}
