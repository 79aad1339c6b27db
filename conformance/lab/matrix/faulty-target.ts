import type { Bindings } from '../../bindings/bindings.ts';
import type { Transport } from '../../http/client.ts';

/** A correct target that can be broken: what a run has to know of it, and how to have a fresh one. */
export interface Subject {
  readonly name: string;
  /** Where its paths begin, as the transport understands it. */
  readonly address: string;
  readonly keys: ReadonlyMap<string, string>;
  /** Where it keeps what the document names; absent for a target of the kit's own contract. */
  readonly bindings?: Bindings;
  /** A fresh one, to which nothing has been written. Seeds, where it takes them, give other data of the same shape. */
  open(seed?: number): Transport | Promise<Transport>;
}

/** A subject that is broken in one way, and what has to notice. */
export interface FaultyTarget {
  /** Unique among all that are held against the kit. */
  readonly id: string;
  /** What is wrong, as a sentence. */
  readonly title: string;
  readonly subject: Subject;
  /** Checks that have to notice, by id, or topics of which one check has to. */
  readonly expects: readonly string[];
  /** Whether every check that is named has to notice, and not just one of them. */
  readonly expectsAll: boolean;
  /** Whether it shows only in a corner. */
  readonly isSubtle: boolean;
  /** The broken target, fresh. */
  open(): Transport | Promise<Transport>;
}

/** The area that a faulty target is counted in: the topic that it concerns first. */
export const areaOf = ({ expects }: Pick<FaultyTarget, 'expects'>): string => expects[0]?.split('/')[0] ?? '';
