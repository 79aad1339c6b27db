import { cardApplications } from '../../../fixtures/cards/card-applications.ts';
import {
  findPayableCents,
  getSmallestNoteCents,
  listCassettes,
  MOST_NOTES_PER_DISPENSE,
} from '../../../fixtures/model/cassettes.ts';
import { benefitsSites } from '../../../fixtures/model/distributions.ts';
import type { CassetteFixture, CassettePosition, ConnectorFixture } from '../../../fixtures/model/model.ts';
import type { JobState, ProvisioningJob } from '../../../fixtures/model/stream-types.ts';
import { drawAt } from '../../../fixtures/random/draw.ts';
import type { AccountType } from '../../../spec/index.ts';
import type { Terminal } from '../state/tenant.ts';

/**
 * The provisioning of a terminal, apart from cash, fees and site in its fixture. Contains no secrets, only how keys are
 * loaded. Instants in epoch milliseconds. @see gap provisioning.payload_fields
 */
export interface Provisioning {
  /** Rises with every job; 0 before the first. */
  readonly version: number;
  /** The latest job. */
  readonly job: { readonly jobId: string; readonly state: JobState; readonly endedAtMs: number | null } | null;
  readonly host: HostSetup;
  /** Interval of calls to the vendor's remote management; null without it. */
  readonly rmsCheckMinutes: number | null;
  readonly keys: KeySetup;
  readonly smallestWithdrawalCents: number;
  /** The amounts on the buttons for fast cash. */
  readonly fastCashCents: readonly number[];
  readonly mostNotesPerDispense: number;
  /** From the top. */
  readonly cassettes: readonly (CassetteFixture & { readonly position: CassettePosition })[];
  readonly accountTypes: readonly AccountType[];
  /** In order of preference; empty for a terminal that reads only magnetic stripes. */
  readonly cardApplications: readonly { readonly aid: string; readonly label: string }[];
}

export interface HostSetup {
  readonly primary: HostPlace;
  readonly backup: HostPlace | null;
  readonly protocol: ConnectorFixture['protocol'];
  /** Address of the last hop. */
  readonly communicationHeader: string;
  readonly routingId: string;
  readonly responseTimeoutSeconds: number;
  readonly tls: {
    readonly minVersion: '1.2' | '1.3';
    readonly serverName: string;
    readonly trustAnchorRef: string;
  } | null;
}

export interface HostPlace {
  readonly connectorId: string;
  readonly address: string;
  readonly port: number;
}

export interface KeySetup {
  readonly loadMethod: 'remote' | 'manual';
  readonly scheme: 'tr34' | 'manual';
  readonly blockFormat: 'tr31' | 'legacy';
  readonly status: 'not_loaded' | 'pending' | 'loaded' | 'failed';
  readonly loadedAtMs: number | null;
}

/** Returns the provisioning of a terminal at `nowMs`. `jobs` are those begun by then, newest first. */
export function readProvisioning(terminal: Terminal, jobs: readonly ProvisioningJob[], nowMs: number): Provisioning {
  const { hardware, comms } = terminal.fixture;
  const connectors = terminal.source.tenant.connectors;
  const rms = findConnector(terminal, connectors, 'rms_server');
  const latest = jobs[0];
  return {
    version: latest?.payloadVersion ?? 0,
    job: latest === undefined ? null : toJobState(latest, nowMs),
    host: readHostSetup(terminal, connectors),
    rmsCheckMinutes: rms === undefined ? null : comms.linkType === 'dial' ? 240 : 15,
    keys: {
      ...(rms === undefined ? byHand : overTheLine),
      blockFormat: hardware.emvKernel === null ? 'legacy' : 'tr31',
      ...readKeyStatus(jobs, nowMs),
    },
    smallestWithdrawalCents: getSmallestNoteCents(terminal.fixture),
    fastCashCents: [...new Set(fastCashWishes.map((cents) => findPayableCents(terminal.fixture, cents)))],
    mostNotesPerDispense: MOST_NOTES_PER_DISPENSE,
    cassettes: listCassettes(terminal.fixture),
    accountTypes: benefitsSites.has(terminal.fixture.location.siteType) ? [...accounts, 'ebt_cash'] : accounts,
    cardApplications: hardware.emvKernel === null ? [] : cardApplications,
  };
}

const accounts: readonly AccountType[] = ['checking', 'savings', 'credit', 'default', 'universal'];

/** The nearest amounts that the notes can pay are offered. */
const fastCashWishes = [2000, 4000, 6000, 10_000, 20_000];

const endStates: ReadonlySet<JobState> = new Set(['completed', 'failed', 'rolled_back', 'canceled']);

function toJobState(job: ProvisioningJob, nowMs: number): NonNullable<Provisioning['job']> {
  const steps = job.steps.filter(({ atMs }) => atMs <= nowMs);
  const last = steps.at(-1);
  const state = last?.state ?? 'draft';
  return { jobId: job.jobId, state, endedAtMs: last !== undefined && endStates.has(state) ? last.atMs : null };
}

/**
 * Returns the key status. Keys are loaded when a job verifies. Before the first verification, the latest job determines
 * the status.
 */
function readKeyStatus(jobs: readonly ProvisioningJob[], nowMs: number): Pick<KeySetup, 'status' | 'loadedAtMs'> {
  const held = jobs.find((job) => toJobState(job, nowMs).state === 'completed');
  const loaded = held?.steps.find(({ state }) => state === 'verifying');
  if (loaded !== undefined) return { status: 'loaded', loadedAtMs: loaded.atMs };
  const [latest] = jobs;
  if (latest === undefined) return { status: 'not_loaded', loadedAtMs: null };
  if (toJobState(latest, nowMs).endedAtMs === null) return { status: 'pending', loadedAtMs: null };
  return { status: latest.failureStage === 'key_load' ? 'failed' : 'not_loaded', loadedAtMs: null };
}

const overTheLine = { loadMethod: 'remote', scheme: 'tr34' } as const;
const byHand = { loadMethod: 'manual', scheme: 'manual' } as const;

const RESPONSE_TIMEOUT_SECONDS = 60;
const TRUST_ANCHOR_REF = 'ca_processor_2025';

function readHostSetup(terminal: Terminal, connectors: readonly ConnectorFixture[]): HostSetup {
  const host = findConnector(terminal, connectors, 'processor_host');
  if (host === undefined) throw new Error(`${terminal.terminalId} is connected to no host`);
  const primary = makeHostPlace(host.connectorId);
  return {
    primary,
    backup: host.failoverConnectorId === null ? null : makeHostPlace(host.failoverConnectorId),
    protocol: host.protocol,
    communicationHeader: terminal.terminalId.slice(0, 2),
    routingId: String(100 + drawAt(0, 'routing', host.connectorId).int('id', 900)).padStart(9, '0'),
    responseTimeoutSeconds: RESPONSE_TIMEOUT_SECONDS,
    tls: host.tls && {
      minVersion: host.tls.minVersion,
      serverName: primary.address,
      trustAnchorRef: TRUST_ANCHOR_REF,
    },
  };
}

function makeHostPlace(connectorId: string): HostPlace {
  const name = connectorId.replace(/^con_/, '').replaceAll('_', '-');
  return { connectorId, address: `${name}.processor.example`, port: 9443 };
}

function findConnector(
  { fixture }: Terminal,
  connectors: readonly ConnectorFixture[],
  type: ConnectorFixture['connectorType'],
): ConnectorFixture | undefined {
  return connectors.find(
    ({ connectorId, connectorType }) => connectorType === type && fixture.comms.connectorIds.includes(connectorId),
  );
}
