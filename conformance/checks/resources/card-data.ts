import { rememberObjects } from '../../../base/caches/remember-objects.ts';
import { type Check, check } from '../../engine/check.ts';
import { type Exchange, isSuccess } from '../../http/client.ts';
import {
  findCardNumbers,
  findForbiddenData,
  findLongIdsOfAll,
  type Leak,
  OPERATIONS_OF_TRANSACTIONS,
} from '../../reading/card-data.ts';
import { listDeclaredParameters, readPublicDocument } from '../../reading/declared-parameters.ts';
import { toObject } from '../../reading/published-document.ts';
import {
  addRemedy,
  fail,
  inconclusive,
  notApplicable,
  notInThisDepth,
  pass,
  untestable,
  type Verdict,
} from '../../reading/verdicts/verdict.ts';
import { readTransactions } from '../../relations/rows/transactions.ts';
import { findWidestReader } from '../../relations/survey/principals.ts';
import { formatNames } from '../../slots/read-lists.ts';
import { findTimelineRows } from './timelines/timeline-rows.ts';
import { coverKinds, TIMELINES } from './timelines/varied-transactions.ts';

const KINDS: readonly (readonly [slug: string, Leak['kind']])[] = [
  ['no-card-number', 'card number'],
  ['no-track-data', 'track data'],
  ['no-pin-block-or-key-material', 'PIN block or key material'],
];

/** One check for each kind, over every response about transactions of the whole run. */
export const transactionsHoldNoCardData: readonly Check[] = KINDS.map(([slug, kind]) =>
  check({
    id: `card-data/${slug}`,
    title: `No response about transactions contains a ${kind}`,
    clause: 'privacy.no_card_data',
    level: 'must',
    needs: ['archive', 'readers'],
    async run({ archive, readers }) {
      const verdict = containsNone(
        archive.filter(({ operation }) => OPERATIONS_OF_TRANSACTIONS.has(operation)),
        [kind],
        archive,
      );
      if (verdict.kind !== 'pass') return verdict;
      for (const reader of readers) if ((await readTransactions(reader)) !== undefined) return verdict;
      return addRemedy(untestable('no transactions were read; add a key that sees some'), { kind: 'reading-key' });
    },
  }),
);

/** The document names transaction responses; the same applies to all others. */
export const nothingHoldsCardData = check({
  id: 'card-data/nothing-anywhere',
  title: 'No other response and no header contains card or key data',
  clause: 'privacy.no_card_data',
  level: 'should',
  needs: ['archive'],
  run: async ({ archive }) =>
    containsNone(
      archive.filter(({ operation }) => !OPERATIONS_OF_TRANSACTIONS.has(operation)),
      KINDS.map(([, kind]) => kind),
      archive,
    ),
});

/** Judges responses. All of the `archive` show which long numbers are ids. */
function containsNone(
  exchanges: readonly Exchange[],
  kinds: readonly Leak['kind'][],
  archive: readonly Exchange[],
): Verdict {
  const withContent = exchanges.filter((exchange) => isSuccess(exchange) && exchange.bytes.length > 2);
  const [first, ...rest] = withContent;
  const isOfKind = ({ kind }: Leak): boolean => kinds.includes(kind);
  const suspected = exchanges.filter((exchange) => findLeaks(exchange).some(isOfKind));
  const readable = suspected.length === 0 ? [] : archive.filter((one) => isSuccess(one) && one.isReadable);
  const known = findLongIdsOfAll(readable.map((one) => [one.operation, one.json]));
  let open: Exchange | undefined;
  for (const exchange of suspected) {
    const find = (ids: ReadonlySet<string>) =>
      findForbiddenData(readSearchedText(exchange), exchange.json, ids).filter(isOfKind);
    if (find(known.ids).length === 0) continue;
    const { text } = exchange;
    // each row has another id
    const single = [...known.open].filter((digits) => text.indexOf(digits) === text.lastIndexOf(digits));
    const leaks = find(new Set([...known.ids, ...single]));
    if (leaks.length === 0) {
      open ??= exchange;
      continue;
    }
    const saw = formatNames(leaks.map(({ kind, where, masked }) => `a ${kind} at ${where}: ${masked}`));
    return fail({ expected: `no ${kinds.join(', no ')}`, actual: exchange, saw });
  }
  if (open !== undefined) return inconclusive('a long number may be a card number or an id', open);
  return first === undefined
    ? untestable('no response was read that could contain card data')
    : pass(first, ...rest.slice(0, 3));
}

/** Scans each exchange once: several checks share it. */
const findLeaks = rememberObjects((exchange: Exchange): readonly Leak[] =>
  findForbiddenData(readSearchedText(exchange), exchange.json),
);

export const timelinesHoldNoCardData = check({
  id: 'card-data/timelines-of-every-kind',
  title: 'The timelines of transactions of every type and response contain no card data',
  clause: 'privacy.no_card_data',
  level: 'must',
  needs: ['archive', 'readers', 'bindings', 'sampling'],
  async run({ archive, readers, bindings, sampling }) {
    const timelines: Exchange[] = [];
    const found = await findTimelineRows(readers, bindings);
    const varied = found?.varied ?? [];
    for (const { id } of varied.slice(0, sampling.select('timelines', varied, TIMELINES).length))
      if (found !== undefined) timelines.push(await found.reader.get('getTransactionTimeline', { transaction_id: id }));
    if (!timelines.some(isSuccess))
      return addRemedy(untestable('no key can read the timeline of a transaction; add one that can'), {
        kind: 'reading-key',
      });
    return containsNone(
      timelines,
      KINDS.map(([, kind]) => kind),
      archive,
    );
  },
});

const TERMINAL_LISTS = { quick: 0, standard: 2 } as const;

/** A terminal's own list may have its own code, whose fault shows only in rows of one kind. */
export const terminalListsHoldNoCardData = check({
  id: 'card-data/terminal-lists-of-every-kind',
  title: "The terminals' own lists with transactions of every type and response contain no card data",
  clause: 'privacy.no_card_data',
  level: 'must',
  needs: ['archive', 'readers', 'sampling'],
  async run({ archive, readers, sampling }) {
    if (sampling.depth === 'quick') return notInThisDepth('a quick run reads no further lists of terminals');
    for (const reader of readers) {
      const list = await readTransactions(reader);
      if (list === undefined) continue;
      const rows = list.rows.flatMap(({ terminal, row }) => (terminal === undefined ? [] : [{ terminal, row }]));
      const byTerminal = Map.groupBy(rows, ({ terminal }) => terminal);
      const terminals =
        byTerminal.size === 0
          ? list.survey.terminals
          : coverKinds(new Map([...byTerminal].map(([id, ofTerminal]) => [id, ofTerminal.map(({ row }) => row)])));
      const lists: Exchange[] = [];
      for (const terminal_id of sampling.select('terminals', terminals, TERMINAL_LISTS))
        lists.push(await reader.get('listTerminalTransactions', { terminal_id, ...list.survey.widest }));
      if (lists.some(isSuccess))
        return containsNone(
          lists,
          KINDS.map(([, kind]) => kind),
          archive,
        );
    }
    return addRemedy(untestable('no key can read the transactions of a terminal; add one that can'), {
      kind: 'reading-key',
    });
  },
});

const MOST_EXPANSIONS = 4;
const NAMES_TRANSACTION = /trans|txn|card|row|entr/i;
const NAMES_EXPANSION = /^\$?(expand|include|embed|with|view|fields?set)/i;

/** Objects that a parameter adds to a response may have their own code. */
export const expansionsHoldNoCardData = check({
  id: 'card-data/expanded-responses',
  title: 'Responses with the objects that a declared parameter adds contain no card data',
  clause: 'privacy.no_card_data',
  level: 'must',
  needs: ['archive', 'readers', 'anonymous', 'sampling'],
  async run({ archive, readers, anonymous, sampling }) {
    const document = await readPublicDocument(anonymous);
    if (sampling.depth === 'quick') return notInThisDepth('a quick run reads no expanded responses', document);
    const reader = findWidestReader(readers);
    const probes = [...listDeclaredParameters(toObject(document.json))].flatMap(([operation, parameters]) =>
      parameters
        .filter(({ name, values }) => NAMES_EXPANSION.test(name) && values.length > 0)
        .flatMap(({ name, values }) => values.map((value) => ({ operation, value, expansion: { [name]: value } }))),
    );
    const ofTransactionsFirst = probes.toSorted(
      (a, b) => Number(NAMES_TRANSACTION.test(b.value)) - Number(NAMES_TRANSACTION.test(a.value)),
    );
    const read: Exchange[] = [];
    for (const { operation, expansion } of ofTransactionsFirst.slice(0, MOST_EXPANSIONS)) {
      const parameters = reader.sees.reads.get(operation);
      if (parameters !== undefined) read.push(await reader.get(operation, { ...parameters, ...expansion }));
    }
    if (read.length === 0)
      return notApplicable('the public document declares no parameter that adds objects to a response', document);
    return containsNone(
      read,
      KINDS.map(([, kind]) => kind),
      archive,
    );
  },
});

/** A test card number. */
const TEST_CARD = '4111111111111111';
/** Finds the number, except where a response repeats its own address. */
const REPEATED = new RegExp(`(?<![=/]|%3D|%2F)${TEST_CARD}`, 'i');

export const cardNumbersAreNotRepeated = check({
  id: 'card-data/what-is-sent-is-not-repeated',
  title: 'The transaction list does not echo a card number that a client sent by mistake',
  clause: 'privacy.no_card_data',
  level: 'should',
  needs: ['readers'],
  async run({ readers: [reader] }) {
    const control = await reader.get('listTransactions');
    if (!isSuccess(control)) return untestable(`${reader.name} cannot read the transactions`, control);
    // the rule is about responses to reads of transactions: other refusals may name the id that was sent
    const probe = await reader.get('listTransactions', { terminal_id: TEST_CARD });
    const repeating = REPEATED.test(joinHeadersAndText(probe)) ? probe : undefined;
    if (repeating === undefined) return pass(control, probe);
    return fail(
      { expected: 'a response without the card number', actual: repeating, saw: 'the number that was sent' },
      control,
    );
  },
});

const joinHeadersAndText = ({ text, headers }: Exchange): string =>
  [text, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\n');

/** The random id of a request or of a trace, in a header or a member: it may consist of digits. */
const REQUEST_IDS = /(?<![a-z])(request|correlation|trace|span)[-_ ]?id["']?\s*[:=]\s*["']?[\da-z-]+/gi;

/** The text of a response without ids of requests, and without the numbers that the request sent. */
const readSearchedText = (exchange: Exchange): string =>
  findCardNumbers(exchange.request.url).reduce(
    (text, sent) => text.replaceAll(sent, ''),
    joinHeadersAndText(exchange).replaceAll(REQUEST_IDS, ''),
  );
