import { checkpoint } from '../../../base/slices.ts';
import { Steps } from '../../../base/steps.ts';
import { decideDisputes } from '../../../fixtures/disputes/decided-disputes.ts';
import { generateDisputes } from '../../../fixtures/disputes/dispute-cases.ts';
import type { Cause } from '../../../fixtures/model/causes.ts';
import type { DisputeCase } from '../../../fixtures/model/disputes.ts';
import type { Batch } from '../../../fixtures/model/settlements.ts';
import { decideBatches } from '../../../fixtures/settlements/decided-batches.ts';
import { listUnusualBatches } from '../../../fixtures/settlements/settlement-history.ts';
import { getTenantSource } from '../books/ledger.ts';
import { isLargeList, releaseRows } from '../books/views.ts';
import { getKnownIncident, type Incident } from '../rules/incident.ts';
import type { AccountStreams, TerminalStreams } from '../rules/input/streams.ts';
import type { Log } from '../rules/log.ts';
import type { Happening } from '../rules/point-event.ts';
import { awaitAccount, awaitTerminal } from '../state/fleet-help.ts';
import type { GeneratedTenant, TenantState, Terminal } from '../state/tenant.ts';
import {
  evaluateAccount,
  evaluateAccountSpan,
  evaluateTerminal,
  evaluateTerminalSpan,
  findBatchIncidents,
} from './evaluate-rules.ts';
import { type GrowingLog, getPartEnd, type StoredLog } from './logs/growing-log.ts';
import { LogCache, type PackedLog } from './logs/log-cache.ts';
import { findStoredLog } from './logs/stored-logs.ts';

/**
 * Caches the results of the rules for each terminal and account. Logs grow in parts with fixed boundaries, so that
 * results do not depend on when they are requested.
 */

const terminalLogs = new LogCache<TerminalStreams>({
  createFinder: (terminal) => ({
    findIn: (part) => evaluateTerminal(terminal, part),
    historyStartMs: terminal.source.tenant.historyStartMs,
    findAll: (span) => evaluateTerminalSpan(terminal, span),
  }),
  findStored: ({ source }) => findStoredLog(source, 'terminals', source.terminal.terminalId),
});

/** Returns the log of a terminal's own rules as known at `nowMs`. */
export const readTerminalLog = (terminal: TerminalStreams, nowMs: number): Log => terminalLogs.get(terminal).at(nowMs);

/** Returns the log of a terminal, computed up to `nowMs`, as plain values. */
export const storeTerminalLog = (terminal: TerminalStreams, nowMs: number): StoredLog =>
  terminalLogs.store(terminal, nowMs);

/** Whether some of the log of a terminal is known. */
export const hasTerminalLog = (terminal: TerminalStreams): boolean => terminalLogs.has(terminal);

/** Keeps the log of a terminal that was computed elsewhere, unless it is known. */
export const keepTerminalLog = (terminal: TerminalStreams, log: PackedLog): void => terminalLogs.keep(terminal, log);

/** Packs what is computed of the log of a terminal, because its values are known and few replies read it. */
export const packTerminalLog = (terminal: TerminalStreams): void => terminalLogs.pack(terminal);

/** Returns the JSON of the log of a terminal; undefined if it is not packed. */
export const readPackedLog = (terminal: TerminalStreams): string | undefined => terminalLogs.readPacked(terminal);

/** Returns the log of a terminal with other streams, which agree with the original before `fromMs`. Not cached. */
export function forkTerminalLog(terminal: TerminalStreams, changed: TerminalStreams, fromMs: number): GrowingLog {
  return terminalLogs.fork(terminal, changed, fromMs);
}

/** Returns the log of an account as known at `nowMs`, without the logs of its terminals. */
export function readAccountLog(state: TenantState, accountId: string, nowMs: number): Log {
  const account = getAccountStreams(state.generated, accountId);
  const streams = readAccountStreamsLog(account, nowMs);
  const batches = listBatchIncidents(state, account, nowMs);
  return { incidents: [...streams.incidents, ...batches], happenings: streams.happenings };
}

const stepsOfTerminals = new Steps<Terminal>();
const stepsOfAccounts = new Steps<AccountStreams>();

/**
 * Computes the logs of terminals and accounts in steps, before callers combine them. Of many terminals, each account follows its last
 * terminal, because their rows are cached then.
 */
export function computeLogs(
  generated: GeneratedTenant,
  {
    terminals,
    accounts,
    nowMs,
  }: {
    readonly terminals: readonly Terminal[];
    readonly accounts: readonly AccountStreams[];
    readonly nowMs: number;
  },
): void {
  stepsOfTerminals.run(terminals, nowMs, (terminal) => {
    awaitTerminal(terminal, { nowMs });
    readTerminalLog(terminal, nowMs);
    if (isLargeList(terminals)) completeAccount(generated, terminal, nowMs);
  });
  computeAccountLogs(accounts, nowMs);
}

/** Computes the logs of accounts in steps. */
export function computeAccountLogs(accounts: readonly AccountStreams[], nowMs: number): void {
  stepsOfAccounts.run(accounts, nowMs, (account) => computeAccountLog(account, nowMs));
}

/** Computes the log of an account, unless another thread does. */
export function computeAccountLog(account: AccountStreams, nowMs: number): void {
  awaitAccount(account, { nowMs });
  readAccountStreamsLog(account, nowMs);
}

/** The rows of an account with at most this number of terminals are cached until its log is computed. */
const MOST_TERMINALS_CACHED = 160;

/** Computes the log of an account after the last of its terminals, while their rows are cached, and releases the rows afterwards. */
export function completeAccount(generated: GeneratedTenant, terminal: Terminal, nowMs: number): void {
  const account = getAccountStreams(generated, terminal.fixture.accountId);
  const { terminals } = account;
  if (terminals.length > MOST_TERMINALS_CACHED || terminal.fixture.status !== 'active') {
    releaseRows(generated, terminal);
  } else if (terminals.at(-1) === terminal) {
    computeAccountLog(account, nowMs);
    for (const one of terminals) releaseRows(generated, one);
  }
}

const accountLogs = new LogCache<AccountStreams>({
  createFinder: (account) => ({
    findIn: (part) => evaluateAccount(account, part),
    historyStartMs: account.tenant.historyStartMs,
    findAll: (span) => evaluateAccountSpan(account, span),
  }),
  findStored: (account) => findStoredLog(account, 'accounts', account.accountId),
});

/** Returns the log of an account, computed up to `nowMs`, as plain values. */
export const storeAccountLog = (account: AccountStreams, nowMs: number): StoredLog => accountLogs.store(account, nowMs);

/** Whether some of the log of an account is known. */
export const hasAccountLog = (account: AccountStreams): boolean => accountLogs.has(account);

/** Keeps the log of an account that was computed elsewhere, unless it is known. */
export const keepAccountLog = (account: AccountStreams, log: PackedLog): void => accountLogs.keep(account, log);

/** Returns the log of an account's streams up to `nowMs`, without incidents of batches. */
export function readAccountStreamsLog(account: AccountStreams, nowMs: number): Log {
  return accountLogs.get(account).at(nowMs);
}

/** Returns the log of an account with other streams, which agree with the original before `fromMs`. Not cached. */
export function forkAccountLog(account: AccountStreams, changed: AccountStreams, fromMs: number): GrowingLog {
  return accountLogs.fork(account, changed, fromMs);
}

/**
 * Returns the happenings at a terminal as known at `nowMs`. One that involves several terminals belongs to the last
 * one.
 */
export const listHappenings = (state: TenantState, terminal: Terminal, nowMs: number): readonly Happening[] => [
  ...readTerminalLog(terminal, nowMs).happenings,
  ...listAccountHappenings(state, terminal, nowMs),
];

/** Returns those of its account that belong to a terminal. */
export function listAccountHappenings(
  { generated }: TenantState,
  { terminalId, fixture }: Terminal,
  nowMs: number,
): readonly Happening[] {
  const { happenings } = readAccountStreamsLog(getAccountStreams(generated, fixture.accountId), nowMs);
  return groupByTerminal(happenings).get(terminalId) ?? [];
}

const happeningsByTerminal = new WeakMap<readonly Happening[], ReadonlyMap<string | null, readonly Happening[]>>();

/** Groups the happenings of an account. Cached, because each of its terminals needs them. */
function groupByTerminal(happenings: readonly Happening[]): ReadonlyMap<string | null, readonly Happening[]> {
  const known = happeningsByTerminal.get(happenings) ?? Map.groupBy(happenings, ({ terminalId }) => terminalId);
  happeningsByTerminal.set(happenings, known);
  return known;
}

const accountsOfTenant = new WeakMap<GeneratedTenant, readonly AccountStreams[]>();

/** Returns the streams of all accounts of a tenant: the same list each time. */
export function listAccountStreams(generated: GeneratedTenant): readonly AccountStreams[] {
  const known =
    accountsOfTenant.get(generated) ??
    generated.fixture.accounts.map(({ accountId }) => getAccountStreams(generated, accountId));
  accountsOfTenant.set(generated, known);
  return known;
}

const accounts = new WeakMap<GeneratedTenant, Map<string, AccountStreams>>();

/** Returns the streams of an account with its working terminals. Cached. */
export function getAccountStreams(generated: GeneratedTenant, accountId: string): AccountStreams {
  const byId = accounts.get(generated) ?? new Map<string, AccountStreams>();
  accounts.set(generated, byId);
  const known = byId.get(accountId);
  if (known !== undefined) return known;
  const { seed, fixture, causes } = generated;
  const terminals = generated.terminals.filter(
    (terminal) => terminal.fixture.accountId === accountId && terminal.fixture.status === 'active',
  );
  const account = { seed, tenant: fixture, accountId, causes, terminals };
  byId.set(accountId, account);
  return account;
}

/** Carries over the logs of a tenant after new causes: unchanged logs as a whole, others up to the first cause. */
export function continueLogs(before: GeneratedTenant, after: GeneratedTenant, causes: readonly Cause[]): void {
  const fromMs = Math.min(...causes.map(({ atMs }) => atMs));
  for (const terminal of before.terminals) {
    const changed = after.terminalsById.get(terminal.terminalId);
    if (changed !== undefined && changed !== terminal) terminalLogs.carryOver(terminal, changed, fromMs);
  }
  for (const account of listAccountStreams(before))
    accountLogs.carryOver(account, getAccountStreams(after, account.accountId), fromMs);
}

interface BatchIncidents {
  readonly openedDisputes: TenantState['openedDisputes'];
  readonly generated: GeneratedTenant;
  readonly byAccount: Map<string, { readonly throughMs: number; readonly incidents: readonly Incident[] }>;
  /** The disputes of the tenant up to an instant, which the batches of all accounts need. */
  cases: { readonly throughMs: number; readonly list: readonly DisputeCase[] } | undefined;
}

const batchIncidents = new WeakMap<TenantState['derivedBatches'], BatchIncidents>();

/** Returns the incidents of batches, which change with derivations and disputes. Computed up to the end of a part. */
function listBatchIncidents(state: TenantState, account: AccountStreams, nowMs: number): readonly Incident[] {
  const { byAccount } = getBatchIncidents(state);
  const throughMs = getPartEnd(account.tenant.historyStartMs, nowMs);
  let known = byAccount.get(account.accountId);
  if (known === undefined || known.throughMs < throughMs) {
    const batches = listUnusualRevisions(state, account.accountId, throughMs);
    const incidents = findBatchIncidents(account, batches, { fromMs: account.tenant.historyStartMs, toMs: throughMs });
    known = { throughMs, incidents };
    byAccount.set(account.accountId, known);
    checkpoint();
  }
  return known.incidents.flatMap((incident) => getKnownIncident(incident, nowMs) ?? []);
}

function getBatchIncidents({ generated, derivedBatches, openedDisputes }: TenantState): BatchIncidents {
  const known = batchIncidents.get(derivedBatches);
  if (known !== undefined && known.openedDisputes === openedDisputes && known.generated === generated) return known;
  const fresh: BatchIncidents = { openedDisputes, generated, byAccount: new Map(), cases: undefined };
  batchIncidents.set(derivedBatches, fresh);
  return fresh;
}

/** Returns the batches that may cause incidents, each with all its revisions, oldest first. */
function listUnusualRevisions(state: TenantState, accountId: string, toMs: number): readonly (readonly Batch[])[] {
  const source = getTenantSource(state.generated);
  const cases = listCases(state, toMs);
  const unusual = [
    ...listUnusualBatches({ source, accountId, cases }, toMs),
    ...listDerivedRevisions(state).filter((batch) => batch.accountId === accountId),
  ];
  const revisions = decideBatches(source.seed, unusual, state.generated.causes);
  return [...Map.groupBy(revisions, ({ batchId }) => batchId).values()].map((own) =>
    own.sort((a, b) => a.timing.derivedAtMs - b.timing.derivedAtMs || a.revision - b.revision),
  );
}

/** Returns the disputes up to an instant. Cached, because drawing them simulates the disputed terminals. */
function listCases(state: TenantState, throughMs: number): readonly DisputeCase[] {
  const known = getBatchIncidents(state);
  if (known.cases?.throughMs === throughMs) return known.cases.list;
  const { generated, openedDisputes } = state;
  const source = getTenantSource(generated);
  const drawn = [...openedDisputes, ...generateDisputes(source, throughMs)];
  known.cases = { throughMs, list: decideDisputes(source.tenant, drawn, generated.causes) };
  return known.cases.list;
}

/** Returns every derived batch, including replaced revisions. */
function listDerivedRevisions({ everDerived }: TenantState): readonly Batch[] {
  return [...new Map([...everDerived].map((batch) => [`${batch.batchId} ${batch.revision}`, batch])).values()];
}
