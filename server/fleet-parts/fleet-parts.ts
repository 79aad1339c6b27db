import { canWait, noteProgress, waitForThread } from '../../base/slices.ts';
import type { TenantFixture } from '../../fixtures/model/model.ts';
import { keepShares, type PlainShares, readKnownShares } from '../../fixtures/settlements/settlement-shares.ts';
import { atlas } from '../../fixtures/tenants/atlas/accounts.ts';
import { DAY_MS } from '../../fixtures/time/calendar.ts';
import { HISTORY_START_MS } from '../../fixtures/time/epoch.ts';
import { getColumnViews } from '../world/books/views.ts';
import {
  getAccountStreams,
  hasAccountLog,
  hasTerminalLog,
  keepAccountLog,
  keepTerminalLog,
  listAccountStreams,
  readPackedLog,
  storeAccountLog,
  storeTerminalLog,
} from '../world/events/incident-log.ts';
import type { AccountStreams } from '../world/rules/input/streams.ts';
import { keepValues, readKnownValues, type TerminalValues } from '../world/scope/terminal-values.ts';
import { type FleetHelper, type HelpRequest, setHelper } from '../world/state/fleet-help.ts';
import type { GeneratedTenant, Terminal } from '../world/state/tenant.ts';
import type { World } from '../world/state/world.ts';
import { type FleetSource, listAccountsWithin, type Part, type PartJob, type Range } from './part.ts';
import type { JobSource, PartWorkers } from './part-workers.ts';
import type { StoredFleet } from './stored-fleet.ts';

/** Terminals of a job. One partner of Atlas has as many, so that one simulation serves the rules of the partner's account too. */
const TERMINALS_PER_JOB = 200;
/** Requests at this number of instants can use parts in turn. */
const MOST_PLANS = 8;
/** The most terminals of an account whose log a worker computes, because all their rows are then in its memory. */
const MOST_TERMINALS_OF_ACCOUNT = 2500;

/** The states of a part: which thread computes it, if any. */
const FREE = 0;
const HERE = 1;
const THERE = 2;
const DONE = 3;

/** The parts that requests for the same instant need. */
interface Plan {
  readonly nowMs: number;
  /** Whether logs and values are needed too. */
  readonly hasLogs: boolean;
  /** By range. */
  readonly ranges: Uint8Array;
  /** By account. */
  readonly accounts: Map<string, number>;
}

/** Computes parts of one large fleet in workers, and takes them over. */
export class FleetParts implements FleetHelper {
  readonly #generated: GeneratedTenant;
  readonly #fleet: FleetSource;
  readonly #workers: Pick<PartWorkers, 'request'> | undefined;
  readonly #terminalsPerJob: number;
  readonly #store: StoredFleet | undefined;
  /** By range: whether the stored settlement shares of its terminals are taken over. */
  readonly #hasShares: Uint8Array;
  readonly #plans = new Map<string, Plan>();
  readonly #ranges: readonly Range[];
  /** The accounts whose terminals are in several ranges. */
  readonly #largeAccounts: ReadonlySet<string>;
  readonly #source: JobSource = () => this.#nextJob();
  /** By range: the latest instant whose stored values were wanted, and whether there were any. */
  readonly #restored: ({ readonly nowMs: number; readonly hasValues: boolean } | undefined)[];
  #hasAccounts = false;
  /** The latest instant whose values are stored. */
  #storedMs: number | undefined;
  #hasFailed = false;

  constructor(
    generated: GeneratedTenant,
    workers: Pick<PartWorkers, 'request'> | undefined,
    {
      terminalsPerJob = TERMINALS_PER_JOB,
      store,
      source = toAtlasSource(generated),
    }: { readonly terminalsPerJob?: number; readonly store?: StoredFleet; readonly source?: FleetSource } = {},
  ) {
    this.#generated = generated;
    this.#fleet = source;
    this.#workers = workers;
    this.#terminalsPerJob = terminalsPerJob;
    this.#store = store;
    const count = Math.ceil(generated.terminals.length / terminalsPerJob);
    this.#ranges = Array.from({ length: count }, (_, index) => ({
      first: index * terminalsPerJob,
      end: Math.min((index + 1) * terminalsPerJob, generated.terminals.length),
    }));
    const within = new Set(this.#ranges.flatMap((range) => listAccountsWithin(generated.fixture, range)));
    const { accounts } = generated.fixture;
    this.#largeAccounts = new Set(accounts.flatMap(({ accountId }) => (within.has(accountId) ? [] : accountId)));
    this.#hasShares = new Uint8Array(count);
    this.#restored = Array.from({ length: count }, () => undefined);
    setHelper(generated, this);
    if (store === undefined) return;
    getColumnViews(generated).useStore(store);
    store.onGenerated(() => store.keepShares((first, end) => this.#listShares({ first, end })));
  }

  /** Returns the settlement shares of terminals; undefined if those of some are not known. */
  #listShares({ first, end }: Range): readonly PlainShares[] | undefined {
    const shares = this.#generated.terminals.slice(first, end).flatMap(({ ledger }) => readKnownShares(ledger) ?? []);
    return shares.length === end - first ? shares : undefined;
  }

  /** Takes over the stored settlement shares of the terminals around a number. */
  #restoreShares(index: number): void {
    if (this.#store === undefined || this.#hasShares[index] !== 0) return;
    this.#hasShares[index] = 1;
    const shares = this.#store.readShares();
    const { first, end } = this.#ranges[index] as Range; // the index is that of a terminal
    for (let number = first; number < end; number += 1) {
      const own = shares?.[number];
      if (own !== undefined) keepShares((this.#generated.terminals[number] as Terminal).ledger, own);
    }
    if (this.#hasShares.every((has) => has !== 0)) this.#store.releaseShares();
  }

  awaitTerminal(number: number, request: HelpRequest): void {
    const index = Math.floor(number / this.#terminalsPerJob);
    this.#restoreShares(index);
    if (request.isForRows !== true && this.#restoreValues(index, request.nowMs)) return;
    const plan = this.#getPlan(request);
    if (plan === undefined) return;
    this.#noteProgress(plan, index);
    if (plan.ranges[index] === THERE) waitForThread();
    if (plan.ranges[index] === FREE) plan.ranges[index] = HERE;
  }

  /** This thread has computed what is before the range with that index, workers what is after it. */
  #noteProgress({ ranges }: Plan, index: number): void {
    let done = index;
    for (let later = index; later < ranges.length; later += 1) if (ranges[later] === DONE) done += 1;
    noteProgress({ done, total: ranges.length });
  }

  /** Takes over the stored logs of the terminals of a range. Returns whether their values at an instant were stored too. */
  #restoreValues(index: number, nowMs: number): boolean {
    const store = this.#store;
    if (store === undefined) return false;
    const restored = this.#restored[index];
    if (restored?.nowMs === nowMs) return restored.hasValues;
    this.#restoreAccounts(store);
    const { first, end } = this.#ranges[index] as Range; // the index is that of a terminal
    const terminals = this.#generated.terminals.slice(first, end);
    if (restored === undefined && store.hasLogs(index))
      for (const [place, terminal] of terminals.entries())
        keepTerminalLog(terminal, () => store.readLogs(index)?.[place]);
    const values = store.readValues(index, nowMs);
    this.#restored[index] = { nowMs, hasValues: values !== undefined };
    for (const [place, text] of values?.entries() ?? [])
      keepValues(terminals[place] as Terminal, nowMs, JSON.parse(text) as TerminalValues); // written by completeFleet
    return values !== undefined;
  }

  #restoreAccounts(store: StoredFleet): void {
    if (this.#hasAccounts) return;
    this.#hasAccounts = true;
    const accounts = listAccountStreams(this.#generated);
    for (const [place, log] of store.readAccountLogs()?.entries() ?? [])
      if (log !== '') keepAccountLog(accounts[place] as AccountStreams, () => log);
  }

  completeFleet(nowMs: number): void {
    const store = this.#store;
    if (
      store === undefined ||
      this.#storedMs === nowMs ||
      this.#restored.every((range) => range?.nowMs === nowMs && range.hasValues)
    )
      return;
    this.#storedMs = nowMs;
    for (const [index, { first, end }] of this.#ranges.entries()) {
      store.keepTerminals(index, nowMs, () => {
        const terminals = this.#generated.terminals.slice(first, end);
        const values = terminals.flatMap((terminal) => readKnownValues(terminal, nowMs) ?? []);
        return {
          logs: terminals.map(
            (terminal) => readPackedLog(terminal) ?? JSON.stringify(storeTerminalLog(terminal, nowMs)),
          ),
          values: values.length < terminals.length ? undefined : values.map((each) => JSON.stringify(each)),
        };
      });
    }
    const accounts = listAccountStreams(this.#generated);
    store.keepAccountLogs(() =>
      accounts.map((account) => (hasAccountLog(account) ? JSON.stringify(storeAccountLog(account, nowMs)) : '')),
    );
  }

  awaitAccount(accountId: string, request: HelpRequest): void {
    if (this.#store !== undefined) this.#restoreAccounts(this.#store);
    const plan = this.#getPlan(request);
    if (plan === undefined) return;
    const state = plan.accounts.get(accountId);
    if (state === THERE) waitForThread();
    if (state === FREE) plan.accounts.set(accountId, HERE);
  }

  /** Returns the plan of a request; undefined if no worker can help. */
  #getPlan({ nowMs, isForRows = false }: HelpRequest): Plan | undefined {
    const workers = this.#workers;
    if (workers === undefined || this.#hasFailed || !canWait()) return undefined;
    const name = isForRows ? 'rows' : `values at ${nowMs}`;
    const known = this.#plans.get(name);
    if (known !== undefined && (!isForRows || known.nowMs >= nowMs)) return known;
    if (isForRows && getColumnViews(this.#generated).findMissingDays(nowMs) === undefined) return undefined;
    const plan = this.#createPlan(nowMs, !isForRows);
    const [oldest] = this.#plans.keys();
    if (this.#plans.size >= MOST_PLANS && oldest !== undefined) this.#plans.delete(oldest);
    this.#plans.set(name, plan);
    workers.request(this.#source);
    return plan;
  }

  /**
   * A plan contains the parts without any known or stored log: this thread continues the others faster, because it keeps what was
   * computed for them.
   */
  #createPlan(nowMs: number, hasLogs: boolean): Plan {
    const { terminals } = this.#generated;
    if (!hasLogs) return { nowMs, hasLogs, ranges: new Uint8Array(this.#ranges.length), accounts: new Map() };
    // The logs of later ranges are read from their files when their turn comes.
    const isKnown = ({ first, end }: Range, index: number): boolean =>
      this.#store?.hasLogs(index) === true || terminals.slice(first, end).some(hasTerminalLog);
    const accounts = listAccountStreams(this.#generated).filter(
      (account) =>
        account.terminals.length > 0 &&
        account.terminals.length <= MOST_TERMINALS_OF_ACCOUNT &&
        !hasAccountLog(account),
    );
    return {
      nowMs,
      hasLogs,
      ranges: Uint8Array.from(this.#ranges, (range, index) => (isKnown(range, index) ? DONE : FREE)),
      accounts: new Map(accounts.map(({ accountId }) => [accountId, FREE])),
    };
  }

  /**
   * Returns the next job: the large accounts, which take longest, the terminals that this thread would compute last, and then the
   * other accounts whose logs did not come with those of their terminals.
   */
  #nextJob(): ReturnType<JobSource> {
    for (const plan of this.#plans.values()) {
      const job =
        this.#takeAccount(plan, (accountId) => this.#largeAccounts.has(accountId)) ??
        this.#takeRange(plan) ??
        this.#takeAccount(plan, () => true);
      if (job !== undefined) return job;
    }
    return undefined;
  }

  #takeAccount(plan: Plan, isWanted: (accountId: string) => boolean): ReturnType<JobSource> {
    const free = [...plan.accounts].findLast(([accountId, state]) => state === FREE && isWanted(accountId));
    if (free === undefined) return undefined;
    const [accountId] = free;
    plan.accounts.set(accountId, THERE);
    return this.#toEntry(plan, { kind: 'account', accountId }, () => plan.accounts.set(accountId, FREE));
  }

  #takeRange(plan: Plan): ReturnType<JobSource> {
    const index = plan.ranges.lastIndexOf(FREE);
    if (index < 0) return undefined;
    plan.ranges[index] = THERE;
    const range = this.#ranges[index] as Range;
    const days = getColumnViews(this.#generated).findMissingDays(plan.nowMs);
    return this.#toEntry(plan, { kind: 'terminals', ...range, days, hasLogs: plan.hasLogs }, () => {
      plan.ranges[index] = FREE;
    });
  }

  #toEntry(plan: Plan, job: PartialJob, release: () => void): ReturnType<JobSource> {
    return {
      job: { ...job, ...this.#fleet, nowMs: plan.nowMs },
      resolve: (part) => this.#takeOver(plan, job.kind === 'terminals' ? job : undefined, part),
      reject: () => {
        this.#hasFailed = true;
        release();
      },
    };
  }

  #takeOver(plan: Plan, range: Range | undefined, { terminals, rows, accounts }: Part): void {
    if (range !== undefined && rows !== undefined) getColumnViews(this.#generated).append(range.first, range.end, rows);
    terminals.forEach(({ shares, log, values }, index) => {
      const terminal = this.#generated.terminals[(range?.first ?? 0) + index] as Terminal;
      if (shares !== undefined) keepShares(terminal.ledger, shares);
      if (log !== undefined) keepTerminalLog(terminal, () => log);
      if (values !== undefined) keepValues(terminal, plan.nowMs, JSON.parse(values) as TerminalValues); // from computeTerminals
    });
    if (range !== undefined) plan.ranges[this.#ranges.findIndex(({ first }) => first === range.first)] = DONE;
    for (const { accountId, log } of accounts) {
      keepAccountLog(getAccountStreams(this.#generated, accountId), () => log);
      plan.accounts.set(accountId, DONE);
    }
  }
}

/** The threads that compute parts of large fleets, and their files. */
export interface FleetMeans {
  readonly workers?: PartWorkers;
  readonly stores?: readonly StoredFleet[];
  /** The names of the large fleets that users describe. */
  readonly given?: ReadonlyMap<TenantFixture, string>;
}

/** The means of each fleet, which several worlds may have. */
const meansOf = new WeakMap<GeneratedTenant, FleetMeans>();

/** Lets workers compute parts of the large tenants of a world, and stores those of the fleets of the stores. */
export function helpLargeFleets({ tenants }: World, means: FleetMeans): void {
  for (const { generated } of tenants.values()) {
    const source = toSource(generated, means);
    if (source === undefined || meansOf.get(generated) === means) continue;
    meansOf.set(generated, means);
    const { workers, stores = [] } = means;
    const store = stores.find((each) => each.take(source));
    new FleetParts(generated, workers, { source, ...(store !== undefined && { store }) });
  }
}

/** Returns what a worker needs for a fleet; undefined if users changed it, or if it is neither Atlas nor given. */
function toSource(generated: GeneratedTenant, { given }: FleetMeans): FleetSource | undefined {
  const { fixture, causes } = generated;
  if (causes.length > 0) return undefined;
  const name = given?.get(fixture);
  if (name !== undefined) return { ...toAtlasSource(generated), given: name };
  return fixture.tenantId === atlas.accountId ? toAtlasSource(generated) : undefined;
}

const toAtlasSource = ({ seed, fixture, terminals }: GeneratedTenant): FleetSource => ({
  seed,
  daysLater: (fixture.historyStartMs - HISTORY_START_MS) / DAY_MS,
  terminalCount: terminals.length,
});

type PartialJob = DistributedOmit<PartJob, keyof FleetSource | 'nowMs'>;

type DistributedOmit<Type, Name extends PropertyKey> = Type extends unknown ? Omit<Type, Name> : never;
