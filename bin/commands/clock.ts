import { Command, InvalidArgumentError } from 'commander';
import { parseInstant, toIsoDuration } from '../../base/durations.ts';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import { createCall } from '../control/control-plane.ts';
import type { ControlRequest } from '../control/control-request.ts';
import type { RequestNames } from '../control/request-names.ts';
import { advanceToNextAttempt } from './deliveries/advance-to-next-attempt.ts';
import { formatDeliveries } from './deliveries/delivery-lines.ts';
import { createView } from './deliveries/list-and-show.ts';
import { type ConnectionOptions, createClientCommand, runAndPrint, sendAndPrint } from './shared/client.ts';

const RUN_REQUEST = { operations: ['runClock'], names: { '/speed': 'SPEED' } } as const satisfies RequestNames;

const SET_REQUEST = { operations: ['setClock'], names: { '/to': 'INSTANT' } } as const satisfies RequestNames;

const ADVANCE_REQUEST = { operations: ['advanceClock'], names: { '/by': 'DURATION' } } as const satisfies RequestNames;

/** `fleetkit clock`. */
export function clockCommand(): Command {
  const command = new Command('clock').description(
    'Shows, moves, starts and stops the clock of a running sandbox. The clock only moves forward.',
  );
  command.addCommand(
    createClientCommand('show')
      .description('show the current sandbox time')
      .action((options: ConnectionOptions) => showClock(options, { method: 'GET', path: 'clock' })),
    { isDefault: true },
  );
  command.addCommand(
    createClientCommand('advance', ADVANCE_REQUEST)
      .description('move the clock forward by a duration')
      .argument('<duration>', `90s, 2h30m, 7d, ISO 8601 such as PT2H30M, or ${TO_NEXT_ATTEMPT}`, parseAdvance)
      .action((by: string, options: ConnectionOptions) =>
        by === TO_NEXT_ATTEMPT
          ? showNextAttempts(options)
          : showClock(options, {
              method: 'POST',
              path: 'clock/advance',
              body: { by },
              options: ADVANCE_REQUEST.names,
            }),
      ),
  );
  command.addCommand(
    createClientCommand('set', SET_REQUEST)
      .description('move the clock forward to an instant')
      .argument('<instant>', 'such as 2026-11-06T22:00:00Z', parseInstantArgument)
      .action((to: string, options: ConnectionOptions) =>
        showClock(options, {
          method: 'POST',
          path: 'clock/set',
          body: { to },
          options: SET_REQUEST.names,
        }),
      ),
  );
  command.addCommand(
    createClientCommand('run', RUN_REQUEST)
      .description('let the clock run')
      .argument('[speed]', 'speed as a multiple of real time', parseSpeed, 1)
      .action((speed: number, options: ConnectionOptions) =>
        showClock(options, {
          method: 'POST',
          path: 'clock/run',
          body: { speed },
          options: RUN_REQUEST.names,
        }),
      ),
  );
  command.addCommand(
    createClientCommand('freeze')
      .description('stop the clock')
      .action((options: ConnectionOptions) => showClock(options, { method: 'POST', path: 'clock/freeze', body: {} })),
  );
  return command;
}

const showClock = (options: ConnectionOptions, question: ControlRequest): Promise<void> =>
  sendAndPrint<SandboxSchemas['SandboxClock']>(options, question, formatClock);

const formatClock = ({ now, speed }: SandboxSchemas['SandboxClock']): string =>
  speed === null ? `${now}, frozen` : `${now}, running ${speed} times as fast as real time`;

/** Moves the clock to the instant at which the next delivery attempt is due. */
const TO_NEXT_ATTEMPT = 'to-next-attempt';

const IN_PROGRESS = 'Some attempts are still in progress. Wait for them: fleetkit deliveries wait';

const showNextAttempts = (options: ConnectionOptions): Promise<void> =>
  runAndPrint(options, (send) => advanceToNextAttempt(createCall(send, ADVANCE_REQUEST)), {
    asText: ({ attempted, ...clock }) =>
      [
        formatClock(clock),
        ...formatDeliveries(attempted, createView(clock.now)),
        ...(attempted.some(({ state }) => state === 'sending') ? [IN_PROGRESS] : []),
      ].join('\n'),
  });

function parseAdvance(text: string): string {
  if (text === TO_NEXT_ATTEMPT) return text;
  const known = toIsoDuration(text);
  if (known !== undefined) return known;
  throw new InvalidArgumentError(`Expected a duration such as 90s, 2h30m, 7d or PT2H30M, or ${TO_NEXT_ATTEMPT}.`);
}

function parseInstantArgument(text: string): string {
  if (parseInstant(text) !== undefined) return text;
  throw new InvalidArgumentError('Expected an instant such as 2026-11-06T22:00:00Z.');
}

function parseSpeed(text: string): number {
  const speed = Number(text.replace(/^[x×]/, ''));
  if (speed > 0) return speed;
  throw new InvalidArgumentError('Expected a number above 0, such as 60.');
}
