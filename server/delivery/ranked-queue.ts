/**
 * A queue by rank from which anything can also be taken out of turn: a binary heap that knows where each item stands.
 * `isBefore` must be a strict order, and what it looks at must not change while an item is inside.
 */
export class RankedQueue<Item extends object> {
  private readonly heap: Item[] = [];
  private readonly places = new Map<Item, number>();
  private readonly isBefore: (a: Item, b: Item) => boolean;

  constructor(isBefore: (a: Item, b: Item) => boolean) {
    this.isBefore = isBefore;
  }

  get size(): number {
    return this.heap.length;
  }

  /** The first one, which stays. */
  peek(): Item | undefined {
    return this.heap[0];
  }

  add(item: Item): void {
    this.heap.push(item);
    this.rise(item, this.heap.length - 1);
  }

  /** The first one, which leaves. */
  take(): Item | undefined {
    const first = this.heap[0];
    if (first !== undefined) this.delete(first);
    return first;
  }

  /** Whether it was there. */
  delete(item: Item): boolean {
    const place = this.places.get(item);
    if (place === undefined) return false;
    this.places.delete(item);
    const last = this.heap.pop() as Item; // something is inside, since `item` is
    if (last !== item) this.sink(last, this.rise(last, place));
    return true;
  }

  /** All of them, in no order. */
  items(): readonly Item[] {
    return [...this.heap];
  }

  /** Puts `item` at `start` or above, where it belongs; answers where. */
  private rise(item: Item, start: number): number {
    let place = start;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = this.heap[above] as Item; // above a place there is one
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
