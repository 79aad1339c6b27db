import type { Command } from 'commander';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import { caller } from '../calls.ts';
import { type ClientOptions, tellAll } from '../client.ts';
import { instantOf, type Moment, moment } from '../moments.ts';
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
    .description('send again what was skipped or given up')
    .requiredOption('--since <when>', 'events from this instant on, or so long before now: 2h', moment)
    .option('--until <when>', 'up to this instant, exclusive', moment)
    .option('--missed', 'also what came about before there was a subscription for it')
    .option('--delivered', 'also what was taken already')
    .option('--dry-run', 'send nothing, and say how many')
    .action((given: string | undefined, { since, until, missed, delivered, dryRun, ...options }: RecoverOptions) =>
      tellAll(
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
  if (total === 0 && remaining === 0) return 'There is nothing to send again.';
  if (total === 0)
    return `Too many deliveries wait already; ${remaining} are left. Resume the destination, and recover again.`;
  const what = counts.map(([state, count]) => `${count} ${state}`).join(', ');
  const left = remaining === 0 ? '' : `\n${remaining} more have no room: recover again once these have been sent.`;
  return `${isTrial ? 'Would be queued' : 'Queued'}: ${what}.${left}`;
}
