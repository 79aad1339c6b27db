import type { Transport } from '../../conformance/http/client.ts';
import type { KeyExpectations } from '../../conformance/relations/key-expectations.ts';

/** A correct target, and how to start a new instance of it. */
export interface CorrectTarget {
  readonly name: string;
  /** The base URL of its paths, as the transport understands it. */
  readonly address: string;
  readonly keys: ReadonlyMap<string, string>;
  /** The correct scope of each key. */
  readonly expectations?: KeyExpectations;
  /** Whether the bindings are inferred; absent if the target uses the kit's own contract. */
  readonly bindings?: 'infer';
  /** Starts a new instance without writes. Another seed, where supported, gives other data of the same shape. */
  open(seed?: number): Transport | Promise<Transport>;
}

/** A target with one injected fault, and the checks that must detect it. */
export interface FaultyTarget {
  /** Unique among all faulty targets. */
  readonly id: string;
  /** The fault, as a sentence. */
  readonly title: string;
  readonly correctTarget: CorrectTarget;
  /** Ids of checks that must fail, or topics with at least one check that must fail. */
  readonly expects: readonly string[];
  /** Whether every named check must fail, and not just one of them. */
  readonly expectsAll: boolean;
  /** Whether the fault shows in one situation only. */
  readonly isSubtle: boolean;
  /** Starts a new instance of the faulty target. */
  open(): Transport | Promise<Transport>;
}

/** Returns the area that counts the faulty target: the topic of its first expected check. */
export const readArea = ({ expects }: Pick<FaultyTarget, 'expects'>): string => expects[0]?.split('/')[0] ?? '';
