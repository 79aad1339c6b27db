import { fileValues, forEach, isSorted, type Law, rowsOf, trueTime } from '../law.ts';
import type { FleetReading, TerminalReading } from '../read-fleet.ts';

const entries = ({ terminals }: FleetReading): readonly (readonly [string, TerminalReading])[] => [...terminals];
const FINAL = ['decommissioned', 'never_reported', 'suspended'];

function qualityOf(rsrp: number): string {
  if (rsrp >= -90) return 'excellent';
  if (rsrp >= -100) return 'good';
  return rsrp >= -110 ? 'fair' : 'poor';
}

/** Returns the minutes without a heartbeat after which a line is no longer online. */
function staleMinutes({ fleet: { file } }: FleetReading, intervalSeconds: number): number {
  const { trigger_intervals: intervals = 3, trigger_minutes: minutes = 15 } = (file.policy.heartbeat_stale ?? {}) as {
    readonly trigger_intervals?: number;
    readonly trigger_minutes?: number;
  };
  return Math.max((intervals * intervalSeconds) / 60, minutes);
}

const commands = (reading: FleetReading) => entries(reading).flatMap(([, { commands: list }]) => list);

export const terminalLaws: readonly Law[] = [
  {
    name: 'a terminal has the state of the file',
    examine: forEach(
      (reading) => entries(reading).filter(([id]) => FINAL.includes(fileValues(reading, id).status ?? '')),
      ([id, { status }], reading) => status.operational_state === fileValues(reading, id).status,
    ),
  },
  {
    name: 'a terminal that never reported has nothing',
    examine: forEach(
      (reading) => entries(reading).filter(([, { status }]) => status.operational_state === 'never_reported'),
      ([, { status, rows }]) =>
        status.health === 'unknown' &&
        status.cash === null &&
        status.devices.length === 0 &&
        status.uptime === null &&
        status.comms.last_heartbeat_at === null &&
        status.comms.last_sm_at === null &&
        rows.data.length === 0 &&
        status.open_alerts.every(({ type }) => ['command_failed', 'provisioning_failed'].includes(type)),
    ),
  },
  {
    name: 'a terminal that reported has cash, devices and availability',
    examine: forEach(
      (reading) => entries(reading).filter(([, { status }]) => status.comms.last_heartbeat_at !== null),
      ([, { status }]) =>
        status.cash !== null && status.devices.length > 0 && status.uptime !== null && status.health !== 'unknown',
    ),
  },
  {
    name: 'a suspended terminal has the health suspended',
    examine: forEach(
      entries,
      ([, { status }]) => status.operational_state !== 'suspended' || status.health === 'suspended',
    ),
  },
  {
    name: 'a suspended or decommissioned terminal has no open telemetry alert',
    examine: forEach(
      (reading) =>
        entries(reading).filter(([, { status }]) => ['suspended', 'decommissioned'].includes(status.operational_state)),
      ([, { status }]) => status.open_alerts.length === 0,
    ),
  },
  {
    name: 'an offline terminal has the health critical',
    examine: forEach(
      (reading) => entries(reading).filter(([, { status }]) => status.operational_state === 'offline'),
      ([, { status }]) => status.health === 'critical',
    ),
  },
  {
    name: 'open alerts are listed from the oldest, each once',
    examine: forEach(
      entries,
      ([, { status }]) =>
        isSorted(status.open_alerts, (a, b) => Date.parse(a.opened_at) <= Date.parse(b.opened_at)) &&
        new Set(status.open_alerts.map(({ incident_id: id }) => id)).size === status.open_alerts.length,
    ),
  },
  {
    name: 'a terminal has one open alert of each type that has no other key',
    examine: forEach(entries, ([, { status }]) => {
      const types = status.open_alerts
        .map(({ type }) => type)
        .filter(
          (type) =>
            !['cash_low', 'dispenser_fault', 'compliance_expiration', 'command_failed', 'provisioning_failed'].includes(
              type,
            ),
        );
      return new Set(types).size === types.length;
    }),
  },
  {
    name: 'events without a resolution are never open alerts',
    examine: forEach(entries, ([, { status }]) =>
      status.open_alerts.every(
        ({ type }) =>
          !['location_risk_change', 'repeated_same_card_attempt', 'command_failed', 'provisioning_failed'].includes(
            type,
          ),
      ),
    ),
  },
  {
    name: 'the signal quality agrees with the signal, which only radio links have',
    examine: forEach(
      entries,
      ([
        ,
        {
          status: { comms },
        },
      ]) =>
        comms.rsrp_dbm === null
          ? comms.signal_quality === null
          : comms.signal_quality === qualityOf(comms.rsrp_dbm) && ['lte', 'wifi', 'vsat'].includes(comms.link_type),
    ),
  },
  {
    name: 'an online terminal reported within the limit of a late heartbeat',
    examine: forEach(
      (reading) =>
        entries(reading).filter(
          ([, { status }]) => status.comms.state === 'online' && status.comms.last_heartbeat_at !== null,
        ),
      (
        [
          ,
          {
            status: { comms },
          },
        ],
        reading,
      ) =>
        reading.now - Date.parse(comms.last_heartbeat_at ?? '') <=
        (staleMinutes(reading, comms.heartbeat_interval_seconds) + 1) * 60_000,
    ),
  },
  {
    name: 'the last transaction of a terminal is its newest row',
    examine: forEach(
      (reading) => entries(reading).filter(([, { rows }]) => rows.data.length > 0),
      ([id, { status }], reading) => {
        const rows = rowsOf(reading).filter(({ terminal_id: other }) => other === id);
        const newest = (some: typeof rows) => Math.max(...some.map((row) => trueTime(reading, row)));
        const last = Date.parse(status.comms.last_transaction_at ?? '');
        return (
          last === newest(rows) || last === newest(rows.filter(({ transaction_type: type }) => type !== 'reversal'))
        );
      },
    ),
  },
  {
    name: 'a terminal without a transaction for seven days is not normal',
    examine: forEach(
      (reading) =>
        entries(reading).filter(
          ([, { status }]) =>
            status.comms.last_transaction_at !== null &&
            reading.now - Date.parse(status.comms.last_transaction_at ?? '') > 7 * 86_400_000,
        ),
      ([, { status }]) => status.health !== 'normal',
    ),
  },
  {
    name: 'an idle terminal has no transaction for seven days',
    examine: forEach(
      (reading) => entries(reading).filter(([, { status }]) => status.health === 'idle'),
      ([, { status }], { now }) =>
        status.comms.last_transaction_at === null ||
        now - Date.parse(status.comms.last_transaction_at) >= 7 * 86_400_000,
    ),
  },
  {
    name: 'the portal shows the status of each terminal',
    examine: forEach(
      ({ admin, terminals }) =>
        admin.portal.terminals.map((terminal) => [terminal, terminals.get(terminal.terminal_id)] as const),
      ([terminal, other]) =>
        terminal.operational_state === other?.status.operational_state &&
        terminal.health === other.status.health &&
        terminal.last_heartbeat_at === other.status.comms.last_heartbeat_at &&
        terminal.amount_remaining === (other.status.cash?.amount_remaining ?? null),
    ),
  },
  {
    name: 'the configuration and its sheet have one version and checksum',
    examine: forEach(
      entries,
      ([, { payload, sheet }]) =>
        payload.payload_version === sheet.payload_version && payload.checksum === sheet.checksum,
    ),
  },
  {
    name: 'a configuration without a job has version 0',
    examine: forEach(entries, ([, { payload }]) => (payload.job === null) === (payload.payload_version === 0)),
  },
  {
    name: 'no value of a sheet is a formula',
    examine: forEach(entries, ([, { sheet }]) =>
      sheet.sections.every(({ items }) =>
        items.every(({ value, label }) => !/^[=+\-@]/.test(`${value}`) && !/^[=+\-@]/.test(label)),
      ),
    ),
  },
  {
    name: 'a configuration names connectors of the list',
    examine: forEach(entries, ([, { payload }], { admin }) =>
      [payload.host.primary, payload.host.backup].every(
        (host) =>
          host === null ||
          host.connector_id === null ||
          admin.connectors.data.some(({ connector_id: id }) => id === host.connector_id),
      ),
    ),
  },
  {
    name: 'a configuration has the zone of the location',
    examine: forEach(entries, ([, { payload, location }]) => payload.identity.timezone === location.timezone),
  },
  {
    name: 'the states of a command follow each other',
    examine: forEach(commands, (command) =>
      isSorted(
        [command.queued_at, command.sent_at, command.acknowledged_at, command.completed_at].filter((at) => at !== null),
        (a, b) => Date.parse(a) <= Date.parse(b),
      ),
    ),
  },
  {
    name: 'the instants of a command agree with its state',
    examine: forEach(
      commands,
      ({ state, sent_at: sent, acknowledged_at: acknowledged, completed_at: completed, result_code: code }) => {
        const isFinal = !['queued', 'sent', 'acknowledged'].includes(state);
        const expected: Readonly<Record<string, boolean>> = {
          queued: acknowledged === null,
          sent: sent !== null && acknowledged === null,
          acknowledged: sent !== null && acknowledged !== null,
          completed: sent !== null && acknowledged !== null && code === 'ok',
          failed: sent !== null && code !== 'ok',
          rejected: sent !== null && acknowledged === null && code !== 'ok',
          expired: acknowledged === null && code === 'expired',
          canceled: acknowledged === null && code === 'canceled_by_user',
        };
        return (completed !== null) === isFinal && (code !== null) === isFinal && (expected[state] ?? false);
      },
    ),
  },
  {
    name: 'a command is sent at most as often as allowed',
    examine: forEach(
      commands,
      (command) =>
        command.attempt_count <= command.max_attempts && command.attempt_count > 0 === (command.sent_at !== null),
    ),
  },
  {
    name: 'a command expires after a day',
    examine: forEach(
      commands,
      (command) => Date.parse(command.expires_at) - Date.parse(command.queued_at) === 86_400_000,
    ),
  },
  {
    name: 'no unfinished command is past its expiry in the queue',
    examine: forEach(
      (reading) => commands(reading).filter(({ state }) => state === 'queued'),
      (command, { now }) => Date.parse(command.expires_at) > now,
    ),
  },
  {
    name: 'commands are listed from the newest',
    examine: forEach(entries, ([, { commands: list }]) =>
      isSorted(list, (a, b) => Date.parse(a.queued_at) >= Date.parse(b.queued_at)),
    ),
  },
  {
    name: 'a command was requested by a user of the fleet or by the system',
    examine: forEach(
      commands,
      ({ requested_by: { user_id: id } }, { fleet }) =>
        id === null || fleet.file.users.some(({ user_id: other }) => other === id),
    ),
  },
  {
    name: 'recent commands of the portal are commands of the terminals, newest first',
    examine: (reading, check) => {
      const known = new Set(commands(reading).map((command) => JSON.stringify(command)));
      const recent = reading.admin.portal.recent_commands;
      check(
        recent.length === Math.min(25, known.size) &&
          recent.every((command) => known.has(JSON.stringify(command))) &&
          isSorted(recent, (a, b) => Date.parse(a.queued_at) >= Date.parse(b.queued_at)),
        () => JSON.stringify(recent).slice(0, 500),
      );
    },
  },
];
