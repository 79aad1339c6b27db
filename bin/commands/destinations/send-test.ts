import type { Command } from 'commander';
import type { EventType } from '../../../spec/index.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { createCall } from '../../control/control-plane.ts';
import type { RequestNames } from '../../control/request-names.ts';
import { formatAttemptResult } from '../shared/attempt-text.ts';
import { type ConnectionOptions, runAndPrint } from '../shared/client.ts';
import { toPrintable } from '../shared/printable.ts';
import { toShortId } from '../shared/short-ids.ts';
import { parseEventType } from './event-options.ts';
import { requestDestination } from './find-destination.ts';
import { createDestinationCommand } from './list-and-state.ts';

const TEST_REQUEST = {
  operations: ['testDestination'],
  names: { '/type': '--type', '/terminal_id': '--terminal' },
} as const satisfies RequestNames;

interface TestOptions extends ConnectionOptions {
  readonly type?: EventType;
  readonly terminal?: string;
}

/** `fleetkit destinations test`. */
export const testCommand = (): Command =>
  createDestinationCommand('test', TEST_REQUEST)
    .description('send one sample event and show the result; exits with 1 unless it was accepted')
    .option('--type <type>', 'event type of the sample (default: cash_low)', parseEventType)
    .option('--terminal <id>', 'terminal in the sample')
    .action((given: string | undefined, { type, terminal, ...options }: TestOptions) =>
      runAndPrint(
        options,
        async (send) => {
          const call = createCall(send, TEST_REQUEST);
          const { destination_id } = await requestDestination(call, given);
          const body = { type, terminal_id: terminal };
          return call('testDestination', { path: { destination_id }, body });
        },
        { asText: formatTestResult, isExpected: ({ verdict }) => verdict === 'delivered' },
      ),
    );

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
    `${VERDICTS[verdict]}: sample of ${type} at ${toPrintable(terminal ?? account)}${attempt === undefined ? '' : `, ${formatAttemptResult(attempt)}`}`,
    ...(why === undefined ? [] : [`  ${toPrintable(why)}`]),
    ...advice.map((hint) => `  - ${toPrintable(hint)}`),
    `Details: fleetkit deliveries show ${toShortId(id)}`,
  ].join('\n');
}
