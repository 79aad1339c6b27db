import type { Scoped } from './asked.ts';
import { DAY_MS, MINUTE_MS, NOW_MS, stampOf } from './clock.ts';
import type { Terminal } from './model.ts';
import { type Draw, drawFrom } from './random.ts';

type Told = 'Heartbeat late' | 'Cash low' | 'Line unsteady';
const TOLD: readonly [Told, ...Told[]] = ['Heartbeat late', 'Cash low', 'Line unsteady'];

/** The condition of a terminal at its last heartbeat. */
export interface Condition {
  readonly state: 'In service' | 'Degraded';
  readonly lastHeartbeatMs: number;
  readonly alert: Told;
  readonly alertAtMs: number;
  readonly notes: readonly number[];
  readonly jobId: string;
  readonly jobAtMs: number;
  readonly revision: number;
}

export function conditionOf({ id }: Terminal, { standing }: Scoped): Condition {
  const draw = drawFrom(standing.world.seed, 'condition', id);
  return {
    state: draw.fraction() < 0.8 ? 'In service' : 'Degraded',
    lastHeartbeatMs: NOW_MS - draw.whole(1, 9) * MINUTE_MS,
    alert: draw.pick(TOLD),
    alertAtMs: NOW_MS - draw.whole(20, 900) * MINUTE_MS,
    notes: [draw.whole(40, 900), draw.whole(40, 900)],
    jobId: `${id.slice(0, 3)}-Job-${draw.code(5)}`,
    jobAtMs: NOW_MS - DAY_MS - draw.whole(1, 900) * MINUTE_MS,
    revision: revisionOf(draw),
  };
}

const revisionOf = (draw: Draw): number => draw.whole(3, 40);

export function presentStatus(terminal: Terminal, asked: Scoped) {
  const { state, lastHeartbeatMs, alert, alertAtMs, notes } = conditionOf(terminal, asked);
  return {
    Unit: { Code: terminal.id, Model: terminal.model },
    Line: { State: state, LastHeard: stampOf(lastHeartbeatMs) },
    Cash: {
      Cassettes: notes.map((count, slot) => ({ Slot: slot + 1, FaceValue: slot === 0 ? 20 : 10, Notes: count })),
    },
    Alerts: [{ Told: alert, Since: stampOf(alertAtMs) }],
  };
}

const jobOf = ({ jobId, jobAtMs }: Condition) => ({ Code: jobId, State: 'Completed', At: stampOf(jobAtMs) });

/** Returns the configuration of a terminal. It contains no key: the terminal loads its own. */
export function presentPayload(terminal: Terminal, asked: Scoped) {
  const condition = conditionOf(terminal, asked);
  return {
    Unit: { Code: terminal.id },
    Revision: condition.revision,
    Settings: {
      Host: terminal.connectorId,
      Surcharge: (terminal.surchargeCents / 100).toFixed(2),
      Languages: ['en', 'fr'],
      ...(asked.broken('card-data-pin-block-in-the-payload') ? { PinBlock: '0412AC89ABCDEF67' } : {}),
    },
    Job: jobOf(condition),
  };
}

/** Returns the same configuration as a sheet for installers. */
export function presentExport(terminal: Terminal, asked: Scoped) {
  const condition = conditionOf(terminal, asked);
  const line = (label: string, text: string) => ({ Label: label, Text: text });
  return {
    Unit: { Code: terminal.id },
    Revision: condition.revision,
    Sheet: [
      line('Model', terminal.model),
      line('Host', terminal.connectorId),
      ...(asked.broken('card-data-key-block-in-the-export')
        ? [line('Loaded', 'B0096P0TE00E0000E1A4C2F97B35D8806C41E90B7D52A3F8E1A4C2F97B35D8806C41E90B7D52A3F8')]
        : []),
    ],
    Job: jobOf(condition),
  };
}

/** Returns the state of a connector's line. */
export function presentLine(name: string, id: string, { standing }: Scoped) {
  const draw = drawFrom(standing.world.seed, 'line', id);
  return {
    Connector: { Code: id, Name: name },
    State: 'Up',
    Echo: { LastAt: stampOf(NOW_MS - draw.whole(1, 5) * MINUTE_MS), RoundTripMs: draw.whole(40, 400) },
  };
}
