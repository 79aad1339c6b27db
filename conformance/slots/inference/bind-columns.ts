import type { Exchange } from '../../http/client.ts';
import type { ValuePointer } from '../../reading/pointers.ts';
import { isUnmistakable } from '../../reading/refusal.ts';
import { type Concept, scoreLikeness } from '../../reading/words/synonyms.ts';
import type { Binding, BindingEvidence } from '../bindings.ts';
import type { ListOperationId, SlotOfKind } from '../slots.ts';
import { type ColumnCriteria, chooseColumn, type EvidenceByPointer, rateConfidence } from './columns/choose-column.ts';
import {
  type Column,
  containsInstants,
  containsObjects,
  containsScalars,
  isInMostSamples,
  isOutsideLists,
  listTexts,
} from './columns/columns.ts';
import {
  collectRowColumns,
  createEvidence,
  type InferenceState,
  listDistinctRows,
  readWithAllKeys,
} from './columns/inference-state.ts';
import { bindId, bindRows, findLargest } from './lists.ts';

/** Data of a list that is known before its rows and ids are bound. */
interface ListKnowledge {
  /** Evidence for the column of the ids. */
  readonly evidenceByPointer?: EvidenceByPointer;
  /** Responses to use instead of reading the list with all keys. */
  readonly answers?: readonly Exchange[];
}

/** Binds the rows and ids of a list, and returns the columns of its rows. */
export async function bindList(
  state: InferenceState,
  operation: ListOperationId,
  { evidenceByPointer, answers }: ListKnowledge = {},
): Promise<Column[]> {
  const read = answers ?? (await readWithAllKeys(state, operation));
  bindRows(state, operation, { answers: read });
  const columns = collectRowColumns(state, operation, listDistinctRows(state, operation, read));
  bindId(state, operation, {
    columns: collectRowColumns(state, operation, listDistinctRows(state, operation, findLargest(read))),
    evidenceByPointer,
  });
  return columns;
}

/** Returns the number of segments that carry meaning: wrappers such as `attributes` do not count. */
export const getDepth = ({ path }: Column): number => path.length;

/** Returns evidence for the columns in which at least half of the distinct values are known. */
export const findColumnsAmong = (
  columns: readonly Column[],
  known: ReadonlySet<string>,
  evidence: string,
): Map<ValuePointer, BindingEvidence[]> =>
  new Map(
    columns.flatMap((column) => {
      const texts = containsScalars(column) ? [...new Set(listTexts(column))] : [];
      const among = texts.filter((text) => known.has(text));
      // a short number is also a count or an amount
      const fewest = among.some(isUnmistakable) ? texts.length / 2 : texts.length;
      return among.length > 0 && among.length >= fewest
        ? [[column.pointer, [createEvidence('shape', evidence)]] as const]
        : [];
    }),
  );

/** The columns that a slot can be bound to, and how to choose one of them. */
export interface ColumnChoice extends ColumnCriteria {
  readonly columns: readonly Column[];
  readonly evidenceByPointer?: EvidenceByPointer | undefined;
}

export function bindColumn(
  state: InferenceState,
  slot: SlotOfKind<'pointer'>,
  { columns, evidenceByPointer, ...criteria }: ColumnChoice,
): Binding<ValuePointer> | undefined {
  const binding = chooseColumn(columns, criteria, evidenceByPointer);
  state.bind(slot, binding);
  return binding;
}

/** The columns among which one may have the plain name of an id. */
interface DeclaredId {
  readonly columns: readonly Column[];
  readonly thing: Concept;
}

/**
 * Binds an id that no values confirm to the only column with its plain name, such as `terminal_id`: unknown values there are a
 * fault, not another meaning.
 */
export function bindDeclaredId(
  state: InferenceState,
  slot: SlotOfKind<'pointer'>,
  { columns, thing }: DeclaredId,
): void {
  if (state.getValue(slot) !== undefined) return;
  const plain = columns.filter(
    (column) =>
      isOutsideLists(column) &&
      containsScalars(column) &&
      !containsInstants(column) &&
      isInMostSamples(column) &&
      column.values.length > 0 &&
      scoreLikeness(column.nameWords, [thing, 'id']) === 1,
  );
  const [only, ...others] = plain;
  if (only === undefined || others.length > 0) return;
  const evidence = [createEvidence('names', `its name is ${only.pointer}`)];
  state.bind(slot, { value: only.pointer, confidence: 'likely', evidence });
}

/** The columns that a slot with several pointers can be bound to, and how to choose some of them. */
interface ColumnsChoice {
  readonly columns: readonly Column[];
  readonly concepts: readonly Concept[];
  /** Whether the values of a column fit; by default, all values do. */
  readonly fits?: (column: Column) => boolean;
  /** Accepts columns with any name if their values fit. */
  readonly isDiscriminating?: boolean;
}

/**
 * Binds a slot with several pointers: to an object whose name fits, or else to all members whose name fits or, with
 * `isDiscriminating`, whose values fit. Binds members of one object as that object.
 */
export function bindColumns(
  state: InferenceState,
  slot: SlotOfKind<'pointers'>,
  { columns, concepts, fits = () => true, isDiscriminating = false }: ColumnsChoice,
): void {
  const isCalled = (column: Column) =>
    scoreLikeness(column.nameWords, concepts) > 0.7 || scoreLikeness(column.descriptionWords, concepts, 0.05) > 0.5;
  const top = columns.filter((column) => isOutsideLists(column) && getDepth(column) === 1);
  const object = top.filter((column) => containsObjects(column) && isCalled(column));
  const leaves = columns.filter(
    (column) =>
      isOutsideLists(column) &&
      containsScalars(column) &&
      column.values.length > 0 &&
      fits(column) &&
      (isDiscriminating || isCalled(column)),
  );
  const inside = top.filter(({ pointer }) => leaves.some((leaf) => `${leaf.pointer}/`.startsWith(`${pointer}/`)));
  const chosen = object.length > 0 ? object : leaves.length > 0 ? inside : top.filter(isCalled);
  if (chosen.length === 0) return;
  const byName = chosen.filter(isCalled).length > 0;
  const evidence = [
    ...(byName
      ? [createEvidence('names', `${chosen.map(({ pointer }) => pointer).join(', ')} has a fitting name`)]
      : []),
    ...(isDiscriminating && leaves.length > 0 ? [createEvidence('shape', 'its values are dates and times')] : []),
  ];
  if (evidence.length > 0)
    state.bind(slot, {
      value: chosen.map(({ pointer }) => pointer),
      confidence: rateConfidence(evidence),
      evidence,
    });
}
