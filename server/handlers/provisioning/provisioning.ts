import { createHash } from 'node:crypto';
import { formatInstant, formatMoney } from '../../../base/formats.ts';
import type { ProvisioningPayload, TransactionType } from '../../../spec/index.ts';
import type { Handler } from '../../contract.ts';
import { notFound } from '../../problems/problem.ts';
import type { Scope } from '../../world/scope/scope-types.ts';
import type { Terminal } from '../../world/state/tenant.ts';
import type { HostPlace, HostSetup, Provisioning } from '../../world/telemetry/provisioning.ts';
import { buildInstallerSheet } from './installer-sheet.ts';

/**
 * Returns the configuration that the management system sends to the terminal. @see clauses provisioning.payload,
 * privacy.no_card_data
 */
export const getProvisioningPayload: Handler<'getProvisioningPayload'> = (scope, { path }) => {
  const terminal = scope.terminal(path.terminal_id);
  return terminal === undefined ? notFound() : { status: 200, body: presentPayload(terminal, scope) };
};

/** Returns the payload as a printable sheet for installers. @see clause provisioning.export */
export const getProvisioningExport: Handler<'getProvisioningExport'> = (scope, { path }) => {
  const terminal = scope.terminal(path.terminal_id);
  return terminal === undefined
    ? notFound()
    : { status: 200, body: buildInstallerSheet(presentPayload(terminal, scope)) };
};

function presentPayload(terminal: Terminal, scope: Scope): ProvisioningPayload {
  const provisioning = scope.getProvisioning(terminal);
  const configuration = presentConfiguration(terminal, provisioning);
  const { job, keys } = provisioning;
  return {
    ...configuration,
    generated_at: formatInstant(scope.nowMs),
    checksum: computeChecksum(configuration),
    job: job && {
      job_id: job.jobId,
      state: job.state,
      completed_at: job.endedAtMs === null ? null : formatInstant(job.endedAtMs),
    },
    keys: {
      ...configuration.keys,
      status: keys.status,
      loaded_at: keys.loadedAtMs === null ? null : formatInstant(keys.loadedAtMs),
    },
  };
}

type Configuration = Omit<ProvisioningPayload, 'generated_at' | 'checksum' | 'job' | 'keys'> & {
  readonly keys: Omit<ProvisioningPayload['keys'], 'status' | 'loaded_at'>;
};

/** Presents the part of the payload that the checksum covers. It changes only with the configuration. */
function presentConfiguration(terminal: Terminal, provisioning: Provisioning): Configuration {
  const { location, hardware, comms, maxWithdrawalCents } = terminal.fixture;
  const { address } = location;
  return {
    terminal_id: terminal.terminalId,
    payload_version: provisioning.version,
    identity: {
      terminal_id: terminal.terminalId,
      merchant_name: location.name,
      city: address.city,
      region: address.region,
      country: address.country,
      timezone: location.timezone,
      currency: 'USD',
    },
    host: presentHost(provisioning.host),
    monitoring: {
      status_monitoring_enabled: true,
      heartbeat_interval_seconds: comms.heartbeatIntervalSeconds,
      rms_enabled: provisioning.rmsCheckMinutes !== null,
      rms_check_interval_minutes: provisioning.rmsCheckMinutes,
    },
    keys: {
      load_method: provisioning.keys.loadMethod,
      scheme: provisioning.keys.scheme,
      key_block_format: provisioning.keys.blockFormat,
    },
    surcharge: presentSurcharge(terminal),
    limits: {
      max_withdrawal: formatMoney(maxWithdrawalCents),
      min_withdrawal: formatMoney(provisioning.smallestWithdrawalCents),
      fast_cash: provisioning.fastCashCents.map(formatMoney),
      max_notes_per_dispense: provisioning.mostNotesPerDispense,
    },
    cassettes: provisioning.cassettes.map(presentCassette),
    transactions: { enabled: [...offeredTypes], account_types: [...provisioning.accountTypes] },
    emv: {
      contact_kernel: hardware.emvKernel,
      contactless_enabled: hardware.hasContactless,
      fallback_allowed: hardware.emvKernel !== null,
      aids: provisioning.cardApplications.map(({ aid, label }) => ({ aid, label })),
    },
    receipt: {
      header: [location.name.toUpperCase(), `${address.city} ${address.region}`.toUpperCase()],
      paper_width_mm: PAPER_WIDTH_MM,
    },
  };
}

const PAPER_WIDTH_MM = 80;
const SURCHARGE_FREE_NETWORK = 'ALLPOINT';
/** The transaction types that a terminal offers: all except reversals. */
const offeredTypes: readonly TransactionType[] = [
  'withdrawal',
  'cash_advance',
  'balance_inquiry',
  'available_funds_inquiry',
  'transfer',
];
function presentHost({ primary, backup, tls, ...host }: HostSetup): ProvisioningPayload['host'] {
  return {
    primary: presentPlace(primary),
    backup: backup && presentPlace(backup),
    protocol: host.protocol,
    communication_header: host.communicationHeader,
    routing_id: host.routingId,
    response_timeout_seconds: host.responseTimeoutSeconds,
    tls: {
      enabled: tls !== null,
      min_version: tls?.minVersion ?? null,
      server_name: tls?.serverName ?? null,
      trust_anchor_ref: tls?.trustAnchorRef ?? null,
    },
  };
}

function presentPlace({ address, port, connectorId }: HostPlace): ProvisioningPayload['host']['primary'] {
  return { address, port, connector_id: connectorId };
}

function presentSurcharge({ fixture: { surcharge } }: Terminal): ProvisioningPayload['surcharge'] {
  const { mode } = surcharge;
  return {
    mode,
    amount: mode === 'flat' || mode === 'greater_of' ? formatMoney(surcharge.flatCents) : null,
    percent: mode === 'percent' || mode === 'greater_of' ? surcharge.percentBasisPoints / 100 : null,
    disclosure_screen: mode !== 'none',
    surcharge_free_networks: surcharge.isInSurchargeFreeProgram ? [SURCHARGE_FREE_NETWORK] : [],
  };
}

const presentCassette = (cassette: Provisioning['cassettes'][number]): ProvisioningPayload['cassettes'][number] => ({
  position: cassette.position,
  denomination: formatMoney(cassette.denominationCents),
  capacity_notes: cassette.capacityNotes,
  low_threshold_notes: cassette.lowThresholdNotes,
});

function computeChecksum(configuration: Configuration): string {
  return `sha256:${createHash('sha256').update(toCanonicalJson(configuration)).digest('hex')}`;
}

/** Serialises JSON with the members of every object sorted by name, so that equal values have equal text. */
export function toCanonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
