import type { Command } from 'commander';
import type { EventType } from '../../spec/index.ts';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import { caller } from '../calls.ts';
import { type ClientOptions, tellAll } from '../client.ts';
import { answerText } from '../deliveries/attempt-text.ts';
import { shortId } from '../named-by-part.ts';
import { printable } from '../printable.ts';
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
    .description('send a sample, once, and say how it went; exits with 1 unless it was taken')
    .option('--type <type>', 'of which event (default: cash_low)', eventType)
    .option('--terminal <id>', 'said to be about this terminal')
    .action((given: string | undefined, { type, terminal, ...options }: TestOptions) =>
      tellAll(
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
    `${VERDICTS[verdict]}: a sample of ${type} about ${printable(terminal ?? account)}${attempt === undefined ? '' : `, ${answerText(attempt)}`}`,
    ...(why === undefined ? [] : [`  ${printable(why)}`]),
    ...advice.map((hint) => `  - ${printable(hint)}`),
    `The exchange: fleetkit deliveries show ${shortId(id)}`,
  ].join('\n');
}
