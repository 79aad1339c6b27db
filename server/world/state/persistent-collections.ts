/**
 * Persistent collections that only grow. Adding returns a new value and does not change the old one. Both share
 * storage, so that keeping all states needs linear memory.
 */

/** A list in order of addition. */
export class GrownList<Item> implements Iterable<Item> {
  readonly length: number;
  /** Shared with all lists that grew from the same one; the first `length` items belong to this list. */
  readonly #shared: Item[];

  private constructor(shared: Item[], length: number) {
    this.#shared = shared;
    this.length = length;
  }

  static of<Item>(...items: readonly Item[]): GrownList<Item> {
    return new GrownList([...items], items.length);
  }

  with(item: Item): GrownList<Item> {
    const isLongest = this.#shared.length === this.length;
    const shared = isLongest ? this.#shared : this.#shared.slice(0, this.length);
    shared.push(item);
    return new GrownList(shared, this.length + 1);
  }

  /** Returns the list up to the first item that does not match. Shares storage with this one. */
  takeWhile(matches: (item: Item) => boolean): GrownList<Item> {
    let length = 0;
    while (length < this.length && matches(this.#shared[length] as Item)) length += 1; // `length` items exist
    return new GrownList(this.#shared, length);
  }

  *[Symbol.iterator](): Generator<Item> {
    for (let index = 0; index < this.length; index += 1) yield this.#shared[index] as Item; // `length` items exist
  }
}

/** Values by key. A later value replaces an earlier one. */
export class GrownMap<Value> {
  /** All settings, oldest first. */
  readonly #log: GrownList<readonly [string, Value]>;
  /** Shared with all maps that grew from the same one; settings beyond the log's length belong to later maps. */
  readonly #shared: Shared<Value>;

  private constructor(log: GrownList<readonly [string, Value]>, shared: Shared<Value>) {
    this.#log = log;
    this.#shared = shared;
  }

  static empty<Value>(): GrownMap<Value> {
    return new GrownMap(GrownList.of<readonly [string, Value]>(), { latest: 0, byKey: new Map() });
  }

  get(key: string): Value | undefined {
    let setting = this.#shared.byKey.get(key);
    while (setting !== undefined && setting.at > this.#log.length) setting = setting.before;
    return setting?.value;
  }

  with(key: string, value: Value): GrownMap<Value> {
    const shared = this.#shared.latest === this.#log.length ? this.#shared : createShared(this.#log);
    set(shared, key, value);
    return new GrownMap(this.#log.with([key, value]), shared);
  }

  /** Returns the entries in order of the first setting of each key. */
  entries(): ReadonlyMap<string, Value> {
    return new Map(this.#log);
  }
}

interface Shared<Value> {
  latest: number;
  readonly byKey: Map<string, Setting<Value>>;
}

interface Setting<Value> {
  readonly at: number;
  readonly value: Value;
  readonly before: Setting<Value> | undefined;
}

function createShared<Value>(log: Iterable<readonly [string, Value]>): Shared<Value> {
  const shared: Shared<Value> = { latest: 0, byKey: new Map() };
  for (const [key, value] of log) set(shared, key, value);
  return shared;
}

function set<Value>(shared: Shared<Value>, key: string, value: Value): void {
  shared.latest += 1;
  shared.byKey.set(key, { at: shared.latest, value, before: shared.byKey.get(key) });
}
