import type { PublicView } from '../contract.ts';
import type { Journal } from '../journal/journal.ts';
import { applyEntry } from '../world/apply.ts';
import { sandboxNow } from '../world/clock.ts';
import type { Fact, Position } from '../world/facts.ts';
import { openPublicView } from '../world/public-view.ts';
import { openScope } from '../world/scope.ts';
import type { Scope } from '../world/tenant.ts';
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

  /** `realNow` tells real time; `world` is the one to start from, before any fact of `journal`. */
  constructor(world: World, journal: Journal, realNow: () => RealMs) {
    this.#world = world;
    this.#journal = journal;
    this.#realNow = realNow;
  }

  /** The scope of an active key at this moment; undefined for any other. */
  async open(key: string): Promise<Scope | undefined> {
    await this.catchUp();
    return openScope(this.#world, key, this.#now());
  }

  /** What anybody may see who asks for `host`. */
  publicView(host: string): PublicView {
    return openPublicView(this.#world, host, this.#now());
  }

  /**
   * Appends what happened in `scope`; false when another write of the tenant, or a reset of everything, came first, and
   * nothing was appended.
   */
  async append(scope: Scope, facts: readonly Fact[]): Promise<boolean> {
    await this.catchUp();
    if (this.#world.since > scope.since) return false;
    const entry = await this.#journal.append(scope.tenant.tenantId, facts, scope.position);
    return entry !== 'behind';
  }

  /** What the sandbox clock shows. */
  #now(): SandboxMs {
    return sandboxNow(this.#world.clock, this.#realNow());
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
