import type { ClauseId, GapId, Level } from '../../spec/index.ts';
import type { Caller, Exchange } from '../http/client.ts';
import type { KeyForm } from '../http/key-forms.ts';
import type { ContractJudge } from '../reading/schemas/response-schemas.ts';
import type { SchemaBudget } from '../reading/schemas/schema-budget.ts';
import type { SampleSizes, Sampling } from '../reading/verdicts/sampling.ts';
import type { Verdict } from '../reading/verdicts/verdict.ts';
import type { Insider, Principal } from '../relations/survey/principals.ts';
import type { ChoiceBook } from './choices.ts';
import type { WriteContext } from './writes/run-writes.ts';

/** Everything that a check can list in `needs`. The runner provides it, or reports it as missing. */
export interface Capabilities extends WriteContext {
  /** Sends a reader's key in a form other than the documented one; `undefined` if that form does not change the key. */
  readonly presenting: (reader: Principal, form: KeyForm) => Caller | undefined;
  /** Whether a text contains a key that was sent: a configured one, or the made-up one. */
  readonly repeatsAKey: (text: string) => boolean;
  /** A key that can read something. The check runs once for each. */
  readonly reader: Principal;
  /** Sees data that is hidden from `outsider`. The check runs once for each such pair. */
  readonly insider: Insider;
  readonly outsider: Principal;
  /** The chosen contract: the built-in or a given one, or only the published document of the target. */
  readonly contract: ContractJudge | 'published';
  /** Records how the target handles what the document leaves open. */
  readonly choices: ChoiceBook;
  /** The seed of the run, for all random choices of a check. */
  readonly seed: number;
  /** Selects the cases to test, according to the depth of the run. */
  readonly sampling: Sampling;
  /** The time budget of the run for schemas of the target's own document. */
  readonly schemas: SchemaBudget;
  /** All exchanges of this run; a check that needs them runs after all others. */
  readonly archive: readonly Exchange[];
}

export type Need = keyof Capabilities;

const CAPABILITY_NAMES: Readonly<Record<Need, true>> = {
  anonymous: true,
  stranger: true,
  presenting: true,
  repeatsAKey: true,
  reader: true,
  readers: true,
  expectedScopes: true,
  insider: true,
  outsider: true,
  writes: true,
  bindings: true,
  contract: true,
  choices: true,
  seed: true,
  sampling: true,
  schemas: true,
  archive: true,
};

/** The names of all needs. */
export const NEEDS: readonly Need[] = Object.keys(CAPABILITY_NAMES) as Need[]; // the record's own keys

/** The argument of `run`: exactly what `needs` names. */
export type Context<Needs extends readonly Need[]> = Pick<Capabilities, Needs[number]>;

export type { Level };

/** A rule of the user's own, in neither the documented interface nor the built-in contract. */
export interface OwnRule {
  readonly text: string;
  /** Where the rule is documented. */
  readonly section?: string;
}

interface Described {
  /** `topic/what-is-true`. Never changes: baselines and earlier reports refer to it. */
  readonly id: string;
  /** The statement that a pass confirms, as a sentence. */
  readonly title: string;
  /** The rule behind the check: documented (a clause), assumed (a gap that the kit filled), or the user's own. */
  readonly clause: ClauseId | GapId | OwnRule;
  /** Further clauses that a pass verifies. */
  readonly covers?: readonly ClauseId[];
  readonly level: Level;
  /** The number of keys (or pairs of keys) to run the check for, if the depth of the run limits it. Default: all, one if quick. */
  readonly keys?: SampleSizes;
}

/** A check as the runner uses it. */
export interface Check extends Described {
  readonly needs: readonly Need[];
  run(context: Capabilities): Promise<Verdict>;
}

/** Declares a check. `run` receives exactly what `needs` names. */
export function check<const Needs extends readonly Need[]>(
  definition: Described & { readonly needs: Needs; run(context: Context<Needs>): Promise<Verdict> },
): Check {
  return definition;
}

/** Returns the contract rules that a check verifies; custom rules are not included. */
export const listRules = ({ clause, covers = [] }: Check): readonly (ClauseId | GapId)[] =>
  typeof clause === 'string' ? [clause, ...covers] : covers;
