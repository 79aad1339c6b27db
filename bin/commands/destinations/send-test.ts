import type { Command } from 'commander';
import { parseJsonObject } from '../../../base/json/json-object.ts';
import type { DeliveredEventType } from '../../../spec/event-types.ts';
import { USER_BODY } from '../../../spec/event-types.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { createCall } from '../../control/control-plane.ts';
import type { RequestNames } from '../../control/request-names.ts';
import { formatAttemptResult } from '../shared/attempt-text.ts';
import { readBodyFile } from '../shared/body-file.ts';
import { type ConnectionOptions, RequestFailure, runAndPrint } from '../shared/client.ts';
import { toPrintable } from '../shared/printable.ts';
import { toShortId } from '../shared/short-ids.ts';
import { parseEventType } from './event-options.ts';
import { requestDestination } from './find-destination.ts';
import { createDestinationCommand } from './list-and-state.ts';

const TEST_REQUEST = {
  operations: ['testDestination'],
  names: { '/type': '--type', '/terminal_id': '--terminal', '/body': '--body' },
} as const satisfies RequestNames;

interface TestOptions extends ConnectionOptions {
  readonly type?: DeliveredEventType;
  readonly terminal?: string;
  readonly body?: string;
}

/** `fleetkit destinations test`. */
export const testCommand = (): Command =>
  createDestinationCommand('test', TEST_REQUEST)
    .description('send one sample event, or your own body, and show the result; exits with 1 unless it was accepted')
    .option('--type <type>', 'event type of the sample (default: cash_low)', parseEventType)
    .option('--terminal <id>', 'terminal in the sample')
    .option('--body <file>', 'send the JSON object in this file instead of a sample; - reads standard input')
    .action((given: string | undefined, { type, terminal, body: file, ...options }: TestOptions) =>
      runAndPrint(
        options,
        async (send) => {
          const own = file === undefined ? undefined : readOwnBody(file);
          const call = createCall(send, TEST_REQUEST);
          const { destination_id } = await requestDestination(call, given);
          const sent = own === undefined ? { type, terminal_id: terminal } : { type, terminal_id: terminal, body: own };
          return call('testDestination', { path: { destination_id }, body: sent });
        },
        { asText: formatTestResult, isExpected: ({ verdict }) => verdict === 'delivered' },
      ),
    );

/** As the sandbox reads at most 64 KiB of a request. */
const MAX_BODY_BYTES = 65_536;

function readOwnBody(file: string): Readonly<Record<string, unknown>> {
  const parsed = parseJsonObject(readBodyFile(file, MAX_BODY_BYTES).toString('utf8'));
  if ('object' in parsed) return parsed.object;
  throw new RequestFailure(
    `--body: ${file === '-' ? 'standard input' : file} is not a JSON object. ${parsed.fault}`,
    2,
  );
}

const VERDICTS = {
  delivered: 'Delivered',
  refused: 'Refused',
  no_answer: 'No answer',
  not_allowed: 'Not sent',
} as const;

function formatTestResult({ verdict, hints, delivery }: SandboxSchemas['TestedDestination']): string {
  const { delivery_id: id, type, terminal_id: terminal, account_id: account, attempts } = delivery;
  const attempt = attempts.at(-1);
  const [why, ...advice] = hints;
  return [
    `${VERDICTS[verdict]}: ${type === USER_BODY ? 'your body' : `sample of ${type}`} at ${toPrintable(terminal ?? account)}${attempt === undefined ? '' : `, ${formatAttemptResult(attempt)}`}`,
    ...(why === undefined ? [] : [`  ${toPrintable(why)}`]),
    ...advice.map((hint) => `  - ${toPrintable(hint)}`),
    `Details: fleetkit deliveries show ${toShortId(id)}`,
  ].join('\n');
}
