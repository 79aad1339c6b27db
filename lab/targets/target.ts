import type { Transport } from '../../conformance/http/client.ts';

/** The options of a small service with its own shape. */
export interface TargetOptions {
  /** Whole number: equal seeds give equal data, other seeds other data of the same shape. */
  readonly seed: number;
  /** Names from the target's `faults`: each breaks one documented rule. Default: none, a correct service. */
  readonly faults?: readonly string[];
}

/** One injected fault. */
export interface InjectedFault {
  /** The fault, as a sentence. */
  readonly title: string;
  /** Topics of checks, as in their ids: `scope`, `sort`, `feeds`. At least one check of these topics must detect it. */
  readonly topics: readonly string[];
  /** Whether it shows in one situation only: one role, the second page, one endpoint, a combination, a large limit. */
  readonly isSubtle: boolean;
}

/**
 * A service that implements the document in its own shape: other names, another envelope, other ids, money, times and
 * errors than the kit's contract. It exists to be checked, and shares no code with the server or with another target.
 */
export interface TargetService {
  readonly name: string;
  /** The characteristics of its shape, as a sentence. */
  readonly title: string;
  /** Keys by role: at least two customers, a user who sees a part of the first, and a read-only user. */
  readonly keys: ReadonlyMap<string, string>;
  readonly faults: Readonly<Record<string, InjectedFault>>;
  /** Starts the service in memory; each instance has its own state, so that writes show. */
  transport(options: TargetOptions): Transport;
}
