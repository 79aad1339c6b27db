import type { Random } from '../random.ts';
import type { Command, Form, Incident, Job, Observation, Terminal, User, WorldOptions } from './types.ts';

const HOUR_MS = 3_600_000;

/** The events of section 6 by family, as the document lists them. */
export const EVENTS_BY_FAMILY = {
  fleet: ['heartbeat_stale', 'processor_outage', 'communication_flapping'],
  telemetry: [
    'heartbeat_stale',
    'cash_low',
    'cash_out',
    'dispenser_fault',
    'compliance_expiration',
    'location_risk_change',
  ],
  transactions: [
    'decline_spike',
    'approval_rate_drop',
    'reversal_spike',
    'high_decline_velocity',
    'repeated_same_card_attempt',
  ],
  rms: ['command_failed', 'provisioning_failed'],
  settlements: ['settlement_mismatch'],
  compliance: ['compliance_expiration', 'location_risk_change'],
} as const;

interface Ground {
  readonly terminals: readonly Terminal[];
  readonly users: readonly User[];
  readonly startMs: number;
}

interface Activity {
  readonly commands: Command[];
  readonly jobs: Job[];
  readonly observations: Observation[];
  readonly incidents: Incident[];
  readonly forms: Form[];
}

/** Returns a function that numbers entities per tenant. */
function createNumbering(noun: string) {
  const counts = new Map<string, number>();
  return (tenantKey: string) => {
    const index = (counts.get(tenantKey) ?? 0) + 1;
    counts.set(tenantKey, index);
    return { key: `${tenantKey}/${noun}-${index}`, index, tenantKey };
  };
}

/** Draws the events at the terminals other than transactions: commands, jobs, observations, incidents, forms. */
export function buildActivity(random: Random, { terminals, users, startMs }: Ground, options: WorldOptions): Activity {
  const activity: Activity = { commands: [], jobs: [], observations: [], incidents: [], forms: [] };
  const numberCommand = createNumbering('command');
  const numberJob = createNumbering('job');
  const numberObservation = createNumbering('observation');
  const numberIncident = createNumbering('incident');
  const numberForm = createNumbering('form');
  const drawMs = () => startMs - random.integer(1, 72 * 3600) * 1000;
  for (const terminal of terminals) {
    const entity = (numbering: ReturnType<typeof createNumbering>) => ({
      ...numbering(terminal.tenantKey),
      terminalKey: terminal.key,
      atMs: drawMs(),
    });
    for (let at = 0; options.hasCommands && at < 1 + (terminal.index % 4); at += 1) {
      const { atMs: queuedAtMs, ...identity } = entity(numberCommand);
      const status = (['completed', 'queued', 'failed'] as const)[at % 3] ?? 'queued';
      const completedAtMs = status === 'queued' ? undefined : Math.min(queuedAtMs + 45_000, startMs - 1);
      const type = random.pick(['reboot', 'load_config', 'sync_clock', 'fetch_journal']);
      activity.commands.push({ ...identity, status, queuedAtMs, completedAtMs, type, requestedBy: 'dispatch' });
    }
    activity.jobs.push({ ...entity(numberJob), status: random.pick(['running', 'done']), version: '4.2.1' });
    for (let at = 0; at < 3; at += 1) {
      const kind = at === 2 ? 'journal' : 'status';
      const text = kind === 'journal' ? 'Switch journal: host link reset' : `Status changed to ${terminal.status}`;
      activity.observations.push({ ...entity(numberObservation), kind, text });
    }
    if (options.hasIncidents && random.isHit(0.4)) {
      const event = random.pick(Object.values(EVENTS_BY_FAMILY).flat());
      activity.incidents.push({ ...entity(numberIncident), event, isOpen: random.isHit(0.5) });
    }
  }
  for (const user of users) {
    if (user.role !== 'administrator' && user.role !== 'technician') continue;
    for (const name of ['Site survey', 'Cash load']) {
      const status = random.pick(['submitted', 'draft'] as const);
      activity.forms.push({ ...numberForm(user.tenantKey), name, status, atMs: startMs - HOUR_MS, userKey: user.key });
    }
  }
  return activity;
}
