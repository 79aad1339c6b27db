/**
 * A priority queue (binary heap) from which any item can be removed, because it stores the index of each. `isBefore`
 * must be a strict order, and its inputs must not change while an item is in the queue.
 */
export class PriorityQueue<Item extends object> {
  private readonly heap: Item[] = [];
  private readonly indexes = new Map<Item, number>();
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
    const index = this.indexes.get(item);
    if (index === undefined) return false;
    this.indexes.delete(item);
    const last = this.heap.pop() as Item; // not empty, because it contains `item`
    if (last !== item) this.sink(last, this.rise(last, index));
    return true;
  }

  /** Returns all items in no particular order. */
  items(): readonly Item[] {
    return [...this.heap];
  }

  /** Moves `item` up from `start`. Returns its new index. */
  private rise(item: Item, start: number): number {
    let index = start;
    while (index > 0) {
      const above = (index - 1) >> 1;
      const parent = this.heap[above] as Item; // every index but the first has a parent
      if (!this.isBefore(item, parent)) break;
      this.setItem(parent, index);
      index = above;
    }
    this.setItem(item, index);
    return index;
  }

  private sink(item: Item, start: number): void {
    let index = start;
    for (;;) {
      const child = this.findFirstChild(index);
      if (child === undefined || !this.isBefore(child.item, item)) break;
      this.setItem(child.item, index);
      index = child.index;
    }
    this.setItem(item, index);
  }

  private findFirstChild(index: number): { readonly item: Item; readonly index: number } | undefined {
    const [left, right] = [this.heap[2 * index + 1], this.heap[2 * index + 2]];
    if (left === undefined) return undefined;
    if (right === undefined || this.isBefore(left, right)) return { item: left, index: 2 * index + 1 };
    return { item: right, index: 2 * index + 2 };
  }

  private setItem(item: Item, index: number): void {
    this.heap[index] = item;
    this.indexes.set(item, index);
  }
}
