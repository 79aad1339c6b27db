import type { ClauseId, GapId } from '../spec/index.ts';
import type { Bindings } from './bindings.ts';
import type { ChoiceBook } from './choices.ts';
import type { Caller, Exchange } from './client.ts';
import type { ContractJudge } from './contract.ts';
import type { KeyForm } from './key-forms.ts';
import type { Insider, Principal } from './principals.ts';
import type { SchemaBudget } from './schema-budget.ts';
import type { Verdict } from './verdict.ts';

/** What a check can ask for by name. The runner provides it, or says in words what is missing. */
export interface Offers {
  /** Asks without a key. */
  readonly anonymous: Caller;
  /** Asks with a key of the right shape that nobody was given. */
  readonly stranger: Caller;
  /** Sends a reader's key in another form than the document says; `undefined` when the key has no such form. */
  readonly presenting: (reader: Principal, form: KeyForm) => Caller | undefined;
  /** Whether a text repeats a key that was sent: one that was given, or the one that was made up. */
  readonly repeatsAKey: (text: string) => boolean;
  /** A key that opens something. The check is run once for each. */
  readonly reader: Principal;
  /** All keys that open something. */
  readonly readers: readonly [Principal, ...Principal[]];
  /** Sees things that `outsider` does not. The check is run once for each such pair. */
  readonly insider: Insider;
  readonly outsider: Principal;
  /** Permission to send requests that change data. */
  readonly writes: { readonly areAllowed: true };
  /** Where the target keeps what the document names. */
  readonly bindings: Bindings;
  /** The contract that was chosen: one that comes with the kit or was given, or no other than what the target publishes. */
  readonly contract: ContractJudge | 'published';
  /** Where readings of what the document leaves open are written down. */
  readonly choices: ChoiceBook;
  /** The seed of the run, from which whatever a check makes up is drawn. */
  readonly seed: number;
  /** The time that the run has for schemas of the target's own document. */
  readonly schemas: SchemaBudget;
  /** Everything that was read in this run; such a check runs after all others. */
  readonly archive: readonly Exchange[];
}

export type Need = keyof Offers;

const OFFERED: Readonly<Record<Need, true>> = {
  anonymous: true,
  stranger: true,
  presenting: true,
  repeatsAKey: true,
  reader: true,
  readers: true,
  insider: true,
  outsider: true,
  writes: true,
  bindings: true,
  contract: true,
  choices: true,
  seed: true,
  schemas: true,
  archive: true,
};

/** The names of all that a check can ask for. */
export const NEEDS: readonly Need[] = Object.keys(OFFERED) as Need[]; // the record's own keys

/** What `run` is given: just what `needs` names. */
export type Context<Needs extends readonly Need[]> = Pick<Offers, Needs[number]>;

export type Level = 'must' | 'should' | 'may';

/** A rule that neither the documented interface nor our contract has, in the words of whoever asks for it. */
export interface OwnRule {
  readonly text: string;
  /** Where it is written. */
  readonly section?: string;
}

interface Described {
  /** `topic/what-is-true`. Never changes: baselines and reports of other days refer to it. */
  readonly id: string;
  /** What holds when the check passes, as a sentence. */
  readonly title: string;
  /** The rule it stands on: documented (a clause), assumed (a gap that we filled), or one of your own. */
  readonly clause: ClauseId | GapId | OwnRule;
  /** Further clauses that a pass shows to be kept. */
  readonly covers?: readonly ClauseId[];
  readonly level: Level;
}

/** A check as the runner knows it. */
export interface Check extends Described {
  readonly needs: readonly Need[];
  run(context: Offers): Promise<Verdict>;
}

/** Declares a check. `run` sees of the context what `needs` names, and nothing else. */
export function check<const Needs extends readonly Need[]>(
  definition: Described & { readonly needs: Needs; run(context: Context<Needs>): Promise<Verdict> },
): Check {
  return definition;
}

/** The rules of the contract that a check stands on and shows to be kept; a rule of one's own is none of them. */
export const rulesOf = ({ clause, covers = [] }: Check): readonly (ClauseId | GapId)[] =>
  typeof clause === 'string' ? [clause, ...covers] : covers;
