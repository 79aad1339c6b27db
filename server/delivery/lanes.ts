import { type DestinationKey, nameOfDestination } from './store.ts';

/** How many deliveries may be on their way at once. */
export interface Limits {
  /** To one destination. */
  readonly perDestination: number;
  /**
   * Over all destinations, not counting the first one to each: however many hang, each other one can always be sent
   * something.
   */
  readonly total: number;
}

/** What is going on with one destination. */
export interface Lane {
  readonly key: DestinationKey;
  inFlight: number;
  /** Whether something may be due that was not claimed. */
  mayHaveDue: boolean;
}

/** What is going on with all destinations. */
export class Lanes {
  private readonly lanes = new Map<string, Lane>();
  private readonly limits: Limits;
  /** Of what is on its way, what counts against the total. */
  private shared = 0;
  private count = 0;

  constructor(limits: Limits) {
    this.limits = limits;
  }

  /** Of all destinations. */
  get inFlight(): number {
    return this.count;
  }

  of(key: DestinationKey): Lane {
    const name = nameOfDestination(key);
    const lane = this.lanes.get(name) ?? { key, inFlight: 0, mayHaveDue: true };
    this.lanes.set(name, lane);
    return lane;
  }

  /** How many more may be sent there now. */
  roomOf({ inFlight }: Lane): number {
    const free = Math.max(0, this.limits.total - this.shared) + (inFlight === 0 ? 1 : 0);
    return Math.max(0, Math.min(this.limits.perDestination - inFlight, free));
  }

  begin(lane: Lane): void {
    lane.inFlight += 1;
    this.count += 1;
    if (lane.inFlight > 1) this.shared += 1;
  }

  end(lane: Lane): void {
    if (lane.inFlight > 1) this.shared -= 1;
    lane.inFlight -= 1;
    this.count -= 1;
  }

  /** Something may be due for these destinations. */
  mark(keys: readonly DestinationKey[]): void {
    for (const key of keys) this.of(key).mayHaveDue = true;
  }

  /** Something may be due anywhere. Forgets those that nothing is on its way to, which may be there no more. */
  markAll(): void {
    for (const [name, lane] of this.lanes) {
      lane.mayHaveDue = true;
      if (lane.inFlight === 0) this.lanes.delete(name);
    }
  }
}
