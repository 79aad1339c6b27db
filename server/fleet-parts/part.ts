import type { TenantFixture, TerminalFixture } from '../../fixtures/model/model.ts';
import { collectShares, type PlainShares } from '../../fixtures/settlements/settlement-shares.ts';
import { createAtlasTenant } from '../../fixtures/tenants/atlas/index.ts';
import { moveTenant } from '../../fixtures/tenants/move-tenant.ts';
import { DAY_MS } from '../../fixtures/time/calendar.ts';
import { type Days, type PlainDays, RowCollector, readRows, scanRows } from '../world/books/columns/fleet-rows.ts';
import { storeAccountLog, storeTerminalLog } from '../world/events/incident-log.ts';
import { computeValues } from '../world/scope/terminal-values.ts';
import type { Terminal } from '../world/state/tenant.ts';
import { generateTerminal } from '../world/state/world.ts';

/*
 * Parts of a large fleet that no user has changed, as plain data: a worker computes them from the seed and the fleet, and the
 * thread of the server takes them over.
 */

/** The fleet of a job. */
export interface FleetSource {
  readonly seed: number;
  /** By how much its world is later than the default one. */
  readonly daysLater: number;
  readonly terminalCount: number;
  /** The name of a fleet that the worker was given. Undefined: Atlas, which is created from the number of terminals. */
  readonly given?: string;
}

/** The fleets that workers do not create themselves, by name. They are the same after a structured clone. */
export type GivenFleets = ReadonlyMap<string, TenantFixture>;

/** Consecutive terminals: the number of the first one, and the number after the last. */
export interface Range {
  readonly first: number;
  readonly end: number;
}

/** A part to compute. Instants in epoch milliseconds. */
export type PartJob = FleetSource & { readonly nowMs: number } & (TerminalsJob | AccountJob);

interface TerminalsJob extends Range {
  readonly kind: 'terminals';
  /** The days of the rows; undefined if the rows are known. */
  readonly days: Days | undefined;
  /** Whether logs and values are computed too. */
  readonly hasLogs: boolean;
}

interface AccountJob {
  readonly kind: 'account';
  readonly accountId: string;
}

/** The log of an account, as JSON. */
export interface AccountPart {
  readonly accountId: string;
  readonly log: string;
}

/** The result of a job. */
export interface Part {
  /** In the order of the terminals. */
  readonly terminals: readonly TerminalPart[];
  readonly rows: PlainDays | undefined;
  readonly accounts: readonly AccountPart[];
}

interface TerminalPart {
  /** Undefined if only later days were computed. */
  readonly shares?: PlainShares;
  /** A log and values as JSON, which threads pass to each other faster than objects. */
  readonly log?: string;
  readonly values?: string;
}

/** Computes a part. */
export function computePart(job: PartJob, fleets: GivenFleets = new Map()): Part {
  const fleet = openFleet(job, fleets);
  return job.kind === 'account' ? computeAccount(fleet, job) : computeTerminals(fleet, job);
}

/** The fleet of the latest job, which nothing else refers to. */
let latest: TenantFixture | undefined;

function openFleet({ terminalCount, daysLater, given }: FleetSource, fleets: GivenFleets): TenantFixture {
  if (given === undefined) latest = moveTenant(createAtlasTenant(terminalCount), daysLater);
  else {
    const fleet = fleets.get(given);
    if (fleet === undefined) throw new RangeError('the fleet was not given to this worker');
    latest = { ...fleet, terminals: fleet.terminals.map((terminal) => ({ ...terminal })) };
  }
  return latest;
}

function computeAccount(
  fleet: TenantFixture,
  { seed, accountId, nowMs }: FleetSource & AccountJob & { nowMs: number },
): Part {
  const terminals = listWorking(fleet.terminals, accountId).map((fixture) => openTerminal(fleet, seed, fixture));
  const account = { seed, tenant: fleet, accountId, causes: [], terminals };
  return {
    terminals: [],
    rows: undefined,
    accounts: [{ accountId, log: JSON.stringify(storeAccountLog(account, nowMs)) }],
  };
}

/**
 * Computes all of one terminal, then all of the next, and releases the rows of a terminal after the log of its account, so that few objects
 * live long.
 */
function computeTerminals(
  fleet: TenantFixture,
  { seed, first, end, days, hasLogs, nowMs }: FleetSource & TerminalsJob & { nowMs: number },
): Part {
  // The logs and values read each period of a ledger several times. Rows alone are read once, so that nothing needs to be kept.
  const collector = days && new RowCollector({ first, end }, days, hasLogs ? readRows : scanRows);
  const beginsHistory = days !== undefined && days.fromDay * DAY_MS === fleet.historyStartMs;
  const terminals: TerminalPart[] = [];
  const accounts: AccountPart[] = [];
  const accountIds = new Set(hasLogs ? listAccountsWithin(fleet, { first, end }) : []);
  const waiting = new Map<string, Terminal[]>();
  for (let number = first; number < end; number += 1) {
    const fixture = fleet.terminals[number] as TerminalFixture; // in the range
    const terminal = openTerminal(fleet, seed, fixture);
    const details = hasLogs && {
      log: JSON.stringify(storeTerminalLog(terminal, nowMs)),
      values: JSON.stringify(computeValues(terminal, nowMs)),
    };
    collector?.add(number, terminal);
    terminals.push({ ...(beginsHistory && { shares: collectShares(terminal.ledger, nowMs) }), ...details });
    const { accountId, status } = fixture;
    if (status !== 'active' || !accountIds.has(accountId)) {
      terminal.ledger.releaseRows();
      continue;
    }
    const own = waiting.get(accountId) ?? [];
    waiting.set(accountId, [...own, terminal]);
    if (number !== getPlaces(fleet).lasts.get(accountId)) continue;
    const account = { seed, tenant: fleet, accountId, causes: [], terminals: [...own, terminal] };
    accounts.push({ accountId, log: JSON.stringify(storeAccountLog(account, nowMs)) });
    for (const { ledger } of account.terminals) ledger.releaseRows();
  }
  return { terminals, rows: collector?.collected, accounts };
}

/** A copy of the fixture is the key of all caches, so that nothing of a part remains in memory afterwards. */
const openTerminal = (fleet: TenantFixture, seed: number, fixture: TerminalFixture): Terminal =>
  generateTerminal(seed, fleet, { ...fixture });

const isWorkingOf = (accountId: string, fixture: TerminalFixture): boolean =>
  fixture.accountId === accountId && fixture.status === 'active';

const listWorking = (terminals: readonly TerminalFixture[], accountId: string): readonly TerminalFixture[] =>
  terminals.filter((fixture) => isWorkingOf(accountId, fixture));

/** Returns the accounts with a working terminal, all of whose terminals are in a range. */
export function listAccountsWithin(fleet: TenantFixture, { first, end }: Range): readonly string[] {
  const { firsts, lasts } = getPlaces(fleet);
  return fleet.accounts.flatMap(({ accountId }) => {
    const isWithin = (firsts.get(accountId) ?? -1) >= first && (lasts.get(accountId) ?? end) < end;
    return isWithin ? [accountId] : [];
  });
}

interface Places {
  readonly firsts: ReadonlyMap<string, number>;
  readonly lasts: ReadonlyMap<string, number>;
}

const placesOf = new WeakMap<TenantFixture, Places>();

/** Returns the numbers of the first and the last working terminal of each account. */
function getPlaces(fleet: TenantFixture): Places {
  const known = placesOf.get(fleet);
  if (known !== undefined) return known;
  const firsts = new Map<string, number>();
  const lasts = new Map<string, number>();
  fleet.terminals.forEach(({ accountId, status }, number) => {
    if (status !== 'active') return;
    if (!firsts.has(accountId)) firsts.set(accountId, number);
    lasts.set(accountId, number);
  });
  const places = { firsts, lasts };
  placesOf.set(fleet, places);
  return places;
}
