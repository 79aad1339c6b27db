import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import type { Call } from '../shared/calls.ts';
import { nextText } from '../shared/instants.ts';
import { printable } from '../shared/printable.ts';
import { shortId } from '../shared/short-ids.ts';
import { answerText } from './attempt-text.ts';

type Delivery = SandboxSchemas['Delivery'];

/** Writes a line to standard error, so that standard output contains only the result. */
const toStandardError = (line: string): void => void process.stderr.write(`${line}\n`);

/**
 * Reports attempts while a command waits for deliveries: one line per failed attempt, and one for a success after a
 * failure. Does not report deliveries that succeed at the first attempt; the final list shows them.
 *
 * @param options.isFromNowOn does not report attempts made before the first poll
 */
export function reportAttempts(
  call: Call,
  { isFromNowOn, write = toStandardError }: { readonly isFromNowOn: boolean; readonly write?: (line: string) => void },
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
      for (const attempt of attempts.slice(reported.get(id) ?? 0)) write(attemptLine(id, attempt, now));
      reported.set(id, attempts.length);
    }
  };
}

/** `H4TBS3  attempt 2: answered 503 in 1.2 ms. The receiver responded with 503; expected 2xx. Next in 4s of real time` */
function attemptLine(id: string, attempt: SandboxSchemas['Attempt'], sandboxNow: string): string {
  const { number, error, next_attempt: next } = attempt;
  const parts = [
    `attempt ${number}: ${answerText(attempt)}.`,
    ...(error === null ? [] : [error.message]),
    ...(next === null ? [] : [`${capitalized(nextText(next, sandboxNow, Date.now()))}.`]),
  ];
  return printable(`${shortId(id)}  ${parts.join(' ')}`);
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
