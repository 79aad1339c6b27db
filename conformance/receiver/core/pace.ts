/** How fast a receiver responds, and the limits that follow from it. */
export interface Pace {
  /** The time of an ordinary response in milliseconds. */
  readonly ordinaryMs: number;
  readonly isSlow: boolean;
  /** The number of deliveries at the same time that a receiver can process one after another before the first times out. */
  readonly mostAtOnce: number;
  /** The number of deliveries whose order does not matter that are sent at the same time. */
  readonly independentAtOnce: number;
  /** Maximum duration of the run in milliseconds. */
  readonly maxRunMs: number;
}
