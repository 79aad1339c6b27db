import type { PublicView } from '../contract.ts';
import type { Journal } from '../journal/journal.ts';
import type { Desk, Happening } from '../sandbox-contract.ts';
import { applyEntry } from '../world/apply.ts';
import { type Clock, sandboxNow } from '../world/clock.ts';
import { type Fact, type Position, position } from '../world/facts.ts';
import { openPublicView } from '../world/public-view.ts';
import { openEveryTenant, openScope } from '../world/scope.ts';
import type { Scope, TenantState } from '../world/tenant.ts';
import type { RealMs, SandboxMs } from '../world/time.ts';
import type { World } from '../world/world.ts';

/**
 * The world as it stands now: generated from a seed, with the journal folded over it. It catches up before every look,
 * so that the next read anywhere sees the write.
 */
export class Sandbox {
  readonly #journal: Journal;
  readonly #realNow: () => RealMs;
  #world: World;
  #onChange: () => void = () => undefined;

  /** `realNow` tells real time; `world` is the one to start from, before any fact of `journal`. */
  constructor(world: World, journal: Journal, realNow: () => RealMs) {
    this.#world = world;
    this.#journal = journal;
    this.#realNow = realNow;
  }

  /** Has `listener` called whenever facts were appended here or came from elsewhere; there is one listener. */
  onChange(listener: () => void): void {
    this.#onChange = listener;
  }

  /** The scope of an active key at this moment; undefined for any other. */
  async open(key: string): Promise<Scope | undefined> {
    await this.catchUp();
    return openScope(this.#world, key, this.now());
  }

  /** What anybody may see who asks for `host`. */
  publicView(host: string): PublicView {
    return openPublicView(this.#world, host, this.now());
  }

  /**
   * Appends what happened in `scope`; false when another write of the tenant, or a reset of everything, came first, and
   * nothing was appended.
   */
  async append(scope: Scope, facts: readonly Fact[]): Promise<boolean> {
    await this.catchUp();
    if (this.#world.since > scope.since) return false;
    const entry = await this.#journal.append(scope.tenant.tenantId, facts, scope.position);
    if (entry === 'behind') return false;
    this.#onChange();
    return true;
  }

  /** What the holder of an active key, or without one the operator, sees of the sandbox from behind. */
  async openDesk(
    key: string | undefined,
    needsEntries: boolean,
  ): Promise<Omit<Desk, 'exchanges' | 'mailroom'> & { readonly position: Position }> {
    await this.catchUp();
    const world = this.#world;
    const nowMs = this.now();
    const user = key === undefined ? undefined : openScope(world, key, nowMs);
    if (key !== undefined && user === undefined) throw new Error('the key stopped being valid during the request');
    const views = user === undefined ? openEveryTenant(world, nowMs) : [user];
    return {
      user,
      views,
      seed: world.seed,
      clock: world.clock,
      nowMs,
      realMs: this.#realNow(),
      since: position(Math.max(world.since, ...views.map(({ since }) => since))),
      misbehaviours: world.misbehaviours,
      entries: needsEntries ? await this.#journal.readAfter(position(0)) : [],
      position: world.position,
    };
  }

  /** Appends what was done from behind; false when something came first to whom it concerns, and nothing was appended. */
  async appendHappening({ tenantId, facts }: Happening, seenAt: Position): Promise<boolean> {
    const entry = await this.#journal.append(tenantId, facts, seenAt);
    if (entry === 'behind') return false;
    try {
      await this.catchUp();
    } catch (cause) {
      // Not the fault itself, which would say that nothing was recorded.
      throw new Error('a fact was recorded and cannot be read back', { cause });
    }
    this.#onChange();
    return true;
  }

  /** Every tenant as it stands, with what was written up to now. */
  async tenants(): Promise<readonly TenantState[]> {
    await this.catchUp();
    return [...this.#world.tenants.values()];
  }

  /** What both clocks show. */
  clocks(): { readonly sandboxMs: SandboxMs; readonly realMs: RealMs } {
    return { sandboxMs: this.now(), realMs: this.#realNow() };
  }

  get clock(): Clock {
    return this.#world.clock;
  }

  /** What the sandbox clock shows. */
  now(): SandboxMs {
    return sandboxNow(this.#world.clock, this.#realNow());
  }

  /** Names of the deviations from the contract that are on. */
  get misbehaviours(): ReadonlySet<string> {
    return this.#world.misbehaviours;
  }

  /** Whether anybody has what a path names. */
  holds({ terminal_id = '', transaction_id = '', connector_id = '' }: Readonly<Record<string, string>>): boolean {
    return openEveryTenant(this.#world, this.now()).some(
      (scope) =>
        scope.terminal(terminal_id) !== undefined ||
        scope.transaction(transaction_id) !== undefined ||
        scope.connector(connector_id) !== undefined,
    );
  }

  /** Folds in what the journal has got meanwhile, from here or elsewhere. */
  async catchUp(): Promise<void> {
    const latest = await this.#journal.latest();
    if (latest === this.#world.position) return;
    for (const entry of await this.#journal.readAfter(this.#world.position)) {
      if (entry.position > this.#world.position) this.#world = applyEntry(this.#world, entry);
    }
  }

  get position(): Position {
    return this.#world.position;
  }
}
