import { parseInstant, toIsoDuration } from '../../../../base/durations.ts';
import { defineTool, flag, takes, text } from '../core/tool.ts';
import { ToolRefusal } from '../core/tool-refusal.ts';

interface Arguments {
  readonly by?: string;
  readonly to?: string;
  readonly to_next_attempt?: boolean;
}

/** Shows or advances the clock. */
export const clock = defineTool<Arguments>({
  name: 'clock',
  title: 'Show or advance the clock',
  description:
    'Without arguments, returns the sandbox time and whether the clock runs. With one argument, moves the clock forward; that needs the ' +
    'operator. The clock never moves back.',
  isReadOnly: false,
  arguments: takes({
    by: text('A duration such as 90s, 2h30m, 7d or PT2H30M.', 40),
    to: text('An instant such as 2026-11-06T22:00:00Z.', 40),
    to_next_attempt: flag('Move to the instant at which the next delivery attempt is due.'),
  }),
  async run({ by, to, to_next_attempt: toNext }, { call, isOperator }) {
    const given = [by, to, toNext === true ? toNext : undefined].filter((one) => one !== undefined);
    if (given.length === 0) return call('getClock');
    if (given.length > 1) throw new ToolRefusal('Expected only one of by, to and to_next_attempt.');
    if (!isOperator)
      throw new ToolRefusal("Moving the clock needs the operator's token. Restart fleetkit mcp with --operator-token.");
    if (toNext === true) return call('advanceClock', { body: { to_next_attempt: true } });
    if (to !== undefined) {
      if (parseInstant(to) === undefined)
        throw new ToolRefusal('to: expected an instant such as 2026-11-06T22:00:00Z.');
      return call('setClock', { body: { to } });
    }
    const duration = toIsoDuration(by ?? '');
    if (duration === undefined) throw new ToolRefusal('by: expected a duration such as 90s, 2h30m, 7d or PT2H30M.');
    return call('advanceClock', { body: { by: duration } });
  },
});
