import type { ClauseId, GapId } from '../../spec/index.ts';
import { addRemedy, Concluded, untestable } from '../reading/verdicts/verdict.ts';
import { SLOTS, type Slot, type SlotValue, slots } from './slots.ts';

/** How certain a binding is. Guesses are reported but not used by checks. */
export type Confidence = 'certain' | 'likely' | 'guess';

/** The origin of a binding: the kit, a config, the target's document, names, value formats, or an experiment. */
export type EvidenceSource = 'builtin' | 'config' | 'document' | 'names' | 'shape' | 'experiment';

/** A piece of evidence for a binding. */
export interface BindingEvidence {
  readonly source: EvidenceSource;
  /** The observation, as a sentence without a full stop. */
  readonly observation: string;
  /** The rules that this evidence assumes. A check of one of these rules must not use this evidence. */
  readonly assumedRules: readonly (ClauseId | GapId)[];
}

/** Where a target stores a value, and the evidence. */
export interface Binding<Value = unknown> {
  readonly value: Value;
  readonly confidence: Confidence;
  readonly evidence: readonly BindingEvidence[];
}

/** Bindings by name; those not found are absent. */
export type Entries = { readonly [Name in Slot]?: Binding<SlotValue<Name>> };

/** The source of all bindings of a run. */
export type Origin = 'builtin' | 'inferred' | 'config';

/**
 * Where a target stores the values that the document names only in words. Checks read only through bindings, so that a
 * service with other names, another envelope or other ids passes the same checks.
 */
export interface Bindings {
  readonly origin: Origin;
  readonly entries: Entries;
  /** Returns the value of a reliable binding, or `undefined`. */
  find<Name extends Slot>(name: Name): SlotValue<Name> | undefined;
  /** Returns the value of a binding. Without one, ends the check as untestable and states what to add to the config. */
  need<Name extends Slot>(name: Name): SlotValue<Name>;
  /** Returns the bindings for a check of these rules, without those inferred only by assuming the rules. */
  forJudging(rules: readonly (ClauseId | GapId)[]): Bindings;
}

/** Creates bindings from entries. */
export function createBindings(entries: Entries, origin: Origin, judged: readonly (ClauseId | GapId)[] = []): Bindings {
  const usable = <Name extends Slot>(name: Name): Binding<SlotValue<Name>> | undefined => {
    const entry = getEntry(entries, name);
    return entry !== undefined && findUnusableReason(entry, judged) === undefined ? entry : undefined;
  };
  return {
    origin,
    entries,
    find: (name) => usable(name)?.value,
    need(name) {
      const entry = usable(name);
      if (entry === undefined) {
        const missing = untestable(formatMissingBinding(entries, name, judged));
        throw new Concluded(addRemedy(missing, { kind: 'binding', name }));
      }
      return entry.value;
    },
    forJudging: (rules) => createBindings(entries, origin, rules),
  };
}

/** Returns the entry with that name; the slot table determines the type of its value. */
export const getEntry = <Name extends Slot>(entries: Entries, name: Name): Binding<SlotValue<Name>> | undefined =>
  entries[name] as Binding<SlotValue<Name>> | undefined; // by the type of Entries

/** Returns the value that a line of the config decides; `undefined` for what the kit found itself. */
export function findGiven<Name extends Slot>({ entries }: Bindings, name: Name): SlotValue<Name> | undefined {
  const entry = getEntry(entries, name);
  return entry?.evidence.some(({ source }) => source === 'config') === true ? entry.value : undefined;
}

/** Returns the slots without an entry, in slot order. */
export const listMissingSlots = (entries: Entries): Slot[] => SLOTS.filter((name) => entries[name] === undefined);

/**
 * Returns the unusable slots: those without an entry, and those with a guess.
 *
 * @example
 * const missing = listUnusableSlots(bindings);
 */
export const listUnusableSlots = ({ origin, entries }: Bindings): Slot[] =>
  origin === 'builtin'
    ? []
    : SLOTS.filter((name) => entries[name] === undefined || entries[name].confidence === 'guess');

/** Returns why a check of these rules must not rely on a binding, or `undefined`. */
function findUnusableReason(
  { confidence, evidence }: Binding,
  judged: readonly (ClauseId | GapId)[],
): 'guess' | 'circular' | undefined {
  if (confidence === 'guess') return 'guess';
  const hasIndependentSupport = evidence.some(
    ({ assumedRules }) => !assumedRules.some((rule) => judged.includes(rule)),
  );
  return hasIndependentSupport ? undefined : 'circular';
}

function formatMissingBinding(entries: Entries, name: Slot, judged: readonly (ClauseId | GapId)[]): string {
  const { meaning, example } = slots[name];
  const where = `bindings.${name} in the config`;
  const entry = getEntry(entries, name);
  if (entry === undefined) return `the kit does not know ${meaning}; set ${where}, for example: ${example}`;
  const shown = formatBindingValue(entry.value);
  const because = entry.evidence.map(({ observation: evidence }) => evidence).join('; ');
  return findUnusableReason(entry, judged) === 'circular'
    ? `${meaning} was inferred as ${shown} only from what this check tests (${because}); if correct, confirm it: ${where}`
    : `${meaning} may be ${shown} (${because}); if correct, confirm it: ${where}`;
}

/** Formats the value of a binding for a message. */
export const formatBindingValue = (value: unknown): string =>
  typeof value === 'string' ? (value === '' ? '""' : value) : JSON.stringify(value);
