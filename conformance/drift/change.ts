/** Whether a client of the old document works with the new one. `unclear`: the documents do not determine it. */
export type ChangeClass = 'breaking' | 'compatible' | 'unclear';

/** The classes, worst first. */
export const CHANGE_CLASSES: readonly ChangeClass[] = ['breaking', 'unclear', 'compatible'];

/** A difference between two documents. */
export interface Change {
  readonly class: ChangeClass;
  /** JSON Pointer of the element: in the new document, or in the old one if it was removed. */
  readonly path: string;
  /** The operation in which it was found first, such as `GET /v1/portal` or `webhook cash_low`; undefined outside operations. */
  readonly operation?: string;
  /** One sentence. */
  readonly explanation: string;
  /** Ids of the documented rules of the element. */
  readonly clauses: readonly string[];
}

/** Who writes a value. The other one reads it. */
export type Writer = 'client' | 'service';

/** How a set of values changed. */
export type Effect = 'narrows' | 'widens' | 'replaces';

/** Returns the class of a changed set of values. */
export function classify(effect: Effect, writer: Writer): ChangeClass {
  if (effect === 'replaces') return 'breaking';
  return (effect === 'narrows') === (writer === 'client') ? 'breaking' : 'compatible';
}

/** Returns the end of an explanation: the consequence of a changed set of values. */
export function explain(effect: Effect, writer: Writer): string {
  if (effect === 'replaces')
    return writer === 'client' ? 'the service may reject earlier values' : 'clients may get unexpected values';
  if (writer === 'client')
    return effect === 'narrows' ? 'the service may reject earlier values' : 'the service accepts all earlier values';
  return effect === 'narrows' ? 'clients get only values that they expect' : 'clients may get unexpected values';
}

export const otherThan = (writer: Writer): Writer => (writer === 'client' ? 'service' : 'client');
