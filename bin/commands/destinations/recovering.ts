import type { Command } from 'commander';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { caller } from '../shared/calls.ts';
import { askAllAndPrint, type ClientOptions } from '../shared/client.ts';
import { instantOf, type Moment, moment } from '../shared/instants.ts';
import { aboutOne } from './standing.ts';
import { destinationMeant } from './which.ts';

interface RecoverOptions extends ClientOptions {
  readonly since: Moment;
  readonly until?: Moment;
  readonly missed?: true;
  readonly delivered?: true;
  readonly dryRun?: true;
}

/** `fleetkit destinations recover`. */
export const recoverCommand = (): Command =>
  aboutOne('recover')
    .description('replay skipped and exhausted deliveries')
    .requiredOption('--since <when>', 'events at or after this instant, or a duration before now: 2h', moment)
    .option('--until <when>', 'events before this instant', moment)
    .option('--missed', 'also events from before a subscription matched them')
    .option('--delivered', 'also delivered events')
    .option('--dry-run', 'send nothing, only show how many')
    .action((given: string | undefined, { since, until, missed, delivered, dryRun, ...options }: RecoverOptions) =>
      askAllAndPrint(
        options,
        async (ask) => {
          const call = caller(ask, 'destinations recover');
          const { destination_id } = await destinationMeant(call, given);
          return call('recoverDestination', {
            path: { destination_id },
            body: {
              since: (await instantOf(call, since)) ?? '',
              until: await instantOf(call, until),
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
        recoveredText,
      ),
    );

function recoveredText({ dry_run: isTrial, queued, remaining }: SandboxSchemas['RecoveredDestination']): string {
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
