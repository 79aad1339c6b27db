import type { Transport } from '../../http/client.ts';

/** How a small service of its own shape is made. */
export interface TargetOptions {
  /** Whole number: equal seeds give equal data, other seeds other data of the same shape. */
  readonly seed: number;
  /** Names from the target's `faults`: each breaks one documented rule. Default: none, the service is correct. */
  readonly faults?: readonly string[];
}

/** One planted fault. */
export interface PlantedFault {
  /** What is wrong, as a sentence. */
  readonly title: string;
  /** The topics of checks of which one has to notice, as in their ids: `scope`, `sort`, `feeds`. */
  readonly topics: readonly string[];
  /** Whether it shows only in a corner: one role, the second page, one endpoint, a combination, a large limit. */
  readonly isSubtle: boolean;
}

/**
 * A service that keeps the document in a shape of its own: other names, another envelope, other ids, money, times and
 * errors than the kit's contract has. Written to be judged, and to share nothing with the server or another target.
 */
export interface Target {
  readonly name: string;
  /** What is particular about its shape, as a sentence. */
  readonly title: string;
  /** Keys by role: at least two customers, a user who sees a part of the first, and one who may only read. */
  readonly keys: ReadonlyMap<string, string>;
  readonly faults: Readonly<Record<string, PlantedFault>>;
  /** The service in memory; it keeps state of its own, so that writes show. */
  transport(options: TargetOptions): Transport;
}
