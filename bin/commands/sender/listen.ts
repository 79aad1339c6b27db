import { appendFileSync, writeFileSync } from 'node:fs';
import { formatDuration } from '../../../base/durations.ts';
import { omitUndefined } from '../../../base/omit-undefined.ts';
import { neutralised } from '../../../conformance/reports/parts/screen.ts';
import {
  type DeliveryRecord,
  formatEndLine,
  formatRecordLine,
  type Recording,
} from '../../../conformance/sender/core/delivery-record.ts';
import { listHeaderValues } from '../../../conformance/sender/core/received-delivery.ts';
import { countPlannedDeliveries, observingPlan, passivePlan } from '../../../conformance/sender/core/response-plan.ts';
import { openSenderInbox, type SenderInbox } from '../../../conformance/sender/inbox.ts';
import type { SignatureScheme } from '../../../conformance/webhooks/scheme.ts';
import type { Refuse } from '../shared/refuse.ts';
import type { SenderOptions } from './options.ts';

/**
 * Receives until the time is up, `--count` requests arrived, the inbox is full, or the user interrupts. Prints each request
 * as it arrives. Prints the reason and returns `undefined` if it cannot listen at the address.
 */
export async function listen(
  options: SenderOptions,
  scheme: SignatureScheme,
  refuse: Refuse,
): Promise<Recording | undefined> {
  const enough = Promise.withResolvers<void>();
  const { keep, isLost } = createRecordingFile(options.record, enough.resolve, refuse);
  const plan = options.passive === true ? passivePlan : observingPlan(planOptions(options));
  let inbox: SenderInbox;
  try {
    inbox = await openSenderInbox({
      ...options.listen,
      plan,
      scheme,
      onRecord(record, number) {
        keep(formatRecordLine(record));
        print(describeRequest(record, number, scheme));
        if (number === options.count) enough.resolve();
      },
    });
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown)) throw thrown;
    print(
      `fleetkit: cannot listen at ${options.listen.host}:${options.listen.port} (${thrown.code}); choose another address with --listen`,
    );
    return undefined;
  }
  const wanted = countPlannedDeliveries(plan);
  print(
    `Listening at ${inbox.url} for ${formatDuration(Math.ceil(options.for / 1000))}; press Ctrl-C to stop earlier.`,
  );
  print(`Register this URL as the destination, then cause ${wanted === 1 ? 'an event' : `${wanted} or more events`}.`);
  const callOff = endAfter(options.for, enough.resolve);
  await Promise.race([enough.promise, inbox.isFull]);
  callOff();
  const recording = await inbox.close();
  keep(formatEndLine(recording.listenedUntilMs));
  return isLost() ? refuse(`writing the recording to "${options.record}" failed`) : recording;
}

const planOptions = ({ retryAfter, withhold, allowGone = false }: SenderOptions) => ({
  retryAfterSeconds: retryAfter,
  allowGone,
  ...omitUndefined({ withholdMs: withhold }),
});

const INTERRUPTIONS = ['SIGINT', 'SIGTERM'] as const;

/** Calls `end` after the given milliseconds or on an interruption. Returns a function that cancels this. */
function endAfter(ms: number, end: () => void): () => void {
  const timer = setTimeout(end, ms);
  for (const signal of INTERRUPTIONS) process.once(signal, end);
  return () => {
    clearTimeout(timer);
    for (const signal of INTERRUPTIONS) process.off(signal, end);
  };
}

/**
 * Appends each line to a file immediately, so that a crash loses nothing. Only this user can read the file. Calls `lost`
 * when a line cannot be written.
 */
function createRecordingFile(file: string | undefined, lost: () => void, refuse: Refuse) {
  let hasLost = false;
  const isLost = () => hasLost;
  if (file === undefined) return { keep: () => undefined, isLost };
  try {
    writeFileSync(file, '', { mode: 0o600 });
  } catch {
    return refuse(`the recording cannot be written to "${file}"`);
  }
  const keep = (line: string): void => {
    try {
      appendFileSync(file, `${line}\n`);
    } catch {
      hasLost = true;
      lost();
    }
  };
  return { keep, isLost };
}

function describeRequest(record: DeliveryRecord, number: number, { idHeader }: SignatureScheme): string {
  const id = idHeader === null ? '' : `  ${listHeaderValues(record, idHeader)[0] ?? 'no id'}`;
  const { status, retryAfterSeconds } = record.answer;
  const wait = retryAfterSeconds === undefined ? '' : `, Retry-After: ${retryAfterSeconds}`;
  return `${String(number).padStart(4)}  ${record.method} ${record.path}${id}  ${record.sentBytes} bytes -> ${status ?? 'no response'}${wait}`;
}

const print = (line: string): void => void process.stderr.write(`${neutralised(line)}\n`);
