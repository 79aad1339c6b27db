import type { Pointer } from '../../oracles/pointers.ts';
import type { Binding, Confidence, Support } from '../bindings.ts';
import { type Column, isSingle } from './columns.ts';
import { type Concept, likeness, means, wordsOf } from './words.ts';

/** What a thing is called, and what it looks like. */
export interface Wanted {
  /** Ways to say it, the best first: the meanings that its words must have. */
  readonly called: readonly (readonly Concept[])[];
  /** Meanings that its words must not have. */
  readonly not?: readonly Concept[];
  readonly looks: (column: Column) => boolean;
  /** A column that alone looks like this is likely to be it, whatever it is called. */
  readonly isDiscriminating?: boolean;
  /** Unwanted meanings count in the last part of a pointer only. */
  readonly notByLastName?: boolean;
  /** It holds things: its name may say more, and what stands in it is no rival. */
  readonly mayHold?: boolean;
  /** It stands within a list of each sample. */
  readonly isMany?: boolean;
}

/** What experiments showed, by the pointers that they speak for. */
export type Shown = ReadonlyMap<Pointer, readonly Support[]>;

interface Candidate {
  readonly column: Column;
  readonly score: number;
  /** Its name says this and nothing else, or something other than names speaks for it. */
  readonly isPlain: boolean;
  readonly support: readonly Support[];
}

const MARGIN = 0.2;
/** What says a thing and no more needs less of a lead over what says more. */
const NARROW = 0.1;

/**
 * The column that is the wanted one, with the reasons; a guess when another is nearly as good. What rests on a rule never
 * outweighs what does not: it confirms a choice, or makes one that says of all its reasons that they rest on that rule.
 */
export function choose(
  columns: readonly Column[],
  wanted: Wanted,
  shown: Shown = new Map(),
): Binding<Pointer> | undefined {
  const fitting = columns.filter((column) => (wanted.isMany === true || isSingle(column)) && wanted.looks(column));
  const alone = bestOf(fitting, wanted, independent(shown));
  const best = bestOf(fitting, wanted, shown);
  if (best === undefined || alone?.value === best.value) return best;
  if (alone !== undefined && alone.confidence !== 'guess') return { ...alone, confidence: 'guess' };
  const rules = [...new Set(best.support.flatMap(({ restsOn }) => restsOn))];
  return { ...best, support: best.support.map((one) => ({ ...one, restsOn: rules })) };
}

/** What was shown without any rule having to hold. */
const independent = (shown: Shown): Shown =>
  new Map([...shown].map(([pointer, support]) => [pointer, support.filter(({ restsOn }) => restsOn.length === 0)]));

function bestOf(fitting: readonly Column[], wanted: Wanted, shown: Shown): Binding<Pointer> | undefined {
  const candidates = fitting
    .map((column) => candidateOf(column, wanted, shown.get(column.pointer) ?? []))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.column.pointer.length - b.column.pointer.length);
  const [best, ...others] = candidates;
  if (best === undefined) return aloneInLooks(fitting, wanted);
  const isPartOf = (column: Column) => wanted.mayHold === true && column.pointer.startsWith(`${best.column.pointer}/`);
  const rival = others.find(({ column }) => !saysTheSame(column, best.column) && !isPartOf(column));
  const isClear = rival === undefined || best.score - rival.score >= (best.isPlain && !rival.isPlain ? NARROW : MARGIN);
  return {
    value: best.column.pointer,
    confidence: isClear && best.isPlain ? confidenceOf(best.support) : 'guess',
    support: best.support,
  };
}

/** How well a name has to say it, and a description, which has more words, if nothing else speaks for a column. */
const PLAIN_NAME = 1;
const PLAIN_TEXT = 0.75;

function candidateOf(column: Column, wanted: Wanted, experiments: readonly Support[]): Candidate {
  const { called, not = [], notByLastName = false, mayHold = false } = wanted;
  const lastName = wordsOf(column.pointer.split('/').at(-1) ?? '');
  const best = (words: readonly string[], lenience: number) =>
    not.some((concept) => means(notByLastName ? lastName : words, concept))
      ? 0
      : Math.max(0, ...called.map((concepts, index) => likeness(words, concepts, lenience) - 0.12 * index));
  const saidBy = (words: readonly string[], lenience?: number) =>
    Math.max(...called.map((concepts) => likeness(words, concepts, lenience)));
  const byName = best(column.words, 0.12);
  const byText = best(column.said, 0.05);
  return {
    column,
    score: byName + 0.8 * byText + experiments.length,
    isPlain:
      mayHold ||
      experiments.length > 0 ||
      (byName > 0 && saidBy(column.words) >= PLAIN_NAME) ||
      (byText > 0 && saidBy(column.said, 0.05) >= PLAIN_TEXT),
    support: [
      ...(byName > 0 ? [{ from: 'names', evidence: `its name is ${column.pointer}`, restsOn: [] } as const] : []),
      ...(byText > 0
        ? [
            {
              from: 'document',
              evidence: `the published document calls it "${column.said.join(' ')}"`,
              restsOn: [],
            } as const,
          ]
        : []),
      ...experiments,
    ],
  };
}

/** Two reasons of different kinds make it certain, one makes it likely. */
export function confidenceOf(support: readonly Support[]): Confidence {
  return new Set(support.map(({ from }) => from)).size > 1 ? 'certain' : 'likely';
}

function aloneInLooks(fitting: readonly Column[], { isDiscriminating }: Wanted): Binding<Pointer> | undefined {
  const [only, ...others] = fitting.filter(({ values }) => values.length > 0);
  if (only === undefined || others.length > 0 || isDiscriminating !== true) return undefined;
  return {
    value: only.pointer,
    confidence: 'likely',
    support: [{ from: 'shape', evidence: 'nothing else looks like it', restsOn: [] }],
  };
}

/** Whether two members of one object, like a code and its text, name the same things: each value of one goes with one of the other. */
function saysTheSame(one: Column, other: Column): boolean {
  const parentOf = ({ pointer }: Column) => pointer.slice(0, pointer.lastIndexOf('/'));
  if (parentOf(one) !== parentOf(other) || one.values.length < 2) return false;
  const pairs = one.held.map((values, index) => JSON.stringify([values, other.held[index]]));
  const distinct = (column: Column) => new Set(column.held.map((values) => JSON.stringify(values))).size;
  const hasRepeats = distinct(one) < one.held.length; // where nothing comes again, anything goes with anything
  return (
    parentOf(one) !== '' && hasRepeats && new Set(pairs).size === distinct(one) && distinct(one) === distinct(other)
  );
}
