import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseDuration, toIsoDuration } from '../../../base/durations.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { createCall, fetchDeliveries } from '../../control/control-plane.ts';
import type { RequestNames } from '../../control/request-names.ts';
import { areAllDelivered, type WaitResult, waitForDeliveries } from '../../control/wait-for-deliveries.ts';
import { type ConnectionOptions, createClientCommand, runAndPrint } from '../shared/client.ts';
import { createAttemptReporter } from './attempt-progress.ts';
import { formatCounts, formatDeliveries } from './delivery-lines.ts';
import { addFilterOptions, type DeliveryFilters, FILTER_NAMES_IN_QUERY, toDeliveryQuery } from './filter-options.ts';
import { findDeliveryId } from './find-delivery.ts';
import { createView } from './list-and-show.ts';

const WAIT_REQUEST = {
  operations: ['listDeliveries'],
  names: FILTER_NAMES_IN_QUERY,
  local: ['--timeout'],
} as const satisfies RequestNames;

interface WaitCommandOptions extends ConnectionOptions, DeliveryFilters {
  /** Milliseconds. */
  readonly timeout: number;
}

/** Maximum number of deliveries to wait for, newest first. */
const MAX_DELIVERIES = 10_000;
export const DEFAULT_TIMEOUT_MS = 30_000;

/** `fleetkit deliveries wait`. */
export const waitCommand = (): Command =>
  addFilterOptions(createClientCommand('wait', WAIT_REQUEST))
    .description('wait until deliveries are delivered, exhausted or skipped; exits with 1 unless all were delivered')
    .argument('[delivery]', 'the id of one delivery, or its beginning or end (default: all that match the options)')
    .addOption(
      new Option('--timeout <duration>', 'maximum time to wait, in real time')
        .default(DEFAULT_TIMEOUT_MS, '30s')
        .argParser(parseTimeoutMs),
    )
    .action((given: string | undefined, options: WaitCommandOptions) =>
      runAndPrint(
        options,
        async (send) => {
          const call = createCall(send, WAIT_REQUEST);
          if (given !== undefined) {
            const path = { delivery_id: await findDeliveryId(call, given) };
            const read = async () => [removeDetails(await call('getDelivery', { path }))];
            return waitForDeliveries(call, {
              readDeliveries: read,
              timeoutMs: options.timeout,
              onPoll: createAttemptReporter(call, { isFromNowOn: true }),
            });
          }
          const query = await toDeliveryQuery(call, options);
          const read = async () => (await fetchDeliveries(call, query, MAX_DELIVERIES)).deliveries;
          return waitForDeliveries(call, {
            readDeliveries: read,
            timeoutMs: options.timeout,
            onPoll: createAttemptReporter(call, { isFromNowOn: true }),
          });
        },
        { asText: formatWaitResult, isExpected: ({ deliveries }) => areAllDelivered(deliveries) },
      ),
    );

const removeDetails = ({
  body: _,
  attempts: __,
  ...delivery
}: SandboxSchemas['DeliveryDetail']): SandboxSchemas['Delivery'] => delivery;

/** Formats the deliveries, their count by state, and why waiting ended. */
export function formatWaitResult({ outcome, reasons, deliveries, now }: WaitResult): string {
  if (deliveries.length === 0) return 'No deliveries match.';
  return [
    ...formatDeliveries(deliveries, createView(now)),
    formatCounts(deliveries),
    ...reasons,
    ...(outcome === 'timed_out' ? ['The time limit was reached. Wait longer with --timeout.'] : []),
  ].join('\n');
}

/** Parses `30s` or `2m` into milliseconds. */
export function parseTimeoutMs(text: string): number {
  const ms = parseDuration(toIsoDuration(text) ?? '');
  if (ms !== undefined && ms > 0) return ms;
  throw new InvalidArgumentError('Expected a duration such as 30s or 2m.');
}
