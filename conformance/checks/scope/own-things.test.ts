import { expect, test } from 'vitest';
import {
  changeJson,
  changeRows,
  type Json,
  makeJsonResponse,
  readObjects,
  readText,
  replaceResponse,
} from '../../../lab/mutants/proxy-helpers.ts';
import { HONEST_KEYS, honestTarget } from '../../../lab/targets/honest-target.ts';
import { run } from '../../engine/runner.ts';
import type { Transport } from '../../http/client.ts';
import { judgeTarget } from '../../testing/judge-target.ts';
import { administratorsOpenEveryPath } from './administrators.ts';

const WEST = 'k-west-0003';

test.each([
  ['names its entries', false],
  ['names a command', true],
])('a portal that %s with an id that no list of commands has', async (_, isWrong) => {
  const target = changeJson('getPortal', (body) => {
    const rows = readObjects(body.recent_commands);
    const others = rows.map((row) => ({ ...row, command_id: `act_${String(row.command_id)}` }));
    body.recent_commands = isWrong ? [...rows, ...others] : others;
  })(honestTarget());
  expect((await judgeTarget('scope/lists-have-what-other-responses-show', target)) === 'fail').toBe(isWrong);
});

test.each([
  ['the default group of each tenant', 1, false],
  ['all groups of another tenant', 2, true],
])('a list of groups with %s', async (_, count, isWrong) => {
  const groups: readonly Json[] = ['grp_default', 'grp_west'].map((id) => ({ group_id: id, parent_group_id: null }));
  const addGroups = (rows: readonly Json[], key: string | undefined): Json[] =>
    key === WEST
      ? [...rows, { ...groups[0], terminal_ids: ['WE000008'] }]
      : [...rows, ...groups.slice(0, count).map((row) => ({ ...row, terminal_ids: [] }))];
  const portal = changeJson('getPortal', (body, { key }) => {
    body.groups = addGroups(readObjects(body.groups), key);
  })(honestTarget());
  const target = changeRows('listTerminalGroups', (rows, { key }) => addGroups(rows, key))(portal);
  expect((await judgeTarget('scope/listed-groups-are-in-scope', target)) === 'fail').toBe(isWrong);
});

test.each([true, false])(
  'a list of the transactions of a terminal that is not found for an administrator: %s',
  async (hasTransactions) => {
    const id = 'scope/an-administrator-opens-every-path';
    const empty = changeRows('listTransactions', (rows) => (hasTransactions ? rows : []))(honestTarget());
    const target: Transport = (request) =>
      /terminals\/\w+\/transactions$/.test(request.url)
        ? Promise.resolve(makeJsonResponse(404, { title: 'The terminal has no transactions' }))
        : empty(request);
    const { results } = await run({
      target: 'http://target.test',
      keys: HONEST_KEYS,
      checks: [administratorsOpenEveryPath],
      transport: target,
      expectations: new Map([['east', { isAdministrator: true }]]),
    });
    expect(results.map((one) => [one.id, one.outcome === 'fail'])).toEqual([[id, hasTransactions]]);
  },
);

test.each([
  ['on a further page of a list of', true, false],
  ['outside the scope of', false, true],
])('a connector %s a key', async (_, isOwn, isWrong) => {
  const createRow = (number: number): Json => ({
    connector_id: `con_${number}`,
    name: `Host ${number} of the platform`,
    line: `LEASED-778${number}`,
  });
  const listOwn = (key: string | undefined) => (key === WEST ? [3] : isOwn ? [1, 2, 3] : [1, 2]).map(createRow);
  const portal = changeJson('getPortal', (body) => {
    body.connectors = [];
  })(honestTarget());
  const list = changeJson('listConnectors', (body, { key }) => {
    body.data = listOwn(key).slice(0, 2);
    body.page = { next_cursor: listOwn(key).length > 2 ? '2' : null };
  })(portal);
  const target = replaceResponse('getConnectorStatus', ({ request, key }, pass) => {
    const number = Number(/con_(\d)\b/.exec(request.url)?.[1] ?? 0);
    const isSeen =
      key !== undefined && (number === 3 || listOwn(key).some((row) => row.connector_id === `con_${number}`));
    return isSeen ? Promise.resolve(makeJsonResponse(200, createRow(number))) : pass(request);
  })(list);
  expect((await judgeTarget('scope/foreign-connector-is-refused', target)) === 'fail').toBe(isWrong);
});

const NUMBERS = new Map([
  ['EA000001', '000010'],
  ['EA000002', '000001'],
  ['EA000003', '000100'],
  ['WE000007', '000020'],
  ['WE000008', '000002'],
]);

/** A service with numbers as ids of terminals, written with leading zeros; `find` returns the number that a request means. */
const useNumbers = (find: (written: string) => string | undefined): Transport => {
  const honest = honestTarget();
  const ids = new Map([...NUMBERS].map(([id, number]) => [number, id]));
  return async (request) => {
    const url = request.url.replaceAll(
      /(?<=terminal_id=|\/(?:terminals|locations)\/)\d+/g,
      (written) => ids.get(find(written) ?? '') ?? 'none',
    );
    const response = await honest({ ...request, url });
    const text = readText(response).replaceAll(/(?<!\w)(EA|WE)\d{6}\b/g, (id) => NUMBERS.get(id) ?? id);
    const headers = response.headers.filter(([name]) => name !== 'Content-Length');
    return { ...response, headers, body: Buffer.from(text) };
  };
};

test('a number with fewer leading zeros is the same id, and one that it begins with is none', async () => {
  const numbers = [...NUMBERS.values()];
  const findEqual = (written: string) => numbers.find((number) => Number(number) === Number(written));
  const findLonger = (written: string) => numbers.find((number) => number.startsWith(written));
  expect(await judgeTarget('filters/terminal-id-is-compared-whole', useNumbers(findEqual))).toBe('pass');
  expect(await judgeTarget('filters/terminal-id-is-compared-whole', useNumbers(findLonger))).toBe('fail');
});
