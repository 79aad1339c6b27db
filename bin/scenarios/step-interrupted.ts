import type { Interruption } from './played-scenario.ts';

/** Interrupts a scenario from within a step; `playScenario` converts it to a value. */
export class StepInterrupted extends Error {
  readonly kind: Interruption['kind'];
  readonly more: readonly string[];

  constructor(kind: Interruption['kind'], reason: string, more: readonly string[] = []) {
    super(reason);
    this.kind = kind;
    this.more = more;
  }
}
