import { Command, InvalidArgumentError } from 'commander';
import { durationOf, parseInstant } from '../../spec/durations.ts';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import { deliveryLines } from './deliveries/lines.ts';
import { viewFrom } from './deliveries/looking.ts';
import { advanceToNextAttempt } from './deliveries/next-attempt.ts';
import { caller } from './shared/calls.ts';
import { askAllAndPrint, askAndPrint, type ClientOptions, clientCommand, type Question } from './shared/client.ts';
import { optionNames } from './shared/option-names.ts';

/** `fleetkit clock`. */
export function clockCommand(): Command {
  const command = new Command('clock')
    .summary('show and move the clock of a sandbox')
    .description('Shows, moves, starts and stops the clock of a running sandbox. The clock only moves forward.');
  command.addCommand(
    clientCommand('show')
      .description('show the current sandbox time')
      .action((options: ClientOptions) => show(options, { method: 'GET', path: 'clock' })),
    { isDefault: true },
  );
  command.addCommand(
    clientCommand('advance')
      .description('move the clock forward by a duration')
      .argument('<duration>', `90s, 2h30m, 7d, ISO 8601 such as PT2H30M, or ${TO_NEXT_ATTEMPT}`, howFar)
      .action((by: string, options: ClientOptions) =>
        by === TO_NEXT_ATTEMPT
          ? showNextAttempts(options)
          : show(options, {
              method: 'POST',
              path: 'clock/advance',
              body: { by },
              options: optionNames['clock advance'].names,
            }),
      ),
  );
  command.addCommand(
    clientCommand('set')
      .description('move the clock forward to an instant')
      .argument('<instant>', 'such as 2026-11-06T22:00:00Z', instant)
      .action((to: string, options: ClientOptions) =>
        show(options, { method: 'POST', path: 'clock/set', body: { to }, options: optionNames['clock set'].names }),
      ),
  );
  command.addCommand(
    clientCommand('run')
      .description('let the clock run')
      .argument('[speed]', 'speed as a multiple of real time', speedOf, 1)
      .action((speed: number, options: ClientOptions) =>
        show(options, { method: 'POST', path: 'clock/run', body: { speed }, options: optionNames['clock run'].names }),
      ),
  );
  command.addCommand(
    clientCommand('freeze')
      .description('stop the clock')
      .action((options: ClientOptions) => show(options, { method: 'POST', path: 'clock/freeze', body: {} })),
  );
  return command;
}

const show = (options: ClientOptions, question: Question): Promise<void> =>
  askAndPrint<SandboxSchemas['SandboxClock']>(options, question, clockText);

const clockText = ({ now, speed }: SandboxSchemas['SandboxClock']): string =>
  speed === null ? `${now}, frozen` : `${now}, running ${speed} times as fast as real time`;

/** Moves the clock to the instant at which the next delivery attempt is due. */
const TO_NEXT_ATTEMPT = 'to-next-attempt';

const UNDER_WAY = 'Some attempts are still in progress. Wait for them: fleetkit deliveries wait';

const showNextAttempts = (options: ClientOptions): Promise<void> =>
  askAllAndPrint(
    options,
    (ask) => advanceToNextAttempt(caller(ask, 'clock advance')),
    ({ attempted, ...clock }) =>
      [
        clockText(clock),
        ...deliveryLines(attempted, viewFrom(clock.now)),
        ...(attempted.some(({ state }) => state === 'sending') ? [UNDER_WAY] : []),
      ].join('\n'),
  );

function howFar(text: string): string {
  if (text === TO_NEXT_ATTEMPT) return text;
  const known = durationOf(text);
  if (known !== undefined) return known;
  throw new InvalidArgumentError(`Expected a duration such as 90s, 2h30m, 7d or PT2H30M, or ${TO_NEXT_ATTEMPT}.`);
}

function instant(text: string): string {
  if (parseInstant(text) !== undefined) return text;
  throw new InvalidArgumentError('Expected an instant such as 2026-11-06T22:00:00Z.');
}

function speedOf(text: string): number {
  const speed = Number(text.replace(/^[x×]/, ''));
  if (speed > 0) return speed;
  throw new InvalidArgumentError('Expected a number above 0, such as 60.');
}
