import { hash } from 'node:crypto';
import { type FaultDefinition, type FaultRule, type FaultUse, isAboutDeliveries } from '../world/state/fault-rules.ts';
import type { World } from '../world/state/world.ts';

/** A request or a delivery that may fail. */
export interface FaultSubject {
  /** Rules with effects on deliveries match no requests, and the other way round. */
  readonly kind: 'request' | 'delivery';
  /** The operation and the user of its key, or the event type and the destination. The seed decides by both. */
  readonly pair: readonly [what: string, who: string | null];
  /** Subjects with the same text are counted together: the operation and key, or the event type and destination. */
  readonly countedAs: string;
  /** Whether it meets the conditions of a rule. */
  meets(conditions: FaultDefinition): boolean;
}

/** A subject that a rule let fail. */
export interface AppliedFault {
  readonly subject: FaultSubject;
  /** Its number among the subjects that the rule counts together. */
  readonly nth: number;
  readonly rule: FaultRule;
}

/** The use of one rule in this process. */
interface RuleState {
  /** Its definition as a text, by which the seed decides. */
  readonly text: string;
  readonly counts: Map<string, number>;
  matchedCount: number;
  appliedCount: number;
}

/**
 * Chooses the fault rule that applies to a request or a delivery. The choice depends on the seed, the rule, the pair of the subject, and how
 * many subjects of that pair the rule has matched; not on others, which may arrive in any order. Each rule counts from zero when it is
 * added and when the process starts.
 */
export class FaultChoice {
  readonly #readWorld: () => Pick<World, 'faults' | 'seed'>;
  /** By the rule in the world. A rule that was removed, or removed and added again, is another object. */
  readonly #states = new WeakMap<FaultRule, RuleState>();
  /** Called with each subject that a rule let fail. */
  onApplied: (applied: AppliedFault) => void = () => undefined;

  constructor(readWorld: () => Pick<World, 'faults' | 'seed'>) {
    this.#readWorld = readWorld;
  }

  /** Returns how many subjects a rule matched and let fail. */
  readUse(rule: FaultRule): FaultUse {
    const { matchedCount, appliedCount } = this.#state(rule);
    return { matchedCount, appliedCount };
  }

  /** Whether there are rules. */
  get hasRules(): boolean {
    return this.#readWorld().faults.length > 0;
  }

  /** Returns the first rule that applies to a subject, and counts the subject for each rule that matches. */
  choose(subject: FaultSubject): FaultRule | undefined {
    const { faults, seed } = this.#readWorld();
    let chosen: FaultRule | undefined;
    for (const rule of faults) {
      const { definition } = rule;
      if (isAboutDeliveries(definition) !== (subject.kind === 'delivery') || !subject.meets(definition)) continue;
      const state = this.#state(rule);
      const nth = (state.counts.get(subject.countedAs) ?? 0) + 1;
      state.counts.set(subject.countedAs, nth);
      state.matchedCount += 1;
      if (chosen !== undefined || !isDue(definition, [seed, state.text, ...subject.pair, nth])) continue;
      chosen = rule;
      state.appliedCount += 1;
      this.onApplied({ subject, nth, rule });
    }
    return chosen;
  }

  #state(rule: FaultRule): RuleState {
    const known = this.#states.get(rule);
    if (known !== undefined) return known;
    const text = JSON.stringify(rule.definition);
    const state: RuleState = { text, counts: new Map(), matchedCount: 0, appliedCount: 0 };
    this.#states.set(rule, state);
    return state;
  }
}

/** The values that decide about one subject: seed of the sandbox, text of the rule, pair, and number. */
type Draw = readonly [seed: number, text: string, what: string, who: string | null, nth: number];

/** Whether a rule lets the matched subject with this number fail. */
function isDue({ nth, probability = 1, seed }: FaultDefinition, draw: Draw): boolean {
  if (nth !== undefined && !nth.includes(draw[4])) return false;
  return probability === 1 || drawShare(draw.with(0, seed ?? draw[0])) < probability;
}

/** Returns a number from 0 to less than 1 that is the same for the same values. */
const drawShare = (values: readonly unknown[]): number =>
  Number.parseInt(hash('sha256', JSON.stringify(values), 'hex').slice(0, 12), 16) / 2 ** 48;
