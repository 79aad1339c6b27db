import type { Command } from 'commander';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { type Call, caller, deliveriesBy } from '../shared/calls.ts';
import { askAllAndPrint, type ClientOptions, clientCommand, NoAnswer } from '../shared/client.ts';
import { printable } from '../shared/printable.ts';
import { shortId } from '../shared/short-ids.ts';
import { answerText } from './attempt-text.ts';
import { type Filters, isFiltered, queryFrom, withFilters } from './filters.ts';
import { deliveryMeant } from './which.ts';

type Detail = SandboxSchemas['DeliveryDetail'];

interface ReplayOptions extends ClientOptions, Filters {
  readonly dryRun?: true;
}

/** The replayed deliveries, and those that could not be replayed. */
interface Replayed {
  readonly dry_run: boolean;
  /** With --dry-run, the deliveries that would be replayed. */
  readonly deliveries: readonly (SandboxSchemas['Delivery'] | Detail)[];
  readonly refused: readonly { readonly delivery_id: string; readonly reason: string }[];
}

/** Maximum number of deliveries per command. */
const MOST = 1000;

/** `fleetkit deliveries replay`. */
export function replayCommand(): Command {
  const command = withFilters(clientCommand('replay'));
  return command
    .description(
      'send deliveries again now, once each, with the same id and bytes; exits with 1 unless all are accepted',
    )
    .argument('[deliveries...]', 'ids, or their beginnings or ends (default: all that match the options)')
    .option('--dry-run', 'send nothing, only list the deliveries')
    .action((given: readonly string[], options: ReplayOptions) => {
      if (given.length > 0 === isFiltered(options))
        return command.error('error: expected either delivery ids or filter options.', { exitCode: 2 });
      return askAllAndPrint(
        options,
        (ask) => replay(caller(ask, 'deliveries replay'), given, options),
        replayedText,
        ({ dry_run: isTrial, deliveries, refused }) =>
          refused.length === 0 && deliveries.length > 0 && (isTrial || deliveries.every(wasTaken)),
      );
    });
}

async function replay(call: Call, given: readonly string[], options: ReplayOptions): Promise<Replayed> {
  const meant = given.length > 0 ? await named(call, given) : await matching(call, options);
  if (options.dryRun === true) return { dry_run: true, deliveries: meant, refused: [] };
  const deliveries: Detail[] = [];
  const refused: { delivery_id: string; reason: string }[] = [];
  for (const { delivery_id } of meant) {
    try {
      deliveries.push(await call('replayDelivery', { path: { delivery_id }, body: {} }));
    } catch (error) {
      if (!(error instanceof NoAnswer) || error.exitCode !== 1) throw error;
      refused.push({ delivery_id, reason: error.message.split('\n', 1).join() });
    }
  }
  return { dry_run: false, deliveries, refused };
}

async function named(call: Call, given: readonly string[]): Promise<readonly Detail[]> {
  const found: Detail[] = [];
  for (const one of given)
    found.push(await call('getDelivery', { path: { delivery_id: await deliveryMeant(call, one) } }));
  return found;
}

/** Oldest first. */
async function matching(call: Call, filters: Filters): Promise<readonly SandboxSchemas['Delivery'][]> {
  const { deliveries, hasMore } = await deliveriesBy(call, await queryFrom(call, filters), MOST);
  if (hasMore)
    throw new NoAnswer(
      `More than ${MOST} deliveries match: narrow the selection, for example with --since and --until.`,
      2,
    );
  return deliveries.toReversed();
}

function replayedText({ dry_run: isTrial, deliveries, refused }: Replayed): string {
  if (deliveries.length + refused.length === 0) return 'No deliveries match.';
  return [
    ...(isTrial ? ['Would replay:'] : []),
    ...deliveries.map(
      (one) =>
        `${shortId(one.delivery_id)}  ${one.type} of ${printable(one.terminal_id ?? one.account_id)}${outcomeOf(one)}`,
    ),
    ...refused.map(({ delivery_id: id, reason }) => `${shortId(id)}  ${printable(reason)}`),
  ].join('\n');
}

type AnyDelivery = Replayed['deliveries'][number];

const lastAttempt = (delivery: AnyDelivery): SandboxSchemas['Attempt'] | undefined =>
  'attempts' in delivery ? delivery.attempts.at(-1) : undefined;

const wasTaken = (delivery: AnyDelivery): boolean => lastAttempt(delivery)?.error === null;

function outcomeOf(delivery: AnyDelivery): string {
  const last = lastAttempt(delivery);
  return last?.trigger === 'replay' ? `: ${answerText(last)}` : '';
}
