import type { Pointer } from '../../oracles/pointers.ts';
import type { Binding, Confidence, Support } from '../bindings.ts';
import { type Column, isSingle } from './columns.ts';
import { type Concept, likeness, means, wordsOf } from './words.ts';

/** The criteria for the column of a slot: its names and its values. */
export interface Wanted {
  /** Alternative names, the best first: each lists the concepts that the words must express. */
  readonly called: readonly (readonly Concept[])[];
  /** Concepts that the words must not express. */
  readonly not?: readonly Concept[];
  readonly looks: (column: Column) => boolean;
  /** Accepts a column with any name if only its values fit. */
  readonly isDiscriminating?: boolean;
  /** Applies `not` only to the last segment of a pointer. */
  readonly notByLastName?: boolean;
  /** The column contains others: its name may contain further words, and its members do not compete with it. */
  readonly mayHold?: boolean;
  /** The column is inside a list of each sample. */
  readonly isMany?: boolean;
}

/** Evidence from experiments, by the pointer that it supports. */
export type Shown = ReadonlyMap<Pointer, readonly Support[]>;

interface Candidate {
  readonly column: Column;
  readonly score: number;
  /** The name expresses only the wanted concepts, or there is evidence other than names. */
  readonly isPlain: boolean;
  readonly support: readonly Support[];
}

/** The required difference between the scores of the best two candidates. */
const MARGIN = 0.2;
/** The required difference if only the best candidate has a plain name. */
const NARROW = 0.1;

/**
 * Returns the column that fits best, with its evidence; a guess if another one scores nearly as high. Evidence that assumes
 * a rule never overrides independent evidence: it confirms the choice, or the whole binding assumes that rule.
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

/** Keeps the evidence that assumes no rule. */
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

/** The minimum likeness of a plain name, and of a plain description, which has more words. */
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

/** Returns `certain` for evidence of two kinds, and `likely` for one. */
export function confidenceOf(support: readonly Support[]): Confidence {
  return new Set(support.map(({ from }) => from)).size > 1 ? 'certain' : 'likely';
}

function aloneInLooks(fitting: readonly Column[], { isDiscriminating }: Wanted): Binding<Pointer> | undefined {
  const [only, ...others] = fitting.filter(({ values }) => values.length > 0);
  if (only === undefined || others.length > 0 || isDiscriminating !== true) return undefined;
  return {
    value: only.pointer,
    confidence: 'likely',
    support: [{ from: 'shape', evidence: 'it is the only member with such values', restsOn: [] }],
  };
}

/** Whether two members of one object correspond one to one, such as a code and its text. */
function saysTheSame(one: Column, other: Column): boolean {
  const parentOf = ({ pointer }: Column) => pointer.slice(0, pointer.lastIndexOf('/'));
  if (parentOf(one) !== parentOf(other) || one.values.length < 2) return false;
  const pairs = one.held.map((values, index) => JSON.stringify([values, other.held[index]]));
  const distinct = (column: Column) => new Set(column.held.map((values) => JSON.stringify(values))).size;
  const hasRepeats = distinct(one) < one.held.length; // without repeated values, any two columns correspond
  return (
    parentOf(one) !== '' && hasRepeats && new Set(pairs).size === distinct(one) && distinct(one) === distinct(other)
  );
}
