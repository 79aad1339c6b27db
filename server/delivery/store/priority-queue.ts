/**
 * A priority queue (binary heap) from which any item can be removed, because it tracks the place of each. `isBefore`
 * must be a strict order, and its inputs must not change while an item is in the queue.
 */
export class PriorityQueue<Item extends object> {
  private readonly heap: Item[] = [];
  private readonly places = new Map<Item, number>();
  private readonly isBefore: (a: Item, b: Item) => boolean;

  constructor(isBefore: (a: Item, b: Item) => boolean) {
    this.isBefore = isBefore;
  }

  get size(): number {
    return this.heap.length;
  }

  /** Returns the first item without removing it. */
  peek(): Item | undefined {
    return this.heap[0];
  }

  add(item: Item): void {
    this.heap.push(item);
    this.rise(item, this.heap.length - 1);
  }

  /** Removes and returns the first item. */
  take(): Item | undefined {
    const first = this.heap[0];
    if (first !== undefined) this.delete(first);
    return first;
  }

  /** Removes an item. Returns whether it was in the queue. */
  delete(item: Item): boolean {
    const place = this.places.get(item);
    if (place === undefined) return false;
    this.places.delete(item);
    const last = this.heap.pop() as Item; // not empty, because it contains `item`
    if (last !== item) this.sink(last, this.rise(last, place));
    return true;
  }

  /** Returns all items in no particular order. */
  items(): readonly Item[] {
    return [...this.heap];
  }

  /** Moves `item` up from `start` to its place. Returns that place. */
  private rise(item: Item, start: number): number {
    let place = start;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = this.heap[above] as Item; // every place but the first has a parent
      if (!this.isBefore(item, parent)) break;
      this.put(parent, place);
      place = above;
    }
    this.put(item, place);
    return place;
  }

  private sink(item: Item, start: number): void {
    let place = start;
    for (;;) {
      const child = this.firstChildOf(place);
      if (child === undefined || !this.isBefore(child.item, item)) break;
      this.put(child.item, place);
      place = child.place;
    }
    this.put(item, place);
  }

  private firstChildOf(place: number): { readonly item: Item; readonly place: number } | undefined {
    const [left, right] = [this.heap[2 * place + 1], this.heap[2 * place + 2]];
    if (left === undefined) return undefined;
    if (right === undefined || this.isBefore(left, right)) return { item: left, place: 2 * place + 1 };
    return { item: right, place: 2 * place + 2 };
  }

  private put(item: Item, place: number): void {
    this.heap[place] = item;
    this.places.set(item, place);
  }
}
