import { Command, InvalidArgumentError } from 'commander';
import { durationOf, parseInstant } from '../spec/durations.ts';
import type { SandboxSchemas } from '../spec/sandbox-contract.ts';
import { caller } from './calls.ts';
import { type ClientOptions, clientCommand, type Question, tell, tellAll } from './client.ts';
import { deliveryLines } from './deliveries/lines.ts';
import { viewFrom } from './deliveries/looking.ts';
import { advanceToNextAttempt } from './deliveries/next-attempt.ts';
import { optionNames } from './option-names.ts';

/** `fleetkit clock`. */
export function clockCommand(): Command {
  const command = new Command('clock')
    .summary('show and move the clock of a sandbox')
    .description('Shows, moves, starts and stops the clock of a running sandbox. It only goes forwards.');
  command.addCommand(
    clientCommand('show')
      .description('what it shows')
      .action((options: ClientOptions) => show(options, { method: 'GET', path: 'clock' })),
    { isDefault: true },
  );
  command.addCommand(
    clientCommand('advance')
      .description('move it forwards')
      .argument('<duration>', `how far: 90s, 2h30m, 7d, or ISO 8601 such as PT2H30M; or ${TO_NEXT_ATTEMPT}`, howFar)
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
      .description('set it forwards')
      .argument('<instant>', 'such as 2026-11-06T22:00:00Z', instant)
      .action((to: string, options: ClientOptions) =>
        show(options, { method: 'POST', path: 'clock/set', body: { to }, options: optionNames['clock set'].names }),
      ),
  );
  command.addCommand(
    clientCommand('run')
      .description('let it run')
      .argument('[speed]', 'how many times as fast as real time', speedOf, 1)
      .action((speed: number, options: ClientOptions) =>
        show(options, { method: 'POST', path: 'clock/run', body: { speed }, options: optionNames['clock run'].names }),
      ),
  );
  command.addCommand(
    clientCommand('freeze')
      .description('stop it')
      .action((options: ClientOptions) => show(options, { method: 'POST', path: 'clock/freeze', body: {} })),
  );
  return command;
}

const show = (options: ClientOptions, question: Question): Promise<void> =>
  tell<SandboxSchemas['SandboxClock']>(options, question, clockText);

const clockText = ({ now, speed }: SandboxSchemas['SandboxClock']): string =>
  speed === null ? `${now}, frozen` : `${now}, running ${speed} times as fast as real time`;

/** To the instant at which the next attempt to deliver something is due. */
const TO_NEXT_ATTEMPT = 'to-next-attempt';

const UNDER_WAY = 'Not all are answered yet: fleetkit deliveries wait.';

const showNextAttempts = (options: ClientOptions): Promise<void> =>
  tellAll(
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
