import { type Command, InvalidArgumentError, Option } from 'commander';
import { durationOf, parseDuration } from '../../spec/durations.ts';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import { caller, deliveriesBy } from '../calls.ts';
import { type ClientOptions, clientCommand, tellAll } from '../client.ts';
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

/** Of those that are meant, so many of the newest are waited for. */
const MOST = 10_000;
export const DEFAULT_TIMEOUT_MS = 30_000;

/** `fleetkit deliveries wait`. */
export const waitCommand = (): Command =>
  withFilters(clientCommand('wait'))
    .description('wait until they are delivered, given up or skipped; exits with 1 unless all were delivered')
    .argument('[delivery]', 'which: its id, or the beginning or end of it (default: all that the options name)')
    .addOption(
      new Option('--timeout <duration>', 'how long to wait at most, in real time')
        .default(DEFAULT_TIMEOUT_MS, '30s')
        .argParser(timeoutMs),
    )
    .action((given: string | undefined, options: WaitOptions) =>
      tellAll(
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

/** The deliveries, how they stand altogether, and why it was not waited any longer. */
export function waitedText({ outcome, reasons, deliveries, now }: Waited): string {
  if (deliveries.length === 0) return 'No delivery is meant by that.';
  return [
    ...deliveryLines(deliveries, viewFrom(now)),
    tallyText(deliveries),
    ...reasons,
    ...(outcome === 'timed_out' ? ['The time was up; --timeout gives more.'] : []),
  ].join('\n');
}

/** `30s` or `2m` as milliseconds. */
export function timeoutMs(text: string): number {
  const ms = parseDuration(durationOf(text) ?? '');
  if (ms !== undefined && ms > 0) return ms;
  throw new InvalidArgumentError('Expected a duration such as 30s or 2m.');
}
