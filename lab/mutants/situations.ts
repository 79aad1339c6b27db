import {
  addRows,
  changeQuery,
  changeRows,
  changeText,
  isTransactionListWith as having,
  isSuccessResponse,
  type Json,
  type Mutant,
  makeJsonResponse,
  mergeOtherKeys,
  parseJsonBody,
  readDataRows,
  readObjects,
  replaceJsonBody,
  replaceQuery,
  replaceResponse,
} from './proxy-helpers.ts';

const EMPTY_FEED =
  '<?xml version="1.0"?><rss version="2.0"><channel><title>Fleet</title><link>https://portal.example/</link><description>Digest</description></channel></rss>';

/** From this limit on, a limit is large for the small target. */
const LARGE = 10;

const isLarge = (query: URLSearchParams): boolean => Number(query.get('limit')) >= LARGE;

/** The group of the small target that contains the other groups. */
const PARENT_GROUP = 'grp_all';

/** Faults that show in one situation only: a large limit, a filter with an order, one kind of rows. */
export const situationMutants: readonly Mutant[] = [
  {
    id: 'auth-feeds-are-empty-without-a-key',
    title: 'Without a key, the feeds are empty instead of refused',
    kills: ['auth/missing-key-is-401'],
    isSubtle: true,
    alter: replaceResponse(['getAccountFeed', 'getTerminalFeed'], async ({ key, request }, pass) =>
      key === undefined
        ? { status: 200, headers: [['Content-Type', 'application/rss+xml']], body: Buffer.from(EMPTY_FEED) }
        : pass(request),
    ),
  },
  {
    id: 'limit-gives-one-more-when-large',
    title: 'A large limit returns one row too many',
    kills: ['limit/restricts-the-rows'],
    isSubtle: true,
    alter: changeQuery(having('limit'), (query) => {
      if (isLarge(query)) query.set('limit', String(Number(query.get('limit')) + 1));
    }),
  },
  {
    id: 'sort-direction-is-lost-when-filtered',
    title: 'With a filter by terminal, `sort_dir=desc` ascends',
    kills: ['sort/amt-comp-descends'],
    isSubtle: true,
    alter: changeQuery(having('sort_dir', 'terminal_id'), (query) => query.set('sort_dir', 'asc')),
  },
  {
    id: 'sort-as-text-when-filtered',
    title: 'With a filter by terminal, amounts are sorted as text',
    kills: ['sort/amt-comp-descends'],
    isSubtle: true,
    alter: changeRows(having('sort_by', 'terminal_id'), (rows) =>
      rows.toSorted((one, other) => (String(one.amt_comp) < String(other.amt_comp) ? 1 : -1)),
    ),
  },
  {
    id: 'errors-an-unknown-direction-fails',
    title: 'An unknown sort direction causes a server error',
    kills: ['errors/odd-parameters-are-borne'],
    alter: replaceResponse(
      ({ query }) => !['asc', 'desc', ''].includes(query.get('sort_dir') ?? ''),
      async () => makeJsonResponse(500, {}),
    ),
  },
  {
    id: 'filter-by-a-nested-group-gives-its-parent',
    title: 'A filter by a nested group returns the rows of its parent',
    kills: ['filters/group-id-keeps-just-its-rows'],
    isSubtle: true,
    alter: changeQuery(having('group_id'), (query) => {
      if (['grp_coast', 'grp_hills'].includes(query.get('group_id') ?? '')) query.set('group_id', PARENT_GROUP);
    }),
  },
  {
    id: 'filter-combination-is-either',
    title: 'Both filters together return rows that match either',
    kills: ['filters/group-id-keeps-just-its-rows', 'filters/terminal-id-keeps-just-its-rows'],
    isSubtle: true,
    alter: replaceResponse(having('terminal_id', 'group_id'), async ({ request }, pass) => {
      const byTerminal = await pass(replaceQuery(request, (query) => query.delete('group_id')));
      const byGroup = await pass(replaceQuery(request, (query) => query.delete('terminal_id')));
      if (!isSuccessResponse(byTerminal) || !isSuccessResponse(byGroup)) return byGroup;
      const body = parseJsonBody(byTerminal);
      const rows = [...readDataRows(body), ...readDataRows(parseJsonBody(byGroup))];
      const byId = new Map(rows.map((row): [unknown, Json] => [row.transaction_id, row]));
      return replaceJsonBody(byTerminal, { ...body, data: [...byId.values()] });
    }),
  },
  {
    id: 'terminals-timeline-of-an-unknown-one',
    title: 'Timelines name a terminal that does not exist',
    kills: ['terminals/answers-name-what-was-asked'],
    isSubtle: true,
    alter: changeText('getTransactionTimeline', (text) => text.replaceAll(/(EA|WE)0000/g, '$19999')),
  },
  {
    id: 'settlements-payout-is-off-by-a-cent',
    title: 'The net payout is one cent too high',
    kills: ['settlements/net-is-credit-minus-debit'],
    isSubtle: true,
    alter: changeRows('listSettlements', (rows) => rows.map((row) => ({ ...row, net_payout: '75.01' }))),
  },
  {
    id: 'scope-lost-by-large-limits',
    title: 'With a large limit, the list contains the rows of all customers',
    kills: ['scope/transactions-show-nothing-foreign'],
    isSubtle: true,
    alter: mergeOtherKeys(({ operation, query }) => operation === 'listTransactions' && isLarge(query), addRows),
  },
  {
    id: 'scope-sites-show-hidden-terminals',
    title: 'A site lists terminals of others',
    kills: ['scope/locations-show-nothing-foreign'],
    isSubtle: true,
    alter: mergeOtherKeys('listLocations', (own, foreign) => {
      const [site] = readDataRows(own);
      if (site !== undefined)
        site.terminal_ids = [
          ...readObjects(site.terminal_ids),
          ...readDataRows(foreign).flatMap(({ terminal_ids }) => readObjects(terminal_ids)),
        ];
    }),
  },
];
