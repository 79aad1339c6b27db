/**
 * Shares values that are in use. It keeps none of them: a value is released when nothing else refers to it. So its size is
 * limited by what its users keep.
 */
export class WeakValues<Key, Value extends object> {
  readonly #references = new Map<Key, WeakRef<Value>>();

  /** Returns the value at a key if it is in use. */
  get(key: Key): Value | undefined {
    return this.#references.get(key)?.deref();
  }

  /** Returns the value at a key, and creates it unless it is in use. */
  getOrCreate(key: Key, create: () => Value): Value {
    const known = this.get(key);
    if (known !== undefined) return known;
    for (const [other, reference] of this.#references)
      if (reference.deref() === undefined) this.#references.delete(other);
    const value = create();
    this.#references.set(key, new WeakRef(value));
    return value;
  }

  /** Number of keys, including keys with released values. */
  get size(): number {
    return this.#references.size;
  }
}
