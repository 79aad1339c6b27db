import { expect, test } from 'vitest';
import { createTrafficJudge, type TrafficExchange } from '../index.ts';

const SERVICE = 'https://portal.example';
const KEY = ['X-API-Key', 'k-east-12345678'] as const;

interface Sent {
  readonly path: string;
  readonly json?: unknown;
  readonly status?: number;
  readonly method?: string;
  readonly requestBody?: string;
  readonly sends?: readonly (readonly [string, string])[];
  readonly has?: readonly (readonly [string, string])[];
  /** How much later than the exchange before it was sent, in milliseconds. Default: 1000. */
  readonly afterMs?: number;
}

/** Returns the rules that traffic with a service of the built-in contract violates, with those of the schemas left out. */
function judge(sent: readonly Sent[]): string[] {
  const opened = createTrafficJudge({ service: SERVICE, contract: 'builtin', areCredentialsComplete: true });
  let startedMs = 1_800_000_000_000;
  const found = sent.flatMap(
    ({ path, json, status = 200, method = 'GET', requestBody, sends = [], has = [], afterMs = 1000 }) => {
      startedMs += afterMs;
      const body = Buffer.from(json === undefined ? '' : JSON.stringify(json));
      const exchange: TrafficExchange = {
        method,
        url: SERVICE + path,
        requestHeaders: [KEY, ['Accept', '*/*'], ...sends],
        ...(requestBody === undefined ? {} : { requestBody }),
        startedMs,
        tookMs: 5,
        status,
        responseHeaders: [...has, ['Content-Type', 'application/json']],
        body,
        isCertainlyWhole: true,
      };
      return opened.observe(exchange);
    },
  );
  const others = /responses-keep-the-contract|requests-keep-the-contract|required-headers|parameters-are-known/;
  return [...new Set(found.map(({ rule }) => rule).filter((rule) => !others.test(rule)))];
}

interface Row {
  readonly id?: string;
  readonly terminal?: string;
  readonly amount?: string;
  readonly type?: string;
}

const createRow = ({ id = 'txn_1', terminal = 'EA000001', amount = '20.00', type = 'withdrawal' }: Row) => ({
  transaction_id: id,
  terminal_id: terminal,
  terminal_datetime: '2026-11-02T09:49:01-05:00',
  transaction_type: type,
  seq_no: '0001',
  account_type: 'checking',
  response: '00',
  amt_req: '40.00',
  amt_comp: amount,
  sur_req: '3.00',
  sur_comp: '3.00',
});

const createList = (
  rows: readonly Row[],
  { next = null, surcharge, withdrawn }: { next?: string | null; surcharge?: string; withdrawn?: string } = {},
) => ({
  data: rows.map(createRow),
  page: { next_cursor: next },
  summary: {
    total_surcharge: surcharge ?? (3 * rows.length).toFixed(2),
    total_withdrawn: withdrawn ?? rows.reduce((sum, { amount = '20.00' }) => sum + Number(amount), 0).toFixed(2),
  },
});

const LIST = '/v1/transactions';
const BY_AMOUNT = `${LIST}?sort_by=amt_comp&sort_dir=desc`;
const [ONE, TWO, THREE] = [{ id: 'txn_1' }, { id: 'txn_2' }, { id: 'txn_3' }];
const [LOW, HIGH] = [
  { id: 'txn_1', amount: '9.00' },
  { id: 'txn_2', amount: '100.00' },
];
const portal = (...terminals: readonly string[]): Sent => ({
  path: '/v1/portal',
  json: {
    terminals: terminals.map((terminal_id) => ({ terminal_id })),
    groups: [{ group_id: 'grp_1' }],
    connectors: [{ connector_id: 'con_1' }],
    recent_transactions: [],
  },
});
const OWN = portal('EA000001');
const ROW_OF_OTHER: Sent = { path: LIST, json: createList([{ terminal: 'WE000007' }]) };
const STATUS_OF_OTHER: Sent = { path: '/v1/terminals/WE000007/commands', json: { data: [], page: {} } };
const post = (key: string, amount: string, id: string): Sent => ({
  path: '/v1/disputes',
  method: 'POST',
  status: 201,
  sends: [['Idempotency-Key', key]],
  requestBody: JSON.stringify({ amount, transaction_id: 'txn_1' }),
  json: { dispute_id: id },
});

const PLAIN: Sent = { path: LIST, json: createList([ONE]) };
const refuse = (query: string): Sent => ({ path: `${LIST}?${query}`, json: { message: 'no' }, status: 400 });

test.each<[string, readonly Sent[], string]>([
  [
    'a refusal of the documented order',
    [PLAIN, { ...refuse('sort_by=amt_comp&sort_dir=desc') }, PLAIN],
    'documented-parameters-are-accepted',
  ],
  [
    'refusals of all limits',
    [PLAIN, refuse('limit=5'), refuse('limit=10'), refuse('limit=100'), PLAIN],
    'documented-parameters-are-accepted',
  ],
  ['a row more than the limit', [{ path: `${LIST}?limit=1`, json: createList([ONE, TWO]) }], 'limits-bound-the-rows'],
  [
    'a row of another terminal in a filtered list',
    [{ path: `${LIST}?terminal_id=EA000002`, json: createList([ONE]) }],
    'terminals-keep-their-rows',
  ],
  [
    "a row of another terminal in a terminal's own list",
    [{ path: '/v1/terminals/EA000002/transactions', json: createList([ONE]) }],
    'terminals-keep-their-rows',
  ],
  ['rising amounts', [{ path: BY_AMOUNT, json: createList([LOW, HIGH]) }], 'amounts-descend'],
  [
    'falling amounts where rising ones are requested',
    [{ path: `${LIST}?sort_by=amt_comp&sort_dir=asc`, json: createList([HIGH, LOW]) }],
    'rows-keep-the-requested-order',
  ],
  [
    'a total that is not that of the rows',
    [{ path: LIST, json: createList([ONE], { withdrawn: '21.00' }) }],
    'summaries-are-those-of-the-rows',
  ],
  [
    'a summary without a total',
    [{ path: LIST, json: { ...createList([ONE], { next: 'c1' }), summary: {} } }],
    'summaries-are-those-of-the-rows',
  ],
  [
    'a row on two pages',
    [
      { path: LIST, json: createList([ONE], { next: 'c1', surcharge: '6.00', withdrawn: '40.00' }) },
      { path: `${LIST}?cursor=c1`, json: createList([ONE], { next: 'c2', surcharge: '6.00', withdrawn: '40.00' }) },
    ],
    'pages-continue-the-list',
  ],
  [
    'a cursor that leads back',
    [
      { path: LIST, json: createList([ONE], { next: 'c1', surcharge: '6.00', withdrawn: '40.00' }) },
      { path: `${LIST}?cursor=c1`, json: createList([TWO], { next: 'c1', surcharge: '6.00', withdrawn: '40.00' }) },
    ],
    'pages-continue-the-list',
  ],
  [
    'a page that begins with a higher amount',
    [
      { path: BY_AMOUNT, json: createList([LOW], { next: 'c1', surcharge: '6.00', withdrawn: '109.00' }) },
      {
        path: `${BY_AMOUNT}&cursor=c1`,
        json: createList([HIGH], { surcharge: '6.00', withdrawn: '109.00' }),
      },
    ],
    'pages-keep-the-order',
  ],
  [
    'totals that lack the rows of the second page',
    [
      { path: LIST, json: createList([ONE], { next: 'c1' }) },
      { path: `${LIST}?cursor=c1`, json: createList([TWO]) },
    ],
    'totals-are-those-of-all-pages',
  ],
  [
    'a transaction with another amount',
    [
      { path: LIST, json: createList([LOW]) },
      { path: `${LIST}?limit=5`, json: createList([{ ...LOW, amount: '10.00' }]) },
    ],
    'transactions-keep-their-columns',
  ],
  ['a terminal that the portal does not list', [OWN, ROW_OF_OTHER, OWN], 'each-terminal-is-visible'],
  [
    'a terminal that the portal does not list, and whose path is refused',
    [OWN, ROW_OF_OTHER, { ...STATUS_OF_OTHER, status: 404 }],
    'each-terminal-is-visible',
  ],
  [
    'a group that the portal does not list',
    [OWN, { path: '/v1/terminal-groups', json: { data: [{ group_id: 'grp_2' }], page: {} } }, OWN],
    'each-group-is-visible',
  ],
  [
    'a path about a terminal that the portal does not list',
    [OWN, STATUS_OF_OTHER, OWN],
    'each-requested-terminal-is-visible',
  ],
  ['304 without a condition', [{ path: '/v1/locations', status: 304 }], 'not-modified-needs-a-condition'],
  [
    '304 about another version',
    [{ path: '/v1/locations', status: 304, sends: [['If-None-Match', '"a", W/"b"']], has: [['ETag', '"c"']] }],
    'not-modified-needs-a-condition',
  ],
  [
    'one strong tag of two bodies',
    [
      { path: '/v1/locations', json: { a: 1 }, has: [['ETag', '"a"']] },
      { path: '/v1/locations', json: { a: 2 }, has: [['ETag', '"a"']] },
    ],
    'strong-tags-name-one-body',
  ],
  [
    'a problem with another status',
    [{ path: LIST, status: 404, json: { status: 400 }, has: [['content-type', 'application/problem+json']] }],
    'problems-name-their-status',
  ],
  ['429 without a time', [{ path: LIST, status: 429, json: {} }], 'retries-have-a-time'],
  ['a wait in words', [{ path: LIST, status: 503, json: {}, has: [['Retry-After', 'soon']] }], 'retries-have-a-time'],
  [
    'two effects of one idempotency key',
    [post('k', '1.00', 'dsp_1'), post('k', '1.00', 'dsp_2')],
    'idempotency-keys-prevent-a-second-effect',
  ],
  [
    'another body with a known idempotency key',
    [post('k', '1.00', 'dsp_1'), post('k', '2.00', 'dsp_1')],
    'idempotency-keys-prevent-a-second-effect',
  ],
])('accuses %s', (_, sent, rule) => {
  expect(judge(sent)).toEqual([`traffic/${rule}`]);
});

test.each<[string, readonly Sent[]]>([
  ['refusals of other orders', [PLAIN, refuse('sort_by=amt_comp&sort_dir=up'), refuse('sort_by=amount'), PLAIN]],
  [
    'refusals of unusual limits',
    [PLAIN, refuse('limit=5'), refuse('limit=7'), refuse('limit=100'), refuse('limit=0'), PLAIN],
  ],
  [
    'refusals of some limits',
    [PLAIN, refuse('limit=5'), refuse('limit=10'), refuse('limit=100'), { ...PLAIN, path: `${LIST}?limit=20` }, PLAIN],
  ],
  ['a refusal without a success after it', [PLAIN, refuse('sort_by=amt_comp&sort_dir=desc')]],
  ['as many rows as the limit', [{ path: `${LIST}?limit=2`, json: createList([ONE, TWO]) }]],
  ['a list of one terminal without rows', [{ path: `${LIST}?terminal_id=EA000002`, json: createList([]) }]],
  ['equal amounts', [{ path: BY_AMOUNT, json: createList([ONE, TWO]) }]],
  [
    'totals of all pages',
    [{ path: LIST, json: createList([ONE], { next: 'c1', surcharge: '99.00', withdrawn: '99.00' }) }],
  ],
  [
    'withdrawals only in the total',
    [
      {
        path: LIST,
        json: createList(
          [
            { ...ONE, type: 'balance_inquiry', amount: '0.00' },
            { ...TWO, type: 'transfer' },
          ],
          { withdrawn: '0.00' },
        ),
      },
    ],
  ],
  [
    'a walk, in which a page is read twice',
    [
      { path: LIST, json: createList([ONE], { next: 'c1', surcharge: '9.00', withdrawn: '60.00' }) },
      { path: `${LIST}?cursor=c1`, json: createList([TWO], { next: 'c2', surcharge: '9.00', withdrawn: '60.00' }) },
      { path: `${LIST}?cursor=c1`, json: createList([TWO], { next: 'c2', surcharge: '9.00', withdrawn: '60.00' }) },
      { path: `${LIST}?cursor=c2`, json: createList([THREE], { surcharge: '9.00', withdrawn: '60.00' }) },
    ],
  ],
  ['a terminal that the next portal lists', [OWN, ROW_OF_OTHER, portal('EA000001', 'WE000007')]],
  ['a terminal that only the portal before does not list, without another one', [OWN, ROW_OF_OTHER]],
  ['a terminal that was visible for a part of a day', [OWN, ROW_OF_OTHER, { ...OWN, afterMs: 3_600_000 }]],
  [
    'a terminal whose path is refused an hour later',
    [OWN, ROW_OF_OTHER, { ...STATUS_OF_OTHER, status: 404, afterMs: 3_600_000 }],
  ],
  [
    'a terminal in a read of the past',
    [OWN, { ...ROW_OF_OTHER, sends: [['Fleetkit-As-Of', '2026-11-01T00:00:00Z']] }, OWN],
  ],
  ['a refused path about a terminal of others', [OWN, { ...STATUS_OF_OTHER, status: 404 }, OWN]],
  [
    '304 about a version that the client has',
    [{ path: '/v1/locations', status: 304, sends: [['If-None-Match', 'W/"b"']], has: [['ETag', '"b"']] }],
  ],
  [
    'a weak tag of two bodies',
    [
      { path: '/v1/locations', json: { a: 1 }, has: [['ETag', 'W/"a"']] },
      { path: '/v1/locations', json: { a: 2 }, has: [['ETag', 'W/"a"']] },
    ],
  ],
  ['a wait in seconds', [{ path: LIST, status: 429, json: {}, has: [['Retry-After', '120']] }]],
  [
    'a wait until a date',
    [{ path: LIST, status: 503, json: {}, has: [['Retry-After', 'Sun, 06 Nov 1994 08:49:37 GMT']] }],
  ],
  ['a repeated write with the first response', [post('k', '1.00', 'dsp_1'), post('k', '1.00', 'dsp_1')]],
  ['a write with a new idempotency key', [post('k', '1.00', 'dsp_1'), post('l', '1.00', 'dsp_2')]],
])('does not accuse %s', (_, sent) => {
  expect(judge(sent)).toEqual([]);
});
