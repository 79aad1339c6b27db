import { DAY_MS, formatStamp, MINUTE_MS, NOW_MS } from '../data/clock.ts';
import type { Terminal } from '../data/model.ts';
import { openRandomStream, type RandomStream } from '../data/random-stream.ts';
import type { ScopedRequest } from '../http/request.ts';

type AlertKind = 'Heartbeat late' | 'Cash low' | 'Line unsteady';
const ALERT_KINDS: readonly [AlertKind, ...AlertKind[]] = ['Heartbeat late', 'Cash low', 'Line unsteady'];

/** The condition of a terminal at its last heartbeat. */
export interface TerminalCondition {
  readonly state: 'In service' | 'Degraded';
  readonly lastHeartbeatMs: number;
  readonly alert: AlertKind;
  readonly alertAtMs: number;
  readonly notes: readonly number[];
  readonly jobId: string;
  readonly jobAtMs: number;
  readonly revision: number;
}

export function drawCondition({ id }: Terminal, { dataState }: ScopedRequest): TerminalCondition {
  const draw = openRandomStream(dataState.world.seed, 'condition', id);
  return {
    state: draw.drawFraction() < 0.8 ? 'In service' : 'Degraded',
    lastHeartbeatMs: NOW_MS - draw.drawInteger(1, 9) * MINUTE_MS,
    alert: draw.pick(ALERT_KINDS),
    alertAtMs: NOW_MS - draw.drawInteger(20, 900) * MINUTE_MS,
    notes: [draw.drawInteger(40, 900), draw.drawInteger(40, 900)],
    jobId: `${id.slice(0, 3)}-Job-${draw.code(5)}`,
    jobAtMs: NOW_MS - DAY_MS - draw.drawInteger(1, 900) * MINUTE_MS,
    revision: drawRevision(draw),
  };
}

const drawRevision = (draw: RandomStream): number => draw.drawInteger(3, 40);

export function presentStatus(terminal: Terminal, request: ScopedRequest) {
  const { state, lastHeartbeatMs, alert, alertAtMs, notes } = drawCondition(terminal, request);
  return {
    Unit: { Code: terminal.id, Model: terminal.model },
    Line: { State: state, LastHeard: formatStamp(lastHeartbeatMs) },
    Cash: {
      Cassettes: notes.map((count, slot) => ({ Slot: slot + 1, FaceValue: slot === 0 ? 20 : 10, Notes: count })),
    },
    Alerts: [{ Told: alert, Since: formatStamp(alertAtMs) }],
  };
}

const presentJob = ({ jobId, jobAtMs }: TerminalCondition) => ({
  Code: jobId,
  State: 'Completed',
  At: formatStamp(jobAtMs),
});

/** Returns the configuration of a terminal. It contains no key: the terminal loads its own. */
export function presentPayload(terminal: Terminal, request: ScopedRequest) {
  const condition = drawCondition(terminal, request);
  return {
    Unit: { Code: terminal.id },
    Revision: condition.revision,
    Settings: {
      Host: terminal.connectorId,
      Surcharge: (terminal.surchargeCents / 100).toFixed(2),
      Languages: ['en', 'fr'],
      ...(request.hasFault('card-data-pin-block-in-the-payload') ? { PinBlock: '0412AC89ABCDEF67' } : {}),
    },
    Job: presentJob(condition),
  };
}

/** Returns the same configuration as a sheet for installers. */
export function presentExport(terminal: Terminal, request: ScopedRequest) {
  const condition = drawCondition(terminal, request);
  const line = (label: string, text: string) => ({ Label: label, Text: text });
  return {
    Unit: { Code: terminal.id },
    Revision: condition.revision,
    Sheet: [
      line('Model', terminal.model),
      line('Host', terminal.connectorId),
      ...(request.hasFault('card-data-key-block-in-the-export')
        ? [line('Loaded', 'B0096P0TE00E0000E1A4C2F97B35D8806C41E90B7D52A3F8E1A4C2F97B35D8806C41E90B7D52A3F8')]
        : []),
    ],
    Job: presentJob(condition),
  };
}

/** Returns the state of a connector's line. */
export function presentLine(name: string, id: string, { dataState }: ScopedRequest) {
  const draw = openRandomStream(dataState.world.seed, 'line', id);
  return {
    Connector: { Code: id, Name: name },
    State: 'Up',
    Echo: { LastAt: formatStamp(NOW_MS - draw.drawInteger(1, 5) * MINUTE_MS), RoundTripMs: draw.drawInteger(40, 400) },
  };
}
