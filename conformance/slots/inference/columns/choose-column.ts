import { findLargest } from '../../../../base/large-lists.ts';
import { getLastSegment, type ValuePointer } from '../../../reading/pointers.ts';
import { readInstants } from '../../../reading/values/instants.ts';
import { type Concept, express, scoreLikeness, splitWords } from '../../../reading/words/synonyms.ts';
import type { Binding, BindingEvidence, Confidence } from '../../bindings.ts';
import { type Column, isConstant, isOutsideLists } from './columns.ts';

/** The criteria for the column of a slot: its names and its values. */
export interface ColumnCriteria {
  /** Alternative names, the best first: each lists the concepts that the words must express. */
  readonly names: readonly (readonly Concept[])[];
  /** Concepts that the words must not express. */
  readonly excludedConcepts?: readonly Concept[];
  readonly fits: (column: Column) => boolean;
  /** Accepts a column with any name if only its values fit. */
  readonly isDiscriminating?: boolean;
  /** Applies `excludedConcepts` only to the last segment of a pointer. */
  readonly excludesByLastSegment?: boolean;
  /** The column contains others: its name may contain further words, and its members do not compete with it. */
  readonly isContainer?: boolean;
  /** The column is inside a list of each sample. */
  readonly isInsideList?: boolean;
}

/** Evidence from experiments, by the pointer that it supports. */
export type EvidenceByPointer = ReadonlyMap<ValuePointer, readonly BindingEvidence[]>;

interface Candidate {
  readonly column: Column;
  readonly score: number;
  /** How well its name expresses one of the alternative names. */
  readonly likeness: number;
  /** The name expresses only the wanted concepts, or there is evidence other than names. */
  readonly isPlain: boolean;
  readonly evidence: readonly BindingEvidence[];
}

/** The required difference between the scores of the best two candidates. */
const MARGIN = 0.2;
/** The required difference if only the best candidate has a plain name. */
const NARROW = 0.1;

/**
 * Returns the column that fits best, with its evidence; a guess if another one scores nearly as high. Evidence that assumes
 * a rule never overrides independent evidence: it confirms the choice, or the whole binding assumes that rule.
 */
export function chooseColumn(
  columns: readonly Column[],
  criteria: ColumnCriteria,
  evidenceByPointer: EvidenceByPointer = new Map(),
): Binding<ValuePointer> | undefined {
  const fitting = columns.filter(
    (column) => (criteria.isInsideList === true || isOutsideLists(column)) && criteria.fits(column),
  );
  const independent = findBestCandidate(fitting, criteria, filterIndependent(evidenceByPointer));
  const best = findBestCandidate(fitting, criteria, evidenceByPointer);
  if (best === undefined || independent?.value === best.value) return best;
  if (independent !== undefined && independent.confidence !== 'guess') {
    // a column that its name excludes cannot contradict: then the behaviour is wrong, not the name
    const other = fitting.find(({ pointer }) => pointer === best.value);
    const isExcluded = (criteria.excludedConcepts ?? []).some((one) => other && express(other.nameWords, one));
    return isExcluded ? independent : { ...independent, confidence: 'guess' };
  }
  const rules = [...new Set(best.evidence.flatMap(({ assumedRules }) => assumedRules))];
  return { ...best, evidence: best.evidence.map((one) => ({ ...one, assumedRules: rules })) };
}

/** Keeps the evidence that assumes no rule. */
const filterIndependent = (evidenceByPointer: EvidenceByPointer): EvidenceByPointer =>
  new Map(
    [...evidenceByPointer].map(([pointer, evidence]) => [
      pointer,
      evidence.filter(({ assumedRules }) => assumedRules.length === 0),
    ]),
  );

function findBestCandidate(
  fitting: readonly Column[],
  criteria: ColumnCriteria,
  evidenceByPointer: EvidenceByPointer,
): Binding<ValuePointer> | undefined {
  const candidates = fitting
    .map((column) => toCandidate(column, criteria, evidenceByPointer.get(column.pointer) ?? []))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.column.pointer.length - b.column.pointer.length);
  const [best, ...others] = candidates;
  if (best === undefined) return findOnlyFitting(fitting, criteria);
  const isPartOf = (column: Column) =>
    criteria.isContainer === true && column.pointer.startsWith(`${best.column.pointer}/`);
  const rival = others.find(({ column }) => !areCounterparts(column, best.column) && !isPartOf(column));
  const isAlone =
    (best.score >= ALONE && others.every(({ column }) => haveSameParent(column, best.column))) ||
    (best.likeness >= WITHOUT_RIVALS && others.length === 0 && best.column.values.length > 0);
  const isClear = rival === undefined || best.score - rival.score >= (best.isPlain && !rival.isPlain ? NARROW : MARGIN);
  return {
    value: best.column.pointer,
    confidence: (isClear && best.isPlain) || isAlone ? rateConfidence(best.evidence) : 'guess',
    evidence: best.evidence,
  };
}

/** The minimum score of the only candidate, if its name has further words. */
const ALONE = 0.85;
/** The minimum likeness of a candidate, one further word, if no other column has any of the wanted names. */
const WITHOUT_RIVALS = 0.85;
/** The weight of the name of a member that has the same value in every sample, or none in any. */
const CONSTANT = 0.6;
/** The minimum likeness of a plain name, and of a plain description, which has more words. */
const PLAIN_NAME = 1;
const PLAIN_TEXT = 0.75;

function toCandidate(column: Column, criteria: ColumnCriteria, experiments: readonly BindingEvidence[]): Candidate {
  const { names, excludedConcepts = [], excludesByLastSegment = false, isContainer = false } = criteria;
  const lastName = splitWords(column.path.at(-1) ?? '');
  const best = (words: readonly string[], tolerance: number) =>
    excludedConcepts.some((concept) => express(excludesByLastSegment ? lastName : words, concept))
      ? 0
      : findLargest(
          names.map((concepts, index) => scoreLikeness(words, concepts, tolerance) - 0.12 * index),
          0,
        );
  const scoreWords = (words: readonly string[], tolerance?: number) =>
    findLargest(names.map((concepts) => scoreLikeness(words, concepts, tolerance)));
  const byName = best(column.nameWords, 0.12);
  const byText = best(column.descriptionWords, 0.05);
  return {
    column,
    likeness: byName > 0 ? scoreWords(column.nameWords) : 0,
    score: (byName + 0.8 * byText) * rateValues(column) + experiments.length,
    isPlain:
      isContainer ||
      experiments.length > 0 ||
      (byName > 0 && scoreWords(column.nameWords) >= PLAIN_NAME) ||
      (byText > 0 && scoreWords(column.descriptionWords, 0.05) >= PLAIN_TEXT),
    evidence: [
      ...(byName > 0
        ? [{ source: 'names', observation: `its name is ${column.pointer}`, assumedRules: [] } as const]
        : []),
      ...(byText > 0
        ? [
            {
              source: 'document',
              observation: `the published document calls it "${column.descriptionWords.join(' ')}"`,
              assumedRules: [],
            } as const,
          ]
        : []),
      ...experiments,
    ],
  };
}

/** Returns the weight of a name: less without values, because a document may describe members that no longer exist. */
const rateValues = (column: Column): number =>
  isConstant(column) || (column.values.length === 0 && column.valuesBySample.length > 0) ? CONSTANT : 1;

/** Returns `certain` for evidence of two kinds, and `likely` for one. */
export function rateConfidence(evidence: readonly BindingEvidence[]): Confidence {
  return new Set(evidence.map(({ source: from }) => from)).size > 1 ? 'certain' : 'likely';
}

function findOnlyFitting(
  fitting: readonly Column[],
  { isDiscriminating }: ColumnCriteria,
): Binding<ValuePointer> | undefined {
  const [only, ...others] = fitting.filter(({ values }) => values.length > 0);
  if (only === undefined || others.length > 0 || isDiscriminating !== true) return undefined;
  return {
    value: only.pointer,
    confidence: 'likely',
    evidence: [{ source: 'shape', observation: 'it is the only member with such values', assumedRules: [] }],
  };
}

/** Whether two names begin with the same word, such as `response` and `responseCode`. */
const haveSameFirstWord = (one: Column, other: Column): boolean =>
  splitWords(one.path.at(-1) ?? '')[0] === splitWords(other.path.at(-1) ?? '')[0];

/** Whether two columns are members of one object below a row, such as the code and the text of a response. */
function haveSameParent(one: Column, other: Column): boolean {
  const getParent = ({ pointer }: Column) => pointer.slice(0, pointer.lastIndexOf('/'));
  return one.path.length > 1 && getParent(one) === getParent(other);
}

/** Whether two members have the same values, such as an id and a URL that ends in it: then either is right. */
export function haveSameValues(one: Column, other: Column): boolean {
  const toId = (value: unknown): string => (/\//.test(String(value)) ? getLastSegment(String(value)) : String(value));
  const toText = ({ valuesBySample }: Column) => JSON.stringify(valuesBySample.map((values) => values.map(toId)));
  return new Set(one.values.map(String)).size >= 2 && toText(one) === toText(other);
}

/** The share of the samples in which two forms of one instant agree: a form may be wrong in some. */
const MOST_SAMPLES = 0.8;

/** Whether two members with the same first word show the same instants in two forms, such as an epoch and a local text. */
function denoteSameInstants(one: Column, other: Column): boolean {
  if (!haveSameFirstWord(one, other)) return false;
  const pairs = one.valuesBySample.flatMap((values, index): (readonly [number, number])[] => {
    const [a] = readInstants(values.map(String));
    const [b] = readInstants((other.valuesBySample[index] ?? []).map(String));
    return a === undefined || b === undefined ? [] : [[a, b]];
  });
  return pairs.length >= 2 && pairs.filter(([a, b]) => a === b).length >= MOST_SAMPLES * pairs.length;
}

/** Whether one of two members of an object determines the other, such as a code and its text. */
function areCounterparts(one: Column, other: Column): boolean {
  if (haveSameValues(one, other)) return true;
  const getParent = ({ pointer }: Column) => pointer.slice(0, pointer.lastIndexOf('/'));
  if (getParent(one) !== getParent(other) || one.values.length < 2) return false;
  if (denoteSameInstants(one, other)) return true;
  const pairs = one.valuesBySample.map((values, index) => JSON.stringify([values, other.valuesBySample[index]]));
  const distinct = (column: Column) => new Set(column.valuesBySample.map((values) => JSON.stringify(values))).size;
  const hasRepeats = distinct(one) < one.valuesBySample.length; // without repeated values, any two columns correspond
  return (
    (getParent(one) !== '' || haveSameFirstWord(one, other)) &&
    hasRepeats &&
    // several codes may have the same text
    new Set(pairs).size === Math.max(distinct(one), distinct(other))
  );
}
