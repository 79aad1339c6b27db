import { expect, test } from 'vitest';
import { makeJsonResponse } from '../../../lab/mutants/proxy-helpers.ts';
import type { Transport } from '../../http/client.ts';
import { inferForTest } from './testing/grading.ts';

const TERMINALS = ['1', '3', '5'];
const ALL = Array.from({ length: 24 }, (_, at) => ({
  reference: `TX-${1000 + at}`,
  terminal: TERMINALS[at % 3] ?? '',
  number: String(Math.floor(at / 3) + 1),
}));

/** A service with short terminal ids and opaque names; `toRow` forms a row of its lists. */
const createService =
  (toRow: (row: (typeof ALL)[number]) => object): Transport =>
  ({ url }) => {
    const { pathname, searchParams } = new URL(url);
    const wanted = searchParams.get('terminal_id') ?? /terminals\/(\w+)/.exec(pathname)?.[1];
    const isKnown = wanted === undefined || TERMINALS.includes(wanted);
    if (!isKnown || !/\/(transactions|status-monitoring)$/.test(pathname))
      return Promise.resolve(makeJsonResponse(404, { title: 'Not found' }));
    if (pathname.endsWith('/status-monitoring'))
      return Promise.resolve(makeJsonResponse(200, { model: 'Force-X', serial: `SN-${wanted}0071` }));
    const rows = ALL.filter(({ terminal }) => wanted === undefined || terminal === wanted).map(toRow);
    return Promise.resolve(makeJsonResponse(200, { l: rows.slice(0, Number(searchParams.get('limit') ?? 100)) }));
  };

const findTerminal = async (transport: Transport) =>
  (await inferForTest(transport, new Map([['west', 'key']]))).bindings.find('transactions.terminal');

test('a sequence number that is also the id of a terminal does not name the terminal of a row', async () => {
  expect(await findTerminal(createService(({ reference, number }) => ({ a: reference, b: number })))).toBeUndefined();
});

test('a short id names the terminal if the list of one terminal has nothing else there', async () => {
  const toRow = ({ reference, number, terminal }: (typeof ALL)[number]) => ({ a: reference, b: number, c: terminal });
  expect(await findTerminal(createService(toRow))).toBe('/c');
});
