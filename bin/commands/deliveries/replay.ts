import type { Command } from 'commander';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { type CallOperation, createCall, fetchDeliveries } from '../../control/control-plane.ts';
import type { RequestNames } from '../../control/request-names.ts';
import { formatAttemptResult } from '../shared/attempt-text.ts';
import { type ConnectionOptions, createClientCommand, RequestFailure, runAndPrint } from '../shared/client.ts';
import { toPrintable } from '../shared/printable.ts';
import { toShortId } from '../shared/short-ids.ts';
import {
  addFilterOptions,
  type DeliveryFilters,
  FILTER_NAMES_IN_QUERY,
  isFiltered,
  toDeliveryQuery,
} from './filter-options.ts';
import { findDeliveryId } from './find-delivery.ts';

const REPLAY_REQUESTS = {
  operations: ['listDeliveries', 'replayDelivery'],
  names: FILTER_NAMES_IN_QUERY,
  local: ['--dry-run'],
} as const satisfies RequestNames;

type Detail = SandboxSchemas['DeliveryDetail'];

interface ReplayOptions extends ConnectionOptions, DeliveryFilters {
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
const MAX_REPLAYED = 1000;

/** `fleetkit deliveries replay`. */
export function replayCommand(): Command {
  const command = addFilterOptions(createClientCommand('replay', REPLAY_REQUESTS));
  return command
    .description(
      'send deliveries again now, once each, with the same id and bytes; exits with 1 unless all are accepted',
    )
    .argument('[deliveries...]', 'ids, or their beginnings or ends (default: all that match the options)')
    .option('--dry-run', 'send nothing, only list the deliveries')
    .action((given: readonly string[], options: ReplayOptions) => {
      if (given.length > 0 === isFiltered(options))
        return command.error('error: expected either delivery ids or filter options.', { exitCode: 2 });
      return runAndPrint(options, (send) => replayDeliveries(createCall(send, REPLAY_REQUESTS), given, options), {
        asText: formatReplayed,
        isExpected: ({ dry_run: isTrial, deliveries, refused }) =>
          refused.length === 0 && deliveries.length > 0 && (isTrial || deliveries.every(wasAccepted)),
      });
    });
}

async function replayDeliveries(
  call: CallOperation,
  given: readonly string[],
  options: ReplayOptions,
): Promise<Replayed> {
  const meant = given.length > 0 ? await readNamedDeliveries(call, given) : await listMatchingDeliveries(call, options);
  if (options.dryRun === true) return { dry_run: true, deliveries: meant, refused: [] };
  const deliveries: Detail[] = [];
  const refused: { delivery_id: string; reason: string }[] = [];
  for (const { delivery_id } of meant) {
    try {
      deliveries.push(await call('replayDelivery', { path: { delivery_id }, body: {} }));
    } catch (error) {
      if (!(error instanceof RequestFailure) || error.exitCode !== 1) throw error;
      refused.push({ delivery_id, reason: error.message.split('\n', 1).join() });
    }
  }
  return { dry_run: false, deliveries, refused };
}

async function readNamedDeliveries(call: CallOperation, given: readonly string[]): Promise<readonly Detail[]> {
  const found: Detail[] = [];
  for (const one of given)
    found.push(await call('getDelivery', { path: { delivery_id: await findDeliveryId(call, one) } }));
  return found;
}

/** Oldest first. */
async function listMatchingDeliveries(
  call: CallOperation,
  filters: DeliveryFilters,
): Promise<readonly SandboxSchemas['Delivery'][]> {
  const { deliveries, hasMore } = await fetchDeliveries(call, await toDeliveryQuery(call, filters), MAX_REPLAYED);
  if (hasMore)
    throw new RequestFailure(
      `More than ${MAX_REPLAYED} deliveries match: narrow the selection, for example with --since and --until.`,
      2,
    );
  return deliveries.toReversed();
}

function formatReplayed({ dry_run: isTrial, deliveries, refused }: Replayed): string {
  if (deliveries.length + refused.length === 0) return 'No deliveries match.';
  return [
    ...(isTrial ? ['Would replay:'] : []),
    ...deliveries.map(
      (one) =>
        `${toShortId(one.delivery_id)}  ${one.type} of ${toPrintable(one.terminal_id ?? one.account_id)}${formatReplayOutcome(one)}`,
    ),
    ...refused.map(({ delivery_id: id, reason }) => `${toShortId(id)}  ${toPrintable(reason)}`),
  ].join('\n');
}

type AnyDelivery = Replayed['deliveries'][number];

const readLastAttempt = (delivery: AnyDelivery): SandboxSchemas['Attempt'] | undefined =>
  'attempts' in delivery ? delivery.attempts.at(-1) : undefined;

const wasAccepted = (delivery: AnyDelivery): boolean => readLastAttempt(delivery)?.error === null;

function formatReplayOutcome(delivery: AnyDelivery): string {
  const last = readLastAttempt(delivery);
  return last?.trigger === 'replay' ? `: ${formatAttemptResult(last)}` : '';
}
