import type { Interruption } from './telling.ts';

/** Ends the telling from within a step; `playScenario` makes a value of it. */
export class Interrupted extends Error {
  readonly kind: Interruption['kind'];
  readonly more: readonly string[];

  constructor(kind: Interruption['kind'], reason: string, more: readonly string[] = []) {
    super(reason);
    this.kind = kind;
    this.more = more;
  }
}
