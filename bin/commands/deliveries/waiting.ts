import { type Command, InvalidArgumentError, Option } from 'commander';
import { durationOf, parseDuration } from '../../../spec/durations.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { caller, deliveriesBy } from '../shared/calls.ts';
import { askAllAndPrint, type ClientOptions, clientCommand } from '../shared/client.ts';
import { type Filters, queryFrom, withFilters } from './filters.ts';
import { deliveryLines, tallyText } from './lines.ts';
import { viewFrom } from './looking.ts';
import { reportAttempts } from './progress.ts';
import { allDelivered, type Waited, waitFor } from './waiting-for.ts';
import { deliveryMeant } from './which.ts';

interface WaitOptions extends ClientOptions, Filters {
  /** Milliseconds. */
  readonly timeout: number;
}

/** Maximum number of deliveries to wait for, newest first. */
const MOST = 10_000;
export const DEFAULT_TIMEOUT_MS = 30_000;

/** `fleetkit deliveries wait`. */
export const waitCommand = (): Command =>
  withFilters(clientCommand('wait'))
    .description('wait until deliveries are delivered, exhausted or skipped; exits with 1 unless all were delivered')
    .argument('[delivery]', 'the id of one delivery, or its beginning or end (default: all that match the options)')
    .addOption(
      new Option('--timeout <duration>', 'maximum time to wait, in real time')
        .default(DEFAULT_TIMEOUT_MS, '30s')
        .argParser(timeoutMs),
    )
    .action((given: string | undefined, options: WaitOptions) =>
      askAllAndPrint(
        options,
        async (ask) => {
          const call = caller(ask, 'deliveries wait');
          if (given !== undefined) {
            const path = { delivery_id: await deliveryMeant(call, given) };
            const look = async () => [withoutDetails(await call('getDelivery', { path }))];
            return waitFor(call, {
              look,
              timeoutMs: options.timeout,
              onLook: reportAttempts(call, { isFromNowOn: true }),
            });
          }
          const query = await queryFrom(call, options);
          const look = async () => (await deliveriesBy(call, query, MOST)).deliveries;
          return waitFor(call, {
            look,
            timeoutMs: options.timeout,
            onLook: reportAttempts(call, { isFromNowOn: true }),
          });
        },
        waitedText,
        ({ deliveries }) => allDelivered(deliveries),
      ),
    );

const withoutDetails = ({
  body: _,
  attempts: __,
  ...delivery
}: SandboxSchemas['DeliveryDetail']): SandboxSchemas['Delivery'] => delivery;

/** Formats the deliveries, their count by state, and why waiting ended. */
export function waitedText({ outcome, reasons, deliveries, now }: Waited): string {
  if (deliveries.length === 0) return 'No deliveries match.';
  return [
    ...deliveryLines(deliveries, viewFrom(now)),
    tallyText(deliveries),
    ...reasons,
    ...(outcome === 'timed_out' ? ['The time limit was reached. Wait longer with --timeout.'] : []),
  ].join('\n');
}

/** Parses `30s` or `2m` into milliseconds. */
export function timeoutMs(text: string): number {
  const ms = parseDuration(durationOf(text) ?? '');
  if (ms !== undefined && ms > 0) return ms;
  throw new InvalidArgumentError('Expected a duration such as 30s or 2m.');
}
