import { type DestinationKey, formatDestinationKey } from '../store/delivery-store.ts';

/** Limits on deliveries in flight. */
export interface ConcurrencyOptions {
  /** Per destination. */
  readonly perDestination: number;
  /** Over all destinations, not counting the first one of each. So a hanging destination never blocks another one. */
  readonly total: number;
}

/** Sending state of one destination. */
export interface DestinationLoad {
  readonly key: DestinationKey;
  inFlight: number;
  /** Whether there may be due deliveries that are not claimed. */
  mayHaveDue: boolean;
}

/** Sending state of all destinations. */
export class ConcurrencyLimits {
  private readonly loads = new Map<string, DestinationLoad>();
  private readonly limits: ConcurrencyOptions;
  /** Deliveries in flight that count towards the total. */
  private shared = 0;
  private count = 0;

  constructor(limits: ConcurrencyOptions) {
    this.limits = limits;
  }

  /** Deliveries in flight to all destinations. */
  get inFlight(): number {
    return this.count;
  }

  findLoad(key: DestinationKey): DestinationLoad {
    const name = formatDestinationKey(key);
    const load = this.loads.get(name) ?? { key, inFlight: 0, mayHaveDue: true };
    this.loads.set(name, load);
    return load;
  }

  /** Returns how many more deliveries may be sent to the destination now. */
  countRoom({ inFlight }: DestinationLoad): number {
    const free = Math.max(0, this.limits.total - this.shared) + (inFlight === 0 ? 1 : 0);
    return Math.max(0, Math.min(this.limits.perDestination - inFlight, free));
  }

  begin(load: DestinationLoad): void {
    load.inFlight += 1;
    this.count += 1;
    if (load.inFlight > 1) this.shared += 1;
  }

  end(load: DestinationLoad): void {
    if (load.inFlight > 1) this.shared -= 1;
    load.inFlight -= 1;
    this.count -= 1;
  }

  /** Marks destinations that may have due deliveries. */
  mark(keys: readonly DestinationKey[]): void {
    for (const key of keys) this.findLoad(key).mayHaveDue = true;
  }

  /** Marks all destinations. Drops idle ones, which may have been deleted. */
  markAll(): void {
    for (const [name, load] of this.loads) {
      load.mayHaveDue = true;
      if (load.inFlight === 0) this.loads.delete(name);
    }
  }
}
