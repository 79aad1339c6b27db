import type { OperationId } from '../../../../spec/index.ts';
import { type Caller, type Exchange, ignoreUnreadable, isSuccess, type Parameters } from '../../../http/client.ts';
import { findEntries, type ValuePointer } from '../../../reading/pointers.ts';
import type { Concept } from '../../../reading/words/synonyms.ts';
import type { Binding, BindingEvidence, Entries } from '../../bindings.ts';
import { LIST_SLOTS, type ListOperationId, type Slot, type SlotValue } from '../../slots.ts';
import { type Column, collectColumns } from './columns.ts';
import type { DescribedMembers, PublishedDocument } from './document.ts';
import { findWrappers } from './logical-path.ts';

/** The state of an inference: its callers, the published document, the responses and the bindings so far. */
export interface InferenceState {
  readonly callers: readonly Caller[];
  readonly document: PublishedDocument;
  /** The bindings so far. */
  readonly entries: Entries;
  /** The ids of terminals, transactions and connectors that were found by trying values. */
  readonly foundIds: Map<Concept, readonly string[]>;
  bind<Name extends Slot>(name: Name, binding: Binding<SlotValue<Name>> | undefined): void;
  getValue<Name extends Slot>(name: Name): SlotValue<Name> | undefined;
  /** Returns a successful JSON response, from a cache if possible; `undefined` for other responses and for those that cannot be read. */
  read(caller: Caller, operation: OperationId, parameters?: Parameters): Promise<Exchange | undefined>;
  /** Sends a read again, and keeps its response for later reads. */
  readAgain(caller: Caller, operation: OperationId, parameters?: Parameters): Promise<Exchange | undefined>;
}

/** Creates the state of a new inference. */
export function createInferenceState(callers: readonly Caller[], document: PublishedDocument): InferenceState {
  const entries: Record<string, unknown> = {};
  const answers = new Map<string, Promise<Exchange | undefined>>();
  const send =
    (isFresh: boolean): InferenceState['read'] =>
    async (caller, operation, wanted = {}) => {
      const parameters = Object.keys(wanted).length > 0 ? wanted : (findPlainest(caller, operation) ?? wanted);
      const key = JSON.stringify([caller.name, operation, parameters]);
      const known = isFresh ? undefined : answers.get(key);
      const answer =
        known ??
        ignoreUnreadable(async () => {
          const exchange = await caller.get(operation, parameters, isFresh ? { isFresh } : {});
          return isSuccess(exchange) && exchange.json !== undefined ? exchange : undefined;
        });
      answers.set(key, answer);
      return answer;
    };
  return {
    callers,
    document,
    entries: entries as Entries, // only `bind` adds entries, and it checks the type of the value
    foundIds: new Map(),
    bind(name, binding) {
      if (binding !== undefined) entries[name] = lowerConfidence(binding);
    },
    getValue: (name) => (entries as Entries)[name]?.value as SlotValue<typeof name> | undefined, // by `bind`
    read: send(false),
    readAgain: send(true),
  };
}

/** Returns the recorded parameters that select the fewest rows, for a caller that can only repeat recorded reads. */
const findPlainest = ({ listRecorded }: Caller, operation: OperationId): Parameters | undefined =>
  listRecorded?.(operation)
    .filter((one) => Object.keys(one).every((name) => name === 'limit'))
    .toSorted((one, other) => Object.keys(one).length - Object.keys(other).length)[0];

/** Calls a binding that rests on a single reason likely, and not certain. Checks rely on both alike. */
function lowerConfidence<Value>(binding: Binding<Value>): Binding<Value> {
  const reasons = new Set(binding.evidence.map(({ observation }) => observation));
  return binding.confidence === 'certain' && reasons.size < 2 ? { ...binding, confidence: 'likely' } : binding;
}

/** Creates evidence that assumes no rule. */
export const createEvidence = (from: BindingEvidence['source'], evidence: string): BindingEvidence => ({
  source: from,
  observation: evidence,
  assumedRules: [],
});

/** Returns the distinct rows of these responses. */
export function listDistinctRows(
  state: InferenceState,
  operation: ListOperationId,
  answers: readonly Exchange[],
): unknown[] {
  const pointer = state.getValue(LIST_SLOTS[operation].rows);
  if (pointer === undefined) return [];
  const rows = answers.flatMap(({ json }) => findEntries(json, pointer).map(({ value }) => value));
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
}

/** Returns the columns of the rows of a list. */
export function collectRowColumns(
  state: InferenceState,
  operation: ListOperationId,
  rows: readonly unknown[],
): Column[] {
  const pointer = state.getValue(LIST_SLOTS[operation].rows) ?? '';
  const described = findDescriptions(state.document, { operation, at: pointer, samples: rows });
  return collectColumns(rows, described, { wrappers: findWrappers(rows) });
}

/** A part of the responses to an operation. */
interface DescribedPart {
  readonly operation: OperationId;
  readonly at: ValuePointer;
  readonly samples: readonly unknown[];
}

/**
 * Returns the descriptions of the members of some samples: those of the response at the same place, or else, because a
 * document may describe bodies without their envelope, those with the most member names in common.
 */
export function findDescriptions(
  document: PublishedDocument,
  { operation, at, samples }: DescribedPart,
): DescribedMembers {
  const response = document.describeResponse(operation);
  const direct = pickBelow(response, at);
  const names = new Set(samples.slice(0, 20).flatMap((sample) => Object.keys(Object(sample))));
  const countKnown = (members: DescribedMembers) =>
    [...members.keys()].filter((one) => /^\/[^/]+$/.test(one) && names.has(one.slice(1))).length;
  if (countKnown(direct) >= 2 || names.size === 0) return direct;
  const parts = [response, ...document.listNamedSchemas()].flatMap((members) =>
    [...members.keys()].filter((one) => one.split('/').length < 6).map((one) => pickBelow(members, one)),
  );
  const [best] = parts
    .map((members) => ({ members, known: countKnown(members) }))
    .filter(({ members, known }) => known >= 2 && known * 2 >= countTop(members))
    .sort((a, b) => b.known - a.known);
  return best?.members ?? direct;
}

const countTop = (members: DescribedMembers): number =>
  [...members.keys()].filter((one) => /^\/[^/]+$/.test(one)).length;

/** Returns the members below a place, relative to it. */
const pickBelow = (members: DescribedMembers, at: ValuePointer): DescribedMembers =>
  new Map(
    [...members].flatMap(([pointer, description]) =>
      pointer.startsWith(`${at}/`) ? [[pointer.slice(at.length), description] as const] : [],
    ),
  );

/** Sends the same read as all callers, and returns the successful responses. */
export async function readWithAllKeys(
  state: InferenceState,
  operation: OperationId,
  parameters: Parameters = {},
): Promise<Exchange[]> {
  const answers: Exchange[] = [];
  for (const caller of state.callers) {
    const answer = await state.read(caller, operation, parameters);
    if (answer !== undefined) answers.push(answer);
  }
  return answers;
}

/** Sends the same read as one caller after the other, and returns the first successful response. */
export async function readWithAnyKey(
  state: InferenceState,
  operation: OperationId,
  parameters: Parameters,
): Promise<Exchange | undefined> {
  for (const caller of state.callers) {
    const answer = await state.read(caller, operation, parameters);
    if (answer !== undefined) return answer;
  }
  return undefined;
}
