import type { ApiDocument } from './api-document.ts';
import { type Change, type ChangeClass, classify, type Effect, explain, type Writer } from './change.ts';
import type { FindClauses } from './clause-finder.ts';
import { DocumentFault } from './nodes.ts';
import { SchemaReader } from './normal-schema.ts';

/** The pairs of schemas that one comparison compares at most. Large documents have some thousands. */
const MOST_PAIRS = 200_000;

/** The state that the parts of a comparison share: the documents, the changes so far, and the operation that is compared. */
export class Comparison {
  readonly old: SchemaReader;
  readonly now: SchemaReader;
  readonly changes: Change[] = [];
  /** The operation that is compared. */
  operation: string | undefined;
  readonly #findClauses: FindClauses;
  /** Pairs of schemas and responses that were compared, with the writer. */
  readonly #seen = new Set<string>();
  #budget = { left: MOST_PAIRS };

  constructor(old: ApiDocument, now: ApiDocument, findClauses: FindClauses) {
    this.old = new SchemaReader(old);
    this.now = new SchemaReader(now);
    this.#findClauses = findClauses;
  }

  get documents(): readonly [ApiDocument, ApiDocument] {
    return [this.old.document, this.now.document];
  }

  /**
   * Returns a comparison of the same documents without changes, to find out whether two schemas are equal. Pairs that are being compared
   * count as compared, so that cycles end.
   */
  restart(): Comparison {
    const trial = new Comparison(...this.documents, () => []);
    for (const pair of this.#seen) trial.#seen.add(pair);
    trial.#budget = this.#budget;
    return trial;
  }

  /** Whether a pair was compared before; otherwise it counts as compared from now on. Throws `DocumentFault` after too many pairs. */
  isKnown(pair: string): boolean {
    if (this.#seen.has(pair)) return true;
    this.#seen.add(pair);
    this.#budget.left -= 1;
    if (this.#budget.left < 0)
      throw new DocumentFault(`The documents have more than ${MOST_PAIRS} pairs of schemas to compare.`);
    return false;
  }

  add(changeClass: ChangeClass, path: string, explanation: string): void {
    const { operation } = this;
    this.changes.push({
      class: changeClass,
      path,
      ...(operation !== undefined && { operation }),
      explanation: `${explanation}.`,
      clauses: this.#findClauses(path, operation),
    });
  }

  /** Adds a changed set of values. */
  addEffect(effect: Effect, { path, writer, what }: ChangedSet): void {
    this.add(classify(effect, writer), path, `${what}, so ${explain(effect, writer)}`);
  }
}

export interface ChangedSet {
  readonly path: string;
  readonly writer: Writer;
  /** The beginning of the explanation. */
  readonly what: string;
}
