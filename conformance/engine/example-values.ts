import type { OperationId } from '../../spec/index.ts';
import { type Exchange, isSuccess } from '../http/client.ts';
import type { Redactor } from '../http/redaction.ts';
import { findForbiddenData, resemblesCardNumber } from '../reading/card-data.ts';
import { findEntries, type PointerEntry, type ValuePointer } from '../reading/pointers.ts';
import { type Entries, getEntry } from '../slots/bindings.ts';
import { LIST_SLOTS, SLOTS, type Slot, slots } from '../slots/slots.ts';
import { redactText } from './results/exchange-record.ts';

/** The response that contains the value of a slot, and the slot of its parent; without one, the whole response. */
interface ValuePlace {
  readonly operation: OperationId;
  readonly parent?: Slot;
}

const PARENTS: Readonly<Partial<Record<Slot, Slot>>> = {
  'portal.terminal_id': 'portal.terminal_rows',
  'portal.terminal_group': 'portal.terminal_rows',
  'catalog.family': 'catalog.services',
  'catalog.event_types': 'catalog.services',
  'catalog.endpoints': 'catalog.services',
  'catalog.endpoint_method': 'catalog.endpoints',
  'catalog.endpoint_path': 'catalog.endpoints',
  'catalog.feed_paths': 'catalog.services',
};

const OPERATIONS: Readonly<Record<string, OperationId>> = {
  portal: 'getPortal',
  writes: 'getPortal',
  catalog: 'getIntegrationCatalog',
  provisioning: 'getProvisioningPayload',
};

const ROW_LISTS = Object.entries(LIST_SLOTS) as [OperationId, (typeof LIST_SLOTS)[keyof typeof LIST_SLOTS]][]; // the table's own keys

/** Returns where the value of a slot is; `undefined` if no response contains it. */
function findPlace(slot: Slot): ValuePlace | undefined {
  const { kind } = slots[slot];
  if (kind !== 'pointer' && kind !== 'pointers') return undefined;
  const topic = slot.slice(0, slot.indexOf('.'));
  const list = ROW_LISTS.find(([, { rows }]) => rows === `${topic}.rows`);
  if (list === undefined) {
    const operation = OPERATIONS[topic];
    const parent = PARENTS[slot];
    return operation && (parent === undefined ? { operation } : { operation, parent });
  }
  const [operation, { rows }] = list;
  const isInResponse = slot === rows || slot.startsWith('transactions.total_');
  return isInResponse ? { operation } : { operation, parent: rows };
}

const LONGEST = 40;
const HIDDEN = '[hidden]';

/**
 * Returns, for each binding that points into a response, the first value found there: in JSON, redacted, in at most 40
 * characters. Of objects and lists only the member names or the length. Card numbers, numbers like them and key material are
 * hidden.
 */
export function findExampleValues(
  entries: Entries,
  exchanges: readonly Exchange[],
  redact: Redactor,
): ReadonlyMap<Slot, string> {
  const examples = new Map<Slot, string>();
  for (const slot of SLOTS) {
    const found = findFirstValue(slot, entries, exchanges);
    if (found !== undefined) examples.set(slot, formatExample(found, redact));
  }
  return examples;
}

function findFirstValue(slot: Slot, entries: Entries, exchanges: readonly Exchange[]): PointerEntry | undefined {
  const operation = findPlace(slot)?.operation;
  for (const exchange of exchanges) {
    if (exchange.operation !== operation || !isSuccess(exchange)) continue;
    const found = listEntries(slot, entries, exchange.json).find(({ value }) => value !== undefined && value !== null);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the values of a slot in a response: those at its pointers, in each value of its parent. */
function listEntries(slot: Slot, entries: Entries, json: unknown): readonly PointerEntry[] {
  const parent = findPlace(slot)?.parent;
  const within = parent === undefined ? [{ value: json, key: '' }] : listEntries(parent, entries, json);
  const pointers = [getEntry(entries, slot)?.value].flat() as (ValuePointer | undefined)[]; // by the kind of the slot
  return pointers.flatMap((pointer) =>
    pointer === undefined ? [] : within.flatMap(({ value, key }) => findEntries(value, pointer, key)),
  );
}

function formatExample({ value, key }: PointerEntry, redact: Redactor): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return describeMembers(Object.keys(value), redact);
  const text = String(value);
  const isForbidden = findForbiddenData(text, { [key]: value }).length > 0 || resemblesCardNumber(text);
  if (isForbidden) return HIDDEN;
  const shown = shorten(redactText(text, redact));
  return typeof value === 'string' ? JSON.stringify(shown) : shown;
}

const describeMembers = (names: readonly string[], redact: Redactor): string =>
  names.length === 0 ? 'an empty object' : shorten(`{ ${redactText(names.join(', '), redact)} }`);

const shorten = (text: string): string =>
  text.length > LONGEST ? `${text.slice(0, LONGEST - 1).toWellFormed()}…` : text;
