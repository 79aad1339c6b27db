import { FaultChoice } from './faults/fault-choice.ts';
import type { Journal } from './journal/journal.ts';
import { invalidApiKey, RefusedRequest } from './problems/problem.ts';
import type { ControlContext, ControlWrite } from './sandbox-contract.ts';
import { applyEntry } from './world/fold/apply.ts';
import type { PastFault, PastMoment } from './world/fold/find-past.ts';
import { type Fork, forkWorld } from './world/fold/fork-world.ts';
import { openControlScope, openEveryTenant } from './world/scope/control-scope.ts';
import { openPublicView } from './world/scope/public-view.ts';
import { findKeyholder, openScopeOf } from './world/scope/scope.ts';
import type { OpenedScope, PublicView } from './world/scope/scope-types.ts';
import { type Clock, readSandboxNow } from './world/state/clock.ts';
import { type Fact, type JournalEntry, type Position, position } from './world/state/facts.ts';
import type { TenantState } from './world/state/tenant.ts';
import type { RealMs, SandboxMs } from './world/state/time.ts';
import type { World } from './world/state/world.ts';

/** The scopes that were opened in one state of the world, by their keys. */
interface CurrentScopes {
  readonly world: World;
  readonly nowMs: SandboxMs;
  readonly scopes: Map<string, OpenedScope>;
}

/** Limits what is recorded. */
export interface WriteGuard {
  /** Throws a `RefusedRequest` if these facts must not be recorded in this world. */
  checkWrite(world: World, facts: readonly Fact[]): void;
  /** Called after facts were recorded by this process. */
  countAppended(facts: readonly Fact[]): void;
  /** Called for each entry of the journal, recorded by this process or another, now or earlier. */
  countRecorded(facts: readonly Fact[]): void;
}

export interface SandboxParts {
  /** Returns real time. */
  readonly realNow: () => RealMs;
  /** Undefined: nothing is limited. */
  readonly guard?: WriteGuard | undefined;
}

/**
 * The application state: the world generated from a seed, with the facts of the journal applied. HTTP and deliveries
 * read it and append facts through it. Asynchronous methods first read new journal entries, so that every read sees
 * earlier writes.
 */
export class Sandbox {
  readonly #journal: Journal;
  readonly #realNow: () => RealMs;
  #world: World;
  readonly #listeners = new Set<() => void>();
  readonly #guard: WriteGuard | undefined;
  /** Chooses the fault rules that apply. */
  readonly faults = new FaultChoice(() => this.#world);
  #current: CurrentScopes | undefined;
  /** Positions of entries that were appended here and not applied yet. */
  readonly #ownPositions = new Set<Position>();

  /** `world` is the world before any fact of `journal`. */
  constructor(world: World, journal: Journal, { realNow, guard }: SandboxParts) {
    this.#guard = guard;
    this.#world = world;
    this.#journal = journal;
    this.#realNow = realNow;
  }

  /**
   * Calls `listener` after facts were appended here or read from the journal, until the returned function is called.
   */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #reportChange(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Opens the scope of an active key at the current instant. Returns undefined for any other key. */
  async openScope(key: string): Promise<OpenedScope | undefined> {
    await this.catchUp();
    return this.#openScopeIn(this.#world, key, this.now());
  }

  /**
   * Returns the scope of an active key at the current instant. Returns undefined for any other key. Requires that the
   * world has all entries of the journal. Reads by the same key in one state of the world share a scope.
   */
  openCurrentScope(key: string): OpenedScope | undefined {
    const world = this.#world;
    const nowMs = this.now();
    const kept = this.#current;
    const isCurrent = kept?.world === world && kept.nowMs === nowMs;
    const scopes = isCurrent ? kept.scopes : new Map<string, OpenedScope>();
    if (!isCurrent) this.#current = { world, nowMs, scopes };
    const known = scopes.get(key);
    const isExpired = known?.keyExpiresAtMs != null && known.keyExpiresAtMs <= this.#realNow();
    if (known !== undefined && !isExpired) return known;
    const scope = this.#openScopeIn(world, key, nowMs);
    if (scope !== undefined) scopes.set(key, scope);
    return scope;
  }

  #openScopeIn(world: World, key: string, nowMs: SandboxMs): OpenedScope | undefined {
    return openScopeOf(world, findKeyholder(world, key, this.#realNow()), nowMs);
  }

  /** Returns the public data for requests to `host`. */
  openPublicView(host: string): PublicView {
    return openPublicView(this.#world, host, this.now());
  }

  /**
   * Appends the facts of a write in `scope`. Returns false, and appends nothing, if another write of the tenant or a
   * reset came first.
   */
  async append(scope: OpenedScope, facts: readonly Fact[]): Promise<boolean> {
    await this.catchUp();
    if (this.#world.since > scope.since) return false;
    this.#guard?.checkWrite(this.#world, facts);
    const entry = await this.#journal.append(scope.tenant.tenantId, facts, scope.position);
    if (entry === 'behind') return false;
    this.#noteAppended(entry);
    this.#guard?.countAppended(facts);
    this.#reportChange();
    return true;
  }

  /**
   * Opens the control plane's view for an active key or, without a key, for the operator. Rejects with a `RefusedRequest` (401) if the
   * key is no longer active.
   */
  async openControlContext(
    key: string | undefined,
    needsEntries: boolean,
  ): Promise<Omit<ControlContext, 'exchanges' | 'deliveryInputs' | 'readFaultUse'> & { readonly position: Position }> {
    await this.catchUp();
    const world = this.#world;
    const nowMs = this.now();
    const user =
      key === undefined ? undefined : openControlScope(world, findKeyholder(world, key, this.#realNow()), nowMs);
    if (key !== undefined && user === undefined) throw new RefusedRequest(invalidApiKey());
    const views = user === undefined ? openEveryTenant(world, nowMs) : [user];
    return {
      user,
      views,
      seed: world.seed,
      startMs: world.startMs,
      latestMs: world.latestMs,
      fleets: world.fleets,
      clock: world.clock,
      nowMs,
      realMs: this.#realNow(),
      since: position(Math.max(world.since, ...views.map(({ since }) => since))),
      misbehaviours: world.misbehaviours,
      faults: world.faults,
      faultCount: world.faultCount,
      worldName: world.name,
      hasPublishedKeys: world.keyholders.size > 0,
      issuedKeys: world.issuedKeys,
      entries: needsEntries ? await this.#journal.readAfter(position(0)) : [],
      position: world.position,
    };
  }

  /** Returns the history up to a moment, by default now, with which another world begins; or why there is none. */
  async fork(wanted?: PastMoment): Promise<Fork | PastFault> {
    await this.catchUp();
    return forkWorld(this.#world, this.now(), wanted);
  }

  /**
   * Appends the facts of a control-plane write. Returns false, and appends nothing, if a conflicting write came first.
   */
  async appendControlWrite({ tenantId, facts }: ControlWrite, seenAt: Position): Promise<boolean> {
    this.#guard?.checkWrite(this.#world, facts);
    const entry = await this.#journal.append(tenantId, facts, seenAt);
    if (entry === 'behind') return false;
    this.#noteAppended(entry);
    this.#guard?.countAppended(facts);
    try {
      await this.catchUp();
    } catch (cause) {
      // Do not rethrow the storage fault: it would mean that nothing was recorded.
      throw new Error('a fact was recorded and cannot be read back', { cause });
    }
    this.#reportChange();
    return true;
  }

  /** Returns every tenant, with all writes up to now. */
  async readTenants(): Promise<readonly TenantState[]> {
    await this.catchUp();
    return [...this.#world.tenants.values()];
  }

  /** Returns the sandbox and the real time. */
  readClocks(): { readonly sandboxMs: SandboxMs; readonly realMs: RealMs } {
    return { sandboxMs: this.now(), realMs: this.#realNow() };
  }

  get clock(): Clock {
    return this.#world.clock;
  }

  /** The time of the clock after a reset of everything. */
  get startMs(): SandboxMs {
    return this.#world.startMs;
  }

  /** Where the clock ends. */
  get latestMs(): SandboxMs {
    return this.#world.latestMs;
  }

  /** Returns the sandbox time. */
  now(): SandboxMs {
    return readSandboxNow(this.#world.clock, this.#realNow(), this.#world.latestMs);
  }

  /** The world as of the latest read of the journal. */
  get world(): World {
    return this.#world;
  }

  /** Names of the active misbehaviours. */
  get misbehaviours(): ReadonlySet<string> {
    return this.#world.misbehaviours;
  }

  /** Whether any tenant has the resource that a path names. */
  hasResource({ terminal_id = '', transaction_id = '', connector_id = '' }: Readonly<Record<string, string>>): boolean {
    return openEveryTenant(this.#world, this.now()).some(
      (scope) =>
        scope.terminal(terminal_id) !== undefined ||
        scope.transaction(transaction_id) !== undefined ||
        scope.connector(connector_id) !== undefined,
    );
  }

  /** Applies new journal entries, appended here or elsewhere. */
  async catchUp(): Promise<void> {
    await this.becomeCurrent();
  }

  async #applyThrough(latest: Position | Promise<Position>): Promise<void> {
    if ((await latest) <= this.#world.position) return;
    let isNews = false;
    for (const entry of await this.#journal.readAfter(this.#world.position)) {
      if (entry.position <= this.#world.position) continue;
      this.#world = applyEntry(this.#world, entry);
      this.#guard?.countRecorded(entry.facts);
      if (!this.#ownPositions.delete(entry.position)) isNews = true;
    }
    if (isNews) this.#reportChange();
  }

  /**
   * Applies new journal entries, if there are any. Returns undefined if the journal has a synchronous position and the world
   * had all entries already; otherwise a promise.
   */
  becomeCurrent(): Promise<void> | undefined {
    const latest = this.#journal.latest();
    return typeof latest === 'number' && latest <= this.#world.position ? undefined : this.#applyThrough(latest);
  }

  /** The writer reports its own entries, so `catchUp` reports only those of others. */
  #noteAppended(entry: JournalEntry): void {
    if (entry.position > this.#world.position) this.#ownPositions.add(entry.position);
  }

  get position(): Position {
    return this.#world.position;
  }
}
