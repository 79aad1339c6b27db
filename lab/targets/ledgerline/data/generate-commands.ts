import type { Fleet } from './fleet.ts';
import type { Command } from './model.ts';
import { openNumberStream } from './random-stream.ts';

/** Generates three to five commands for each terminal: one queued, the others done. */
export const generateCommands = (seed: number, { terminals }: Fleet): Command[] =>
  terminals.flatMap((terminal) => {
    const draw = openNumberStream(seed, terminal.id, 'commands');
    return Array.from({ length: draw.drawInteger(3, 5) }, (_, index) => ({
      id: `cmd-${draw.hex(8)}`,
      terminalId: terminal.id,
      verb: draw.pick(['reload', 'restart', 'readCounters', 'closeDay']),
      phase: index === 0 ? 'queued' : index === 2 ? 'failed' : 'completed',
      askedAtMs: terminal.lastHeartbeatMs - (index + 1) * draw.drawInteger(50, 90) * 60_000,
    }));
  });
