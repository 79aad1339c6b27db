import type { OperationId } from '../../spec/index.ts';
import type { Bindings } from '../bindings.ts';
import { type Leak, scan } from '../card-data.ts';
import { type Check, check } from '../check.ts';
import { type Exchange, isSuccess } from '../client.ts';
import { few, tableOf } from '../reading.ts';
import { fail, pass, untestable, type Verdict } from '../verdict.ts';

/** Where transactions are told of. */
const OF_TRANSACTIONS: ReadonlySet<OperationId> = new Set<OperationId>([
  'listTransactions',
  'listTerminalTransactions',
  'getTransactionTimeline',
  'getPortal',
  'getAccountFeed',
  'getTerminalFeed',
  'listDisputes',
]);

const KINDS: readonly (readonly [slug: string, Leak['kind']])[] = [
  ['no-card-number', 'card number'],
  ['no-track-data', 'track data'],
  ['no-pin-block-or-key-material', 'PIN block or key material'],
];

/** For each kind, everything about transactions that was read in the whole run. */
export const transactionsHoldNoCardData: readonly Check[] = KINDS.map(([slug, kind]) =>
  check({
    id: `card-data/${slug}`,
    title: `No response about transactions holds a ${kind}`,
    clause: 'privacy.no_card_data',
    level: 'must',
    needs: ['archive', 'bindings'],
    async run({ archive, bindings }) {
      const told = archive.filter(({ operation }) => OF_TRANSACTIONS.has(operation));
      const verdict = holdsNone(told, [kind]);
      if (verdict.kind !== 'pass' || told.some((exchange) => hasRows(exchange, bindings))) return verdict;
      return untestable('no transactions were read');
    },
  }),
);

const hasRows = (exchange: Exchange, bindings: Bindings): boolean =>
  exchange.operation === 'listTransactions' && (tableOf(exchange, bindings, 'listTransactions')?.rows.length ?? 0) > 0;

/** The document speaks of transaction responses; card data has no place in the others either. */
export const nothingHoldsCardData = check({
  id: 'card-data/nothing-anywhere',
  title: 'No other response, and no header, holds card or key data',
  clause: 'privacy.no_card_data',
  level: 'should',
  needs: ['archive'],
  run: async ({ archive }) =>
    holdsNone(
      archive.filter(({ operation }) => !OF_TRANSACTIONS.has(operation)),
      KINDS.map(([, kind]) => kind),
    ),
});

function holdsNone(exchanges: readonly Exchange[], kinds: readonly Leak['kind'][]): Verdict {
  const telling = exchanges.filter((exchange) => isSuccess(exchange) && exchange.bytes.length > 2);
  const [first, ...rest] = telling;
  const scanned = new Set<string>();
  for (const exchange of exchanges) {
    const text = [exchange.text, ...exchange.headers.map(([name, value]) => `${name}: ${value}`)].join('\n');
    if (scanned.has(exchange.text)) continue;
    scanned.add(exchange.text);
    const leaks = scan(text, exchange.json).filter(({ kind }) => kinds.includes(kind));
    if (leaks.length === 0) continue;
    const saw = few(leaks.map(({ kind, where, masked }) => `a ${kind} at ${where}: ${masked}`));
    return fail({ expected: `no ${kinds.join(', no ')}`, actual: exchange, saw });
  }
  return first === undefined ? untestable('nothing was read that could hold any') : pass(first, ...rest.slice(0, 3));
}
