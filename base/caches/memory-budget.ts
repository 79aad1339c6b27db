/** Keeps values in memory that it can compute again. */
export interface Releasable {
  /** Their approximate memory. */
  readonly bytes: number;
  /** Drops them. */
  release(): void;
}

/** A maximum of memory that several owners of values share. Keeps none of the owners. */
export class MemoryBudget {
  readonly #maxBytes: number;
  /** The owners, least recently used first. */
  readonly #owners = new Set<WeakRef<Releasable>>();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The approximate memory of all owners that still exist. */
  get bytes(): number {
    let bytes = 0;
    for (const one of this.#owners) {
      const known = one.deref();
      if (known === undefined) this.#owners.delete(one);
      else bytes += known.bytes;
    }
    return bytes;
  }

  /** Makes an owner the most recently used one. */
  touch(owner: WeakRef<Releasable>): void {
    this.#owners.delete(owner);
    this.#owners.add(owner);
  }

  /** Does the same after the owner's memory grew, and releases the values of others, least recently used first, above the maximum. */
  noteGrowth(owner: WeakRef<Releasable>): void {
    this.touch(owner);
    let { bytes } = this;
    for (const one of this.#owners) {
      if (bytes <= this.#maxBytes || one === owner) return;
      const known = one.deref();
      bytes -= known?.bytes ?? 0;
      known?.release();
    }
  }
}
