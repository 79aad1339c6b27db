import { toSegment, type ValuePointer } from '../../../reading/pointers.ts';
import { builtinBindings } from '../../builtin-bindings.ts';
import { LIST_SLOTS, SLOTS, type Slot, slots } from '../../slots.ts';
import type { Truth } from './grading.ts';
import type { Shape } from './shapes.ts';

const ROWS = new Set<Slot>(Object.values(LIST_SLOTS).map(({ rows }) => rows));
const OF_SUMMARY = new Set<Slot>(['transactions.total_surcharge', 'transactions.total_withdrawn']);
const AMOUNTS =
  /^transactions\.(amount|surcharge|total)_|^settlements\.(credit_total|debit_total|net_payout)$|^disputes\.amount$/;

/** Returns the true bindings of a shape. Omits the catalog, whose member names are documented. */
export function createTruth(shape: Shape): Truth {
  const entries = SLOTS.flatMap((slot): [Slot, string | readonly string[]][] => {
    const value = slot in UNBOUND_VALUES ? UNBOUND_VALUES[slot] : builtinBindings.find(slot);
    const { kind } = slots[slot];
    if (value === undefined || slot.startsWith('catalog.')) return [];
    if (ROWS.has(slot)) return [[slot, getRowsPointer(slot, shape)]];
    if (kind === 'words' && Array.isArray(value))
      return [[slot, value.map((word) => addPrefix(slot, String(word), shape))]];
    if (slot === 'money.form') return [[slot, getMoneyForm(shape)]];
    if (typeof value !== 'string' && !Array.isArray(value)) return [];
    if (kind !== 'pointer' && kind !== 'pointers') return [];
    const pointers = [value].flat().map((pointer) => convertPointer(slot, String(pointer), shape));
    const [only = ''] = pointers;
    return [[slot, kind === 'pointer' && pointers.length < 2 ? only : pointers]];
  });
  return Object.fromEntries([...entries, ['time.form', shape.time], ['transactions.summary_covers', 'matching']]);
}

const getMoneyForm = ({ money }: Shape): string =>
  money === 'object' || money === 'decimal-comma' ? 'decimal-string' : money;

const addPrefix = (slot: Slot, word: string, { enumPrefixes }: Shape): string => {
  const prefix = enumPrefixes?.[slot === 'disputes.resolved_statuses' ? 'status' : 'transaction_type'];
  return prefix === undefined ? word : prefix + word.toUpperCase();
};

/** Values in the contract that the built-in bindings do not need. */
const UNBOUND_VALUES: Readonly<Partial<Record<Slot, string | readonly string[]>>> = {
  'settlements.entry_counts': ['/entry_count', '/credit_entry_count', '/debit_entry_count'],
  'transactions.response': ['/response', '/response_text'], // a code beside its text: either is right
  'locations.group': '/group_ids/*',
  'portal.terminal_group': '/group_ids/*',
};

/** Returns the rows of a list. A shape with bare arrays wraps only the transaction lists, which have a summary. */
const getRowsPointer = (slot: Slot, { envelope }: Shape): ValuePointer =>
  envelope.rows === '/*' && slot.includes('transactions') ? '/items/*' : envelope.rows;

function convertPointer(slot: Slot, pointer: ValuePointer, shape: Shape): ValuePointer {
  const segments = pointer.split('/').slice(1);
  const named = segments.map((name) => (name === '*' ? '/*' : toSegment(shape.name(name)))).join('');
  const amount = AMOUNTS.test(slot) && shape.money === 'object' ? `${named}/amount` : named;
  const isSingle = /^(portal|provisioning|writes)\./.test(slot) && !/^portal\.terminal_(id|group)$/.test(slot);
  if (isSingle) return (shape.envelope.single ?? '') + amount;
  return OF_SUMMARY.has(slot) ? amount.replace(/^\/[^/]+/, shape.envelope.summary) : amount;
}
