import { DAY_MS, FIRST_DAY_MS, MINUTE_MS } from './clock.ts';
import type { Fleet } from './fleet.ts';
import type { Command, Terminal } from './model.ts';
import { openRandomStream } from './random-stream.ts';

const ORDERS = ['Reload screens', 'Restart', 'Fetch journal', 'Sync clock'] as const;

/** Generates three commands for each terminal: two completed, one queued. */
export const drawCommands = ({ terminals }: Fleet, seed: number): Command[] =>
  terminals.flatMap((one) => drawTerminalCommands(one, seed));

function drawTerminalCommands({ id }: Terminal, seed: number): Command[] {
  const draw = openRandomStream(seed, 'commands', id);
  return [0, 2, 4].map((day) => {
    const queuedAtMs = FIRST_DAY_MS + day * DAY_MS + draw.drawInteger(1, 600) * MINUTE_MS;
    return {
      id: `${id.slice(0, 3)}-Cmd-${draw.code(5)}`,
      terminalId: id,
      order: draw.pick(ORDERS),
      queuedAtMs,
      completedAtMs: day === 4 ? undefined : queuedAtMs + draw.drawInteger(1, 50) * MINUTE_MS,
    };
  });
}
