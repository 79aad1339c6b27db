import { LRUCache } from 'lru-cache';
import type { Exchange } from '../../http/exchange.ts';
import { findEntries, findTexts, findValue } from '../../reading/pointers.ts';
import { fail, pass } from '../../reading/verdicts/verdict.ts';
import type { Bindings } from '../../slots/bindings.ts';
import type { Slot } from '../../slots/slots.ts';
import { readSeenList } from './lists.ts';
import type { TrafficRule } from './rule.ts';

/** Columns that a transaction of the sandbox never changes. The document does not state that they stay: advice. */
const COLUMNS = [
  'transactions.terminal',
  'transactions.terminal_date_and_time',
  'transactions.transaction_type',
  'transactions.sequence_number',
  'transactions.account_type',
  'transactions.response',
  'transactions.amount_requested',
  'transactions.amount_completed',
  'transactions.surcharge_requested',
  'transactions.surcharge_completed',
] as const satisfies readonly Slot[];

/** The number of transactions whose columns are remembered. */
const MOST_ROWS = 20_000;

/** Returns the columns of a row as one text. */
const writeFacts = (row: unknown, bindings: Bindings): string =>
  JSON.stringify(COLUMNS.map((slot) => findValue(row, bindings.need(slot)) ?? null));

/** Returns the transactions of a list or of the portal. */
function listTransactions(exchange: Exchange, rows: readonly unknown[], bindings: Bindings): readonly unknown[] {
  if (exchange.operation !== 'getPortal') return rows;
  const recent = bindings.find('portal.recent_transactions');
  return recent === undefined ? [] : findEntries(exchange.json, `${recent}/*`).map(({ value }) => value);
}

const transactionsKeepTheirColumns: TrafficRule = {
  id: 'traffic/transactions-keep-their-columns',
  title: 'A transaction has the same columns in every list and at any time',
  clause: 'transactions.row',
  covers: ['terminals.transactions'],
  level: 'should',
  party: 'service',
  shownBy: 'GET /v1/transactions with several parameters',
  open: (context) => {
    const known = new LRUCache<string, string>({ max: MOST_ROWS });
    return {
      observe(seen) {
        const { exchange, caller } = seen;
        const bindings = context.bindings();
        const list = readSeenList(seen, context);
        const isPortal = exchange.operation === 'getPortal' && exchange.status === 200 && seen.hasBody;
        // a service of another shape may write a row otherwise in another list
        if (bindings?.origin !== 'builtin' || caller.kind !== 'key' || (list === undefined && !isPortal))
          return undefined;
        if (list !== undefined && !/Transactions$/.test(list.operation)) return undefined;
        let isRepeated = false;
        for (const row of listTransactions(exchange, list?.rows.map(({ value }) => value) ?? [], bindings)) {
          const [id] = findTexts(row, bindings.need('transactions.id'));
          if (id === undefined) continue;
          const [facts, before] = [writeFacts(row, bindings), known.get(`${caller.name} ${id}`)];
          if (before !== undefined && before !== facts)
            return fail({ expected: `${id} with ${before}, as before`, actual: exchange, saw: facts });
          isRepeated ||= before !== undefined;
          known.set(`${caller.name} ${id}`, facts);
        }
        return isRepeated ? pass(exchange) : undefined;
      },
    };
  },
};

export const factRules: readonly TrafficRule[] = [transactionsKeepTheirColumns];
