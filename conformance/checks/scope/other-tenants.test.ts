import { expect, test } from 'vitest';
import {
  changeHeader,
  changeJson,
  type Json,
  type MutantRequest,
  makeJsonResponse,
  parseJsonBody,
  readDataRows,
  readText,
  replaceJsonBody,
  replaceResponse,
} from '../../../lab/mutants/proxy-helpers.ts';
import { honestTarget } from '../../../lab/targets/honest-target.ts';
import type { Transport } from '../../http/client.ts';
import { judgeTarget } from '../../testing/judge-target.ts';

const WEST = 'k-west-0003';

/** A service in which a group of the west has the id of one of the east. */
const numberGroupsAlike = (id: string, hidesGroups = false): Transport =>
  replaceResponse(
    ({ key }) => key === WEST,
    async ({ operation, request }, pass) => {
      if (hidesGroups && operation === 'listTerminalGroups') return makeJsonResponse(403, {});
      const response = await pass({ ...request, url: request.url.replaceAll(id, 'grp_west') });
      const headers = response.headers.filter(([name]) => name !== 'Content-Length');
      const text = readText(response).replaceAll(/"groups":\[.*?\],(?="connectors")/g, hidesGroups ? '' : '$&');
      return { ...response, headers, body: Buffer.from(text.replaceAll('grp_west', id)) };
    },
  )(honestTarget());

test('a profile may name a group with the id of a group of another tenant', async () => {
  expect(await judgeTarget('scope/groups-of-the-user-are-visible', numberGroupsAlike('grp_hills'))).not.toBe('fail');
});

test('a filter by a group may be one by an own group with the same id, if the key may not list its groups', async () => {
  expect(await judgeTarget('filters/a-hidden-id-is-not-dropped', numberGroupsAlike('grp_all', true))).not.toBe('fail');
});

const MANAGER = { role: 'Fleet manager', language: 'English (US)' };
const CLERK = { role: 'Site clerk', language: 'French (FR)' };

/** Judges portals whose users have roles and languages, with these further users of the west. */
const judgePeople = (further: readonly object[], reports: readonly object[] = []) =>
  judgeTarget(
    'scope/portal-shows-no-foreign-people',
    changeJson('getPortal', (body, { key }) => {
      body.principal = { ...Object(body.principal), ...(key === WEST ? CLERK : MANAGER) };
      body.users = key === WEST ? further : [];
      body.report_catalog = reports;
    })(honestTarget()),
  );

test('users of two tenants may have the same role and language, and reports may name the role', async () => {
  expect(await judgePeople([{ user_id: 'usr_west9', ...MANAGER }])).toBe('pass');
  expect(await judgePeople([], [{ title: 'Overview for the Fleet manager' }])).toBe('pass');
  expect(await judgePeople([{ user_id: 'usr_east1', ...MANAGER }])).toBe('fail');
  expect(await judgePeople([], [{ title: 'Terms for Cash machines of acct_east' }])).toBe('fail');
});

/** A service that also declares a read at `path`, and answers it. */
const addRead = (
  path: string,
  answer: (url: URL, read: (path: string) => ReturnType<Transport>) => ReturnType<Transport>,
): Transport => {
  const honest = honestTarget();
  return async (request) => {
    const url = new URL(request.url);
    if (new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(url.pathname))
      return answer(url, (other) => honest({ ...request, url: `${url.origin}${other}` }));
    const response = await honest(request);
    if (!url.pathname.endsWith('/public-openapi.json')) return response;
    const document = parseJsonBody(response);
    return replaceJsonBody(response, { ...document, paths: { [path]: { get: { responses: { '200': {} } } } } });
  };
};

test.each([
  ['repeats', false],
  ['shows the data of', true],
])('an answer with status 200 that %s an id that the key cannot see', async (_, isOpen) => {
  const target = addRead('/v1/terminals/{terminal_id}/alerts', async ({ pathname }, read) => {
    const [, , , id = ''] = pathname.split('/');
    const isSeen = (await read(`/v1/terminals/${id}/status-monitoring`)).status === 200;
    const alerts = [{ kind: 'cash_low', serial: `SN-${id}-77`, ticket: `case 77 of ${id}` }];
    return makeJsonResponse(200, { terminal_id: id, alerts: isSeen || (isOpen && /00\d$/.test(id)) ? alerts : [] });
  });
  const outcome = await judgeTarget('scope/further-endpoints-show-nothing-foreign', target);
  expect(outcome).toBe(isOpen ? 'fail' : 'pass');
});

test('a declared list may show transactions with the ids of those of another tenant', async () => {
  const target = addRead('/v1/activity', async (_, read) => {
    const response = await read('/v1/transactions');
    if (response.status !== 200) return response;
    return makeJsonResponse(200, { of: readDataRows(parseJsonBody(response)).map((row) => row.transaction_id) });
  });
  const numberAlike: Transport = async (request) => {
    const response = await target(request);
    const text = readText(response).replaceAll(
      /txn_\w\w(\d+)_(\d)/g,
      (__, terminal: string, number: string) => `TX-1${(Number(terminal) + 1) % 6}${number}`,
    );
    return {
      ...response,
      headers: response.headers.filter(([name]) => name !== 'Content-Length'),
      body: Buffer.from(text),
    };
  };
  expect(await judgeTarget('scope/declared-lists-show-nothing-foreign', numberAlike)).not.toBe('fail');
});

/** Judges totals beside transactions and groups. */
const judgeTotals = (change: (body: Json, received: MutantRequest, rows: readonly Json[]) => void) =>
  judgeTarget(
    'scope/totals-count-visible-rows',
    changeHeader(
      'listTransactions',
      'X-Total-Count',
      undefined,
    )(
      changeJson(['listTransactions', 'listTerminalGroups', 'listConnectors', 'listLocations'], (body, received) =>
        change(body, received, readDataRows(body)),
      )(honestTarget()),
    ),
  );

test('the size of a page is no number of rows', async () => {
  expect(
    await judgeTotals((body) => {
      body.size = 3;
    }),
  ).not.toBe('fail');
});

test('the number of pages may be 1 for one row, and for none', async () => {
  const last = (row: Json) => String(row.transaction_id).slice(-1);
  const outcome = await judgeTotals((body, { operation, query }, rows) => {
    if (operation !== 'listTransactions') return;
    const own = rows.filter((row) => !/EA000003|WE000008/.test(String(row.terminal_id)) || last(row) === '1');
    own.sort((one, other) => last(one).localeCompare(last(other)));
    const page = Number(query.get('page') ?? 1);
    body.data = own.slice(page * 6 - 6, page * 6);
    body.page = { number: page, total_pages: Math.max(1, Math.ceil(own.length / 6)) };
  });
  expect(outcome).not.toBe('fail');
});

test.each([
  [1, 'pass'],
  [0, 'fail'],
])('a total for rows that were added before the wider key was read: %d', async (added, expected) => {
  let further = 4;
  const outcome = await judgeTotals((body, { operation, query, key }, rows) => {
    if (operation !== 'listTransactions' || key === WEST) return;
    const terminal = query.get('terminal_id');
    const isPlain = terminal === null && key === 'k-clerk-0002';
    if (isPlain) further += added;
    const [first] = rows;
    const count = (terminal ?? 'EA000001') === 'EA000001' ? further : 0;
    const more: Json[] = Array.from({ length: count }, (_, at) => ({
      ...first,
      transaction_id: `txn_EA000001_1${count - at}`,
    }));
    const own: Json[] = [...more, ...rows].filter(({ terminal_id }) => terminal_id !== 'EA000003');
    body.page = { total: own.length + (isPlain ? 1 - added : 0) };
    body.data = own.slice(0, 8);
  });
  expect(outcome).toBe(expected);
});

test('tenants that began with copies of the same data may have equal totals', async () => {
  const judge = (countsAll: boolean) =>
    judgeTotals((body, { operation, key }, rows) => {
      if (operation !== 'listTransactions') return;
      const from = key === WEST ? 20_000 : 10_000;
      const own = rows.filter(({ terminal_id }) => terminal_id !== 'EA000003');
      const sum = own.reduce((total, { amt_comp }) => total + 100 * Number(amt_comp), 0);
      body.data = own.map((row, at) => ({ ...row, number: from + at }));
      body.summary = countsAll
        ? { total_surcharge: 9100, total_withdrawn: 184_000 }
        : { total_surcharge: 300 * own.length, total_withdrawn: sum };
    });
  expect(await judge(false)).not.toBe('fail');
  expect(await judge(true)).toBe('fail');
});
