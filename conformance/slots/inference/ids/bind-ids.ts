import type { ValuePointer } from '../../../reading/pointers.ts';
import { express, splitWords } from '../../../reading/words/synonyms.ts';
import type { BindingEvidence } from '../../bindings.ts';
import type { SlotOfKind } from '../../slots.ts';
import { createEvidence, type InferenceState } from '../columns/inference-state.ts';
import type { FoundIds } from './find-ids.ts';
import type { IdColumn } from './leaves.ts';

type PointerSlot = SlotOfKind<'pointer'>;

/** Where the ids of a kind are in the responses to one operation. */
export interface IdPlace {
  readonly operation: IdColumn['operation'];
  readonly rows: PointerSlot;
  readonly id: PointerSlot;
  /** Whether the rows are the things themselves, so that each row has another id. */
  readonly isOwn?: boolean;
  readonly thing: string;
  /** The id of the rows, if they are other things: their ids may be equal to ids of this kind. */
  readonly idOfRows?: PointerSlot;
}

/**
 * Binds a column with ids that were found by trying. A binding that names suggest stays if its values are such ids; otherwise the
 * found column replaces it. The rows are bound too if they are unknown and the place of the ids shows them.
 */
export function bindFoundIds(state: InferenceState, found: FoundIds | undefined, place: IdPlace): void {
  const columns = (found?.columns ?? []).filter(({ operation }) => operation === place.operation);
  if (columns.length === 0) return;
  const evidence = [createEvidence('experiment', `its values open paths of ${place.thing}s, and invented ones do not`)];
  const known = state.getValue(place.rows);
  const below = known === undefined ? [] : listOfRows(columns, known, place);
  const rows = below.length > 0 ? known : findRows(columns, place);
  if (rows === undefined) return;
  if (rows !== known) {
    if (known !== undefined && !mayReplaceRows(state, place)) return;
    state.bind(place.rows, { value: rows, confidence: 'likely', evidence });
  }
  const own = place.idOfRows === undefined ? undefined : state.getValue(place.idOfRows);
  const relative = (below.length > 0 ? below : listOfRows(columns, rows, place)).filter(
    ({ pointer }) => pointer !== own && !express(splitWords(pointer), 'emv'), // the digits of a flag may be ids
  );
  bindIdColumn(state, place, { relative, evidence });
}

/** Rows that only the order of names suggests may be replaced, those that an experiment found not. */
const mayReplaceRows = ({ entries }: InferenceState, { rows, isOwn }: IdPlace): boolean =>
  isOwn === true && entries[rows]?.evidence.every(({ source }) => source !== 'experiment') === true;

interface RelativeColumn {
  readonly pointer: ValuePointer;
  readonly column: IdColumn;
}

function bindIdColumn(
  state: InferenceState,
  { id }: IdPlace,
  { relative, evidence }: { readonly relative: readonly RelativeColumn[]; readonly evidence: BindingEvidence[] },
): void {
  const present = state.entries[id];
  const same = relative.find(({ pointer }) => pointer === present?.value);
  const [best] = same === undefined ? sortByFit(relative) : [same];
  if (best === undefined) return;
  state.bind(id, {
    value: best.pointer,
    confidence: 'certain',
    evidence: same === undefined ? [...evidence, ...evidence] : [...(present?.evidence ?? []), ...evidence],
  });
}

const sortByFit = (columns: readonly RelativeColumn[]): RelativeColumn[] =>
  columns.toSorted(
    (a, b) =>
      b.column.texts.length - a.column.texts.length || a.pointer.split('/').length - b.pointer.split('/').length,
  );

/** Returns the columns below some rows, with pointers relative to a row. */
const listRelative = (columns: readonly IdColumn[], rows: ValuePointer): RelativeColumn[] =>
  columns.flatMap((column) => {
    const { pointer } = column;
    if (pointer === rows) return [{ pointer: '', column }];
    if (!pointer.startsWith(`${rows}/`)) return [];
    const rest = pointer.slice(rows.length);
    return [{ pointer: rest === '/#' ? '#' : rest, column }];
  });

/** Returns the columns below some rows; if the rows are the things themselves, those with one id in each row. */
const listOfRows = (columns: readonly IdColumn[], rows: ValuePointer, { isOwn }: IdPlace): RelativeColumn[] =>
  listRelative(columns, rows).filter(({ pointer }) => isOwn !== true || !pointer.includes('*'));

/** Returns the rows that contain ids, one for each row if the rows are the things themselves. */
function findRows(columns: readonly IdColumn[], { isOwn }: IdPlace): ValuePointer | undefined {
  const usable = columns.filter(({ texts, count }) => isOwn !== true || texts.length === count);
  const [largest] = usable.toSorted((a, b) => b.texts.length - a.texts.length);
  if (largest === undefined) return undefined;
  const { pointer } = largest;
  const at =
    pointer.endsWith('/*') && pointer.indexOf('*') < pointer.length - 1 && isOwn !== true
      ? pointer.slice(0, -2).lastIndexOf('/*')
      : pointer.lastIndexOf('/*');
  return at === -1 ? undefined : pointer.slice(0, at + 2);
}
