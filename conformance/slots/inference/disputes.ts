import type { ValuePointer } from '../../reading/pointers.ts';
import { type Concept, scoreLikeness, splitWords } from '../../reading/words/synonyms.ts';
import type { BindingEvidence } from '../bindings.ts';
import { bindColumn, bindColumns, bindDeclaredId, bindList, findColumnsAmong, getDepth } from './bind-columns.ts';
import { type EvidenceByPointer, rateConfidence } from './columns/choose-column.ts';
import {
  type Column,
  containsAmounts,
  containsInstants,
  containsScalars,
  containsStrings,
  hasFewValues,
  isInEverySample,
  isInMostSamples,
  isOutsideLists,
  listTexts,
} from './columns/columns.ts';
import { createEvidence, type InferenceState } from './columns/inference-state.ts';
import { readTerminalIds, readTransactionIds } from './known-ids.ts';

/** Binds the members of a dispute. Members that occur only in resolved disputes are identified by that. */
export async function bindDisputes(state: InferenceState): Promise<void> {
  const columns = await bindList(state, 'listDisputes');
  const known = await readTransactionIds(state);
  const byTransaction = await findTransactionColumns(state, columns, known);
  const terminals = new Set(await readTerminalIds(state));
  const byTerminal = findColumnsAmong(columns, terminals, 'its values are known terminal ids');
  bindColumn(state, 'disputes.transaction', {
    columns,
    names: [['transaction', 'id'], ['transaction']],
    fits: (column) => byTransaction.has(column.pointer),
    evidenceByPointer: byTransaction,
  });
  bindColumn(state, 'disputes.terminal', {
    columns,
    names: [['terminal', 'id'], ['terminal']],
    fits: (column) => byTerminal.has(column.pointer),
    evidenceByPointer: byTerminal,
  });
  bindDeclaredId(state, 'disputes.transaction', { columns, thing: 'transaction' });
  bindDeclaredId(state, 'disputes.terminal', { columns, thing: 'terminal' });
  bindColumn(state, 'disputes.status', {
    columns,
    names: [['dispute', 'status'], ['status']],
    excludedConcepts: ['resolution', 'assignment'],
    fits: (column) => hasFewValues(column) && isInMostSamples(column) && getDepth(column) === 1,
  });
  bindColumn(state, 'disputes.reason_code', {
    columns,
    names: [['reason', 'id'], ['dispute', 'reason'], ['reason']],
    excludedConcepts: ['resolution'],
    fits: (column) => containsStrings(column) && isInEverySample(column),
  });
  bindColumn(state, 'disputes.amount', {
    columns,
    names: [['dispute', 'amount'], ['amount']],
    excludedConcepts: ['resolution', 'count'],
    fits: containsAmounts,
    isDiscriminating: true,
  });
  bindColumn(state, 'disputes.due_date', {
    columns,
    names: [['due', 'date'], ['due']],
    excludedConcepts: ['resolution', 'reviewer'],
    fits: containsInstants,
  });
  bindColumns(state, 'disputes.assignment', { columns, concepts: ['assignment'] });
  const status = state.getValue('disputes.status');
  const late =
    status === undefined
      ? []
      : findConditionalColumns(
          columns,
          columns.find(({ pointer }) => pointer === status),
        );
  const reviewer: EvidenceByPointer = new Map(
    late.map(({ column }) => [
      column.pointer,
      [
        {
          source: 'experiment',
          observation: 'it occurs in some statuses and never in others',
          assumedRules: ['disputes.reviewer_only_when_resolved'],
        } as const,
      ],
    ]),
  );
  const isTop = (column: Column) => getDepth(column) === 1 && isOutsideLists(column);
  bindColumn(state, 'disputes.reviewer', {
    columns: columns.filter(isTop),
    names: [['reviewer']],
    fits: (column) => !containsInstants(column) || column.values.length === 0,
    evidenceByPointer: filterByName(columns, reviewer, 'reviewer'),
  });
  const taken = state.getValue('disputes.reviewer');
  bindColumns(state, 'disputes.resolution', {
    columns: columns.filter((column) => column.pointer !== taken && isTop(column)),
    concepts: ['resolution'],
  });
  bindResolvedStatuses(state, columns, late);
}

/** Keeps the evidence for columns whose name or description fits: several columns may share the same behaviour. */
const filterByName = (
  columns: readonly Column[],
  evidenceByPointer: EvidenceByPointer,
  concept: Concept,
): EvidenceByPointer =>
  new Map(
    [...evidenceByPointer].filter(([pointer]) =>
      columns.some(
        (column) =>
          column.pointer === pointer &&
          (scoreLikeness(column.nameWords, [concept]) > 0 || scoreLikeness(column.descriptionWords, [concept]) > 0),
      ),
    ),
  );

interface ConditionalColumn {
  readonly column: Column;
  /** The statuses of the rows with this column. */
  readonly when: ReadonlySet<string>;
}

/** Returns the columns that occur in all rows of some statuses, and in no row of the other statuses. */
function findConditionalColumns(columns: readonly Column[], status: Column | undefined): ConditionalColumn[] {
  const statusAt = (row: number) => String(status?.valuesBySample[row]?.[0]);
  return columns
    .filter(({ pointer }) => pointer !== status?.pointer)
    .flatMap((column) => {
      const there = column.valuesBySample.map((values) =>
        values.some((value) => value !== null && value !== undefined),
      );
      const when = new Set(there.flatMap((is, row) => (is ? [statusAt(row)] : [])));
      const never = new Set(there.flatMap((is, row) => (is ? [] : [statusAt(row)])));
      return when.size > 0 && never.size > 0 && [...when].every((one) => !never.has(one)) ? [{ column, when }] : [];
    });
}

const RESOLVED =
  /^(resolved|closed|won|lost|upheld|rejected|denied|accepted|refunded|settled|completed|done|decided|withdrawn|cancelled|canceled|expired|dismissed|reversed|final|finalised|finalized|resuelt[ao]|cerrad[ao]|rechazad[ao]|aceptad[ao]|erledigt|geschlossen|entschieden|abgeschlossen|gelost|resolue?|cloture|close|rejetee?|acceptee?|resolvid[ao]|encerrad[ao]|opgelost|gesloten|risolt[ao]|chius[ao])$/;

/** Binds the statuses of resolved disputes: by their names, by the presence of resolution fields, or by both. */
function bindResolvedStatuses(
  state: InferenceState,
  columns: readonly Column[],
  late: readonly ConditionalColumn[],
): void {
  const column = columns.find(({ pointer }) => pointer === state.getValue('disputes.status'));
  if (column === undefined) return;
  const statuses = [...new Set([...listTexts(column), ...column.enumValues])];
  const getWords = (status: string) => splitWords(`${status} ${column.meanings.get(status) ?? ''}`);
  const named = statuses.filter((status) => getWords(status).some((word) => RESOLVED.test(word)));
  const resolution = new Set(state.getValue('disputes.resolution'));
  const evidenceByPointer = late.find((one) => resolution.has(one.column.pointer))?.when;
  const seen = new Set(listTexts(column));
  const agree =
    evidenceByPointer !== undefined &&
    [...seen].every((status) => evidenceByPointer.has(status) === named.includes(status));
  const isSubset = evidenceByPointer !== undefined && named.every((status) => evidenceByPointer.has(status));
  const value = agree || (named.length > 0 && !isSubset) ? named : [...(evidenceByPointer ?? [])];
  if (value.length === 0) return;
  // the names cover a part of the statuses with resolution fields: the fields decide
  const isPartlyNamed = !agree && isSubset;
  const isContradicted = evidenceByPointer !== undefined && !agree && !isPartlyNamed && named.length > 0;
  const evidence = [
    ...(named.length > 0 ? [createEvidence('names', `the statuses are ${statuses.join(', ')}`)] : []),
    ...(evidenceByPointer !== undefined && !isContradicted
      ? [createEvidence('shape', 'disputes in these statuses have resolution fields')]
      : []),
  ];
  state.bind('disputes.resolved_statuses', {
    value,
    confidence: isContradicted ? 'guess' : rateConfidence(evidence),
    evidence,
  });
}

/** Returns evidence for columns with transaction ids: the ids are known, or the timeline of one can be read. */
async function findTransactionColumns(
  state: InferenceState,
  columns: readonly Column[],
  known: ReadonlySet<string>,
): Promise<EvidenceByPointer> {
  const direct = findColumnsAmong(columns, known, 'its values are known transaction ids');
  if (direct.size > 0) return direct;
  const [caller] = state.callers;
  const evidenceByPointer = new Map<ValuePointer, readonly BindingEvidence[]>();
  for (const column of columns
    .filter(
      (one) =>
        containsScalars(one) &&
        isInEverySample(one) &&
        (scoreLikeness(one.nameWords, ['transaction']) > 0 || scoreLikeness(one.descriptionWords, ['transaction']) > 0),
    )
    .slice(0, 3)) {
    const ids = listTexts(column).slice(0, 3);
    for (const transaction_id of ids) {
      if (
        caller === undefined ||
        (await state.read(caller, 'getTransactionTimeline', { transaction_id })) === undefined
      )
        continue;
      evidenceByPointer.set(column.pointer, [
        createEvidence('experiment', 'one of its values opens the timeline of a transaction'),
      ]);
      break;
    }
  }
  return evidenceByPointer;
}
