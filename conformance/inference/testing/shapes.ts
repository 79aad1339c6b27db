import { builtin } from '../../builtin.ts';
import { type Pointer, segmentOf } from '../../pointers.ts';
import { LIST_SLOTS, SLOTS, type Slot, slots } from '../../slots.ts';
import type { Truth } from './grading.ts';

/** A way to show what the kit's contract shows: other names, another envelope, other amounts, times and ids. */
export interface Shape {
  readonly title: string;
  /** The name of a member, from its name in the kit's contract. */
  readonly name: (contractName: string) => string;
  readonly envelope: Envelope;
  readonly money: 'decimal-string' | 'number' | 'minor-units' | 'object';
  readonly time: 'rfc3339' | 'epoch-seconds' | 'epoch-milliseconds';
  readonly ids: 'texts' | 'numbers';
}

/** What an envelope is made of; `next` is the address of the next page. */
interface Page {
  readonly rows: unknown;
  readonly summary: unknown;
  readonly cursor: unknown;
  readonly next: string | null;
}

interface Envelope {
  /** Where rows are, and the totals of transactions. */
  readonly rows: Pointer;
  readonly summary: string;
  /** The parameter that takes a cursor. */
  readonly parameter: string;
  readonly wrap: (page: Page) => unknown;
  readonly hasLinkHeader?: boolean;
}

const ENVELOPES = {
  bare: {
    rows: '/*',
    summary: '/totals',
    parameter: 'cursor',
    hasLinkHeader: true,
    wrap: ({ rows, summary }) => (summary === null ? rows : { items: rows, totals: summary }),
  },
  results: {
    rows: '/results/*',
    summary: '/totals',
    parameter: 'cursor',
    wrap: ({ rows, summary, next }) => ({
      count: [rows].flat().length,
      next,
      previous: null,
      results: rows,
      totals: summary,
    }),
  },
  hal: {
    rows: '/_embedded/things/*',
    summary: '/aggregate',
    parameter: 'cursor',
    wrap: ({ rows, summary, next }) => ({
      _links: { self: { href: '/' }, ...(next === null ? {} : { next: { href: next } }) },
      ...(summary === null ? {} : { aggregate: summary }),
      _embedded: { things: rows },
    }),
  },
  items: {
    rows: '/items/*',
    summary: '/summary',
    parameter: 'pageToken',
    wrap: ({ rows, summary, cursor }) => ({ items: rows, nextPageToken: cursor, summary }),
  },
  rows: {
    rows: '/rows/*',
    summary: '/sums',
    parameter: 'after',
    wrap: ({ rows, summary, cursor }) => ({ rows, paging: { after: cursor }, sums: summary }),
  },
} as const satisfies Readonly<Record<string, Envelope>>;

const camelCase = (name: string): string => name.replaceAll(/_([a-z\d])/g, (_, letter: string) => letter.toUpperCase());
const pascalCase = (name: string): string => camelCase(`_${name}`);
const snakeCase = (name: string): string => name;

/** Other words of the trade, for what the contract calls otherwise. */
const WORDS: Readonly<Record<string, string>> = {
  transaction_id: 'txn_no',
  transaction_type: 'txn_kind',
  terminal_id: 'atm_id',
  terminal_ids: 'atm_ids',
  terminal_datetime: 'local_time',
  seq_no: 'trace_number',
  account_type: 'account_kind',
  emv: 'chip_indicator',
  response: 'response_code',
  response_text: 'response_message',
  amt_req: 'requested_amount',
  amt_comp: 'dispensed_amount',
  sur_req: 'requested_fee',
  sur_comp: 'charged_fee',
  total_surcharge: 'fees_total',
  total_withdrawn: 'cash_dispensed_total',
  batch_id: 'settlement_id',
  net_payout: 'payout_amount',
  reason_code: 'claim_reason',
  dispute_id: 'claim_id',
  due_date: 'respond_by',
  resolution: 'decision',
  reviewer: 'reviewed_by',
  group_id: 'cluster_id',
  group_ids: 'cluster_ids',
  parent_group_id: 'parent_cluster_id',
  terminals: 'atms',
  groups: 'clusters',
};
/** The short names of older systems. */
const SHORT: Readonly<Record<string, string>> = {
  transaction_id: 'trxId',
  transaction_type: 'trxTyp',
  terminal_id: 'tid',
  terminal_ids: 'tids',
  terminal_datetime: 'trmDt',
  seq_no: 'stan',
  account_type: 'acctTyp',
  emv: 'icc',
  response: 'rc',
  response_text: 'rcTxt',
  amt_req: 'reqAmt',
  amt_comp: 'cmpAmt',
  sur_req: 'reqSur',
  sur_comp: 'cmpSur',
  total_surcharge: 'totSur',
  total_withdrawn: 'totWdl',
  batch_id: 'bno',
  entry_count: 'cnt',
  credit_total: 'crTot',
  debit_total: 'drTot',
  net_payout: 'net',
  timing: 'tms',
  reason_code: 'rsn',
  dispute_id: 'caseNo',
  due_date: 'dueDt',
  assignment: 'asgn',
  resolution: 'rslt',
  reviewer: 'rvw',
  status: 'sts',
  state: 'st',
  group_id: 'grp',
  parent_group_id: 'upGrp',
  location_id: 'loc',
  connector_id: 'conn',
  access_flags: 'rights',
};
/** Names that a reader, too, would have to think about. */
const VAGUE: Readonly<Record<string, string>> = {
  ...SHORT,
  transaction_id: 'key',
  terminal_id: 'where',
  terminal_datetime: 'when',
  transaction_type: 'what',
  response: 'how',
  amt_req: 'amount',
  amt_comp: 'cash',
  sur_req: 'fee',
  sur_comp: 'extra',
  credit_total: 'a',
  debit_total: 'b',
  net_payout: 'c',
  status: 'd',
  amount: 'e',
  due_date: 'f',
  reason_code: 'g',
};
const shortWords = (name: string): string => SHORT[name] ?? camelCase(name);
const vagueWords = (name: string): string => VAGUE[name] ?? camelCase(name);
const otherWords = (name: string): string => WORDS[name] ?? name;
const withUnit = (name: string): string =>
  /^(amt|sur)_|^(credit|debit)_total$|^net_payout$|^total_(surcharge|withdrawn)$|^amount$/.test(name)
    ? camelCase(`${name}_cents`)
    : camelCase(name);

export const SHAPES: readonly Shape[] = [
  {
    title: 'bare arrays, camelCase, numbers',
    name: camelCase,
    envelope: ENVELOPES.bare,
    money: 'number',
    time: 'rfc3339',
    ids: 'texts',
  },
  {
    title: 'results, snake_case, epoch seconds',
    name: snakeCase,
    envelope: ENVELOPES.results,
    money: 'decimal-string',
    time: 'epoch-seconds',
    ids: 'texts',
  },
  {
    title: 'HAL, camelCase, amounts with a currency, epoch milliseconds',
    name: camelCase,
    envelope: ENVELOPES.hal,
    money: 'object',
    time: 'epoch-milliseconds',
    ids: 'texts',
  },
  {
    title: 'items, cents, ids that are numbers',
    name: withUnit,
    envelope: ENVELOPES.items,
    money: 'minor-units',
    time: 'rfc3339',
    ids: 'numbers',
  },
  {
    title: 'rows, other words',
    name: otherWords,
    envelope: ENVELOPES.rows,
    money: 'decimal-string',
    time: 'rfc3339',
    ids: 'texts',
  },
  {
    title: 'results, PascalCase, ids that are numbers',
    name: pascalCase,
    envelope: ENVELOPES.results,
    money: 'number',
    time: 'rfc3339',
    ids: 'numbers',
  },
  {
    title: 'HAL, other words, cents without saying so',
    name: otherWords,
    envelope: ENVELOPES.hal,
    money: 'minor-units',
    time: 'epoch-seconds',
    ids: 'texts',
  },
  {
    title: 'items, snake_case, amounts with a currency',
    name: snakeCase,
    envelope: ENVELOPES.items,
    money: 'object',
    time: 'rfc3339',
    ids: 'numbers',
  },
  {
    title: 'items, short names, cents',
    name: shortWords,
    envelope: ENVELOPES.items,
    money: 'minor-units',
    time: 'epoch-milliseconds',
    ids: 'numbers',
  },
  {
    title: 'results, vague names, numbers',
    name: vagueWords,
    envelope: ENVELOPES.results,
    money: 'number',
    time: 'epoch-seconds',
    ids: 'texts',
  },
];

const ROWS = new Set<Slot>(Object.values(LIST_SLOTS).map(({ rows }) => rows));
const OF_SUMMARY = new Set<Slot>(['transactions.total_surcharge', 'transactions.total_withdrawn']);
const AMOUNTS =
  /^transactions\.(amount|surcharge|total)_|^settlements\.(credit_total|debit_total|net_payout)$|^disputes\.amount$/;

/** Where things are in a shape, by the names of bindings. The catalog, which the documented interface names itself, stays. */
export function truthOf(shape: Shape): Truth {
  const entries = SLOTS.flatMap((slot): [Slot, string | readonly string[]][] => {
    const value = slot in ADDED ? ADDED[slot] : builtin.find(slot);
    const { kind } = slots[slot];
    if (value === undefined || slot.startsWith('catalog.')) return [];
    if (ROWS.has(slot)) return [[slot, rowsOf(slot, shape)]];
    if (kind === 'words' && Array.isArray(value)) return [[slot, value.map(String)]];
    if (typeof value !== 'string' && !Array.isArray(value)) return [];
    if (kind !== 'pointer' && kind !== 'pointers') return [];
    const pointers = [value].flat().map((pointer) => pointerIn(slot, String(pointer), shape));
    return [[slot, kind === 'pointer' ? (pointers[0] ?? '') : pointers]];
  });
  return Object.fromEntries([...entries, ['time.form', shape.time], ['transactions.summary_covers', 'matching']]);
}

/** What the contract has, and the bindings of the kit have no use for. */
const ADDED: Readonly<Partial<Record<Slot, string | readonly string[]>>> = {
  'settlements.entry_counts': ['/entry_count', '/credit_entry_count', '/debit_entry_count'],
  'locations.group': '/group_ids/*',
  'portal.terminal_group': '/group_ids/*',
};

/** Lists without a summary may be bare where that of transactions is not. */
const rowsOf = (slot: Slot, { envelope }: Shape): Pointer =>
  envelope.rows === '/*' && slot.includes('transactions') ? '/items/*' : envelope.rows;

function pointerIn(slot: Slot, pointer: Pointer, shape: Shape): Pointer {
  const segments = pointer.split('/').slice(1);
  const named = segments.map((name) => (name === '*' ? '/*' : segmentOf(shape.name(name)))).join('');
  const amount = AMOUNTS.test(slot) && shape.money === 'object' ? `${named}/amount` : named;
  return OF_SUMMARY.has(slot) ? amount.replace(/^\/[^/]+/, shape.envelope.summary) : amount;
}
