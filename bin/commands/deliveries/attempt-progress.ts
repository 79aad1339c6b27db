import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import type { CallOperation } from '../../control/control-plane.ts';
import { formatAttemptResult } from '../shared/attempt-text.ts';
import { formatNextAttempt } from '../shared/instants.ts';
import { toPrintable } from '../shared/printable.ts';
import { toShortId } from '../shared/short-ids.ts';

type Delivery = SandboxSchemas['Delivery'];

/** Writes a line to standard error, so that standard output contains only the result. */
const writeToStandardError = (line: string): void => void process.stderr.write(`${line}\n`);

/**
 * Reports attempts while a command waits for deliveries: one line per failed attempt, and one for a success after a
 * failure. Does not report deliveries that succeed at the first attempt; the final list shows them.
 *
 * @param options.isFromNowOn does not report attempts made before the first poll
 */
export function createAttemptReporter(
  call: CallOperation,
  {
    isFromNowOn,
    write = writeToStandardError,
  }: { readonly isFromNowOn: boolean; readonly write?: (line: string) => void },
): (deliveries: readonly Delivery[]) => Promise<void> {
  const reported = new Map<string, number>();
  let isFirstLook = true;
  return async (deliveries) => {
    if (isFirstLook && isFromNowOn)
      for (const { delivery_id: id, attempt_count: count } of deliveries) reported.set(id, count);
    isFirstLook = false;
    const news = deliveries.filter(
      ({ delivery_id: id, attempt_count: count, last_error: error }) =>
        count > (reported.get(id) ?? 0) && (count > 1 || error !== null),
    );
    if (news.length === 0) return;
    const { now } = await call('getClock');
    for (const { delivery_id: id } of news) {
      const { attempts } = await call('getDelivery', { path: { delivery_id: id } });
      for (const attempt of attempts.slice(reported.get(id) ?? 0)) write(formatAttemptLine(id, attempt, now));
      reported.set(id, attempts.length);
    }
  };
}

/** `H4TBS3  attempt 2: answered 503 in 1.2 ms. The receiver responded with 503; expected 2xx. Next in 4s of real time` */
function formatAttemptLine(id: string, attempt: SandboxSchemas['Attempt'], sandboxNow: string): string {
  const { number, error, next_attempt: next } = attempt;
  const parts = [
    `attempt ${number}: ${formatAttemptResult(attempt)}.`,
    ...(error === null ? [] : [error.message]),
    ...(next === null ? [] : [`${capitalize(formatNextAttempt(next, sandboxNow, Date.now()))}.`]),
  ];
  return toPrintable(`${toShortId(id)}  ${parts.join(' ')}`);
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
