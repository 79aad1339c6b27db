import type { Command } from 'commander';
import type { EventType } from '../../../spec/index.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { answerText } from '../deliveries/attempt-text.ts';
import { caller } from '../shared/calls.ts';
import { askAllAndPrint, type ClientOptions } from '../shared/client.ts';
import { printable } from '../shared/printable.ts';
import { shortId } from '../shared/short-ids.ts';
import { aboutOne } from './standing.ts';
import { eventType } from './wanted-events.ts';
import { destinationMeant } from './which.ts';

interface TestOptions extends ClientOptions {
  readonly type?: EventType;
  readonly terminal?: string;
}

/** `fleetkit destinations test`. */
export const testCommand = (): Command =>
  aboutOne('test')
    .description('send one sample event and show the result; exits with 1 unless it was accepted')
    .option('--type <type>', 'event type of the sample (default: cash_low)', eventType)
    .option('--terminal <id>', 'terminal in the sample')
    .action((given: string | undefined, { type, terminal, ...options }: TestOptions) =>
      askAllAndPrint(
        options,
        async (ask) => {
          const call = caller(ask, 'destinations test');
          const { destination_id } = await destinationMeant(call, given);
          const body = { type, terminal_id: terminal };
          return call('testDestination', { path: { destination_id }, body });
        },
        testedText,
        ({ verdict }) => verdict === 'delivered',
      ),
    );

const VERDICTS = {
  delivered: 'Delivered',
  refused: 'Refused',
  no_answer: 'No answer',
  not_allowed: 'Not sent',
} as const;

function testedText({ verdict, hints, delivery }: SandboxSchemas['TestedDestination']): string {
  const { delivery_id: id, type, terminal_id: terminal, account_id: account, attempts } = delivery;
  const attempt = attempts.at(-1);
  const [why, ...advice] = hints;
  return [
    `${VERDICTS[verdict]}: sample of ${type} at ${printable(terminal ?? account)}${attempt === undefined ? '' : `, ${answerText(attempt)}`}`,
    ...(why === undefined ? [] : [`  ${printable(why)}`]),
    ...advice.map((hint) => `  - ${printable(hint)}`),
    `Details: fleetkit deliveries show ${shortId(id)}`,
  ].join('\n');
}
