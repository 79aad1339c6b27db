import type { ClauseId, GapId } from '../spec/index.ts';
import { SLOTS, type Slot, type SlotValue, slots } from './slots.ts';
import { Concluded, untestable } from './verdict.ts';

/** How sure the kit is of a binding. A guess is shown, and nothing is judged by it. */
export type Confidence = 'certain' | 'likely' | 'guess';

/** Where a binding comes from: from the kit, a config, the target's document, names, the look of values, or an experiment. */
export type Provenance = 'builtin' | 'config' | 'document' | 'names' | 'shape' | 'experiment';

/** One reason to believe in a binding. */
export interface Support {
  readonly from: Provenance;
  /** What was seen, as a sentence without a full stop. */
  readonly evidence: string;
  /** The rules that have to hold for this to be a reason: a check of one of them may not lean on it. */
  readonly restsOn: readonly (ClauseId | GapId)[];
}

/** Where a target keeps one thing, and why the kit thinks so. */
export interface Binding<Value = unknown> {
  readonly value: Value;
  readonly confidence: Confidence;
  readonly support: readonly Support[];
}

/** Bindings by their names; what was not found is absent. */
export type Entries = { readonly [Name in Slot]?: Binding<SlotValue<Name>> };

/** Where bindings as a whole come from. */
export type Origin = 'builtin' | 'inferred' | 'config';

/**
 * Where a target keeps what the document names only in words. Checks read through it and through nothing else, so that a
 * service with other names, another envelope or other ids can be judged by the same checks.
 */
export interface Bindings {
  readonly origin: Origin;
  readonly entries: Entries;
  /** The value of a binding that may be relied on; `undefined` when there is none. */
  find<Name extends Slot>(name: Name): SlotValue<Name> | undefined;
  /** The value of a binding; ends the check as untestable, and says what to write in the config, when there is none. */
  need<Name extends Slot>(name: Name): SlotValue<Name>;
  /** The same bindings for a check of these rules: without those that were found only by what the rules say. */
  forJudging(rules: readonly (ClauseId | GapId)[]): Bindings;
}

/** Bindings over these entries. */
export function bindingsOf(entries: Entries, origin: Origin, judged: readonly (ClauseId | GapId)[] = []): Bindings {
  const usable = <Name extends Slot>(name: Name): Binding<SlotValue<Name>> | undefined => {
    const entry = entryOf(entries, name);
    return entry !== undefined && obstacleTo(entry, judged) === undefined ? entry : undefined;
  };
  return {
    origin,
    entries,
    find: (name) => usable(name)?.value,
    need(name) {
      const entry = usable(name);
      if (entry === undefined) throw new Concluded(untestable(whatToWrite(entries, name, judged)));
      return entry.value;
    },
    forJudging: (rules) => bindingsOf(entries, origin, rules),
  };
}

/** The entry of that name; the table of slots ties its value to its name. */
export const entryOf = <Name extends Slot>(entries: Entries, name: Name): Binding<SlotValue<Name>> | undefined =>
  entries[name] as Binding<SlotValue<Name>> | undefined; // by the type of Entries

/** The slots without an entry, in their order. */
export const missingFrom = (entries: Entries): Slot[] => SLOTS.filter((name) => entries[name] === undefined);

/** The slots by which nothing can be judged: those without an entry, and those with a guess. */
export const unusableIn = ({ origin, entries }: Bindings): Slot[] =>
  origin === 'builtin'
    ? []
    : SLOTS.filter((name) => entries[name] === undefined || entries[name].confidence === 'guess');

/** Why a check of these rules may not rely on a binding, if it may not. */
function obstacleTo(
  { confidence, support }: Binding,
  judged: readonly (ClauseId | GapId)[],
): 'guess' | 'circular' | undefined {
  if (confidence === 'guess') return 'guess';
  const standsByItself = support.some(({ restsOn }) => !restsOn.some((rule) => judged.includes(rule)));
  return standsByItself ? undefined : 'circular';
}

function whatToWrite(entries: Entries, name: Slot, judged: readonly (ClauseId | GapId)[]): string {
  const { meaning, example } = slots[name];
  const where = `bindings.${name} in the config`;
  const entry = entryOf(entries, name);
  if (entry === undefined) return `it is not known where to find ${meaning}; write it as ${where}, like ${example}`;
  const shown = inWords(entry.value);
  const because = entry.support.map(({ evidence }) => evidence).join('; ');
  return obstacleTo(entry, judged) === 'circular'
    ? `${meaning} was found at ${shown} only by what is tested here (${because}); if that is right, confirm it as ${where}`
    : `${meaning} is perhaps ${shown} (${because}); if that is right, confirm it as ${where}`;
}

/** A binding's value as a sentence shows it. */
export const inWords = (value: unknown): string =>
  typeof value === 'string' ? (value === '' ? '""' : value) : JSON.stringify(value);
