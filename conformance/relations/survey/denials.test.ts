import { describe, expect, test } from 'vitest';
import { createClient, type Transport } from '../../http/client.ts';
import { makeJsonResponse } from '../../lab/mutants/proxy-helpers.ts';
import { fail } from '../../reading/verdicts/verdict.ts';
import { builtinBindings } from '../../slots/builtin-bindings.ts';
import { accuseIfHidden, opensPath } from './denials.ts';
import { discoverVisibility, type Principal } from './principals.ts';

const OWN: Readonly<Record<string, string>> = { 'key-of-west': '3', 'key-of-east': '4' };

/** A service whose terminals have one digit as id; `toRow` forms the rows of both transactions in the unfiltered list. */
function createService(toRow: (terminal: string, number: number) => object): Transport {
  return ({ url, headers }) => {
    const own = OWN[headers.find(([name]) => name.toLowerCase() === 'x-api-key')?.[1] ?? ''];
    const { pathname, searchParams } = new URL(url);
    const wanted = searchParams.get('terminal_id') ?? /\/(\d+)(\/|$|\.xml)/.exec(pathname)?.[1];
    if (own === undefined) return Promise.resolve(makeJsonResponse(401, {}));
    if (wanted !== undefined && wanted !== own) return Promise.resolve(makeJsonResponse(404, { title: 'Not found' }));
    const place = { terminal: own, serial: `SERIAL-00000${own}`, label: `The shop of ${own} at ${own}00 High Street` };
    if (pathname.endsWith('/transactions') && wanted !== undefined)
      return Promise.resolve(
        makeJsonResponse(200, {
          rows: [
            { ...place, sequence: 1 },
            { ...place, sequence: 2 },
          ],
        }),
      );
    if (pathname.endsWith('/transactions'))
      return Promise.resolve(makeJsonResponse(200, { rows: [toRow('3', 3), toRow('4', 4)] }));
    const section = pathname.split('/').findLast((part) => /^[a-z-]{4,}$/.test(part)) ?? 'data';
    return Promise.resolve(makeJsonResponse(200, { [section]: place }));
  };
}

async function accuse(toRow: (terminal: string, number: number) => object) {
  const keys = new Map(Object.keys(OWN).map((key) => [key, key]));
  const session = createClient({ baseUrl: 'http://target.test', keys, transport: createService(toRow) }).session();
  const open = async (name: string): Promise<Principal> => {
    const caller = session.withKey(name);
    const sees = await discoverVisibility(caller, builtinBindings);
    const terminals = new Set([OWN[name] ?? '']);
    return { ...caller, sees: { ...sees, terminals, mentioned: terminals } };
  };
  const [insider, outsider] = [await open('key-of-west'), await open('key-of-east')];
  const actual = await outsider.get('listTransactions');
  const failure = fail({ expected: 'nothing of terminal 3', actual });
  const verdict = await accuseIfHidden({ insider, outsider }, { terminals: ['3'], failure, isById: true });
  return { verdict, outsider };
}

describe('a response with the short id of a hidden terminal', () => {
  test('proves nothing where the numbers may be counts', async () => {
    const { verdict } = await accuse((_, sequence) => ({ terminal: '4', sequence }));
    expect(verdict.kind).not.toBe('fail');
  });

  test('is a fault at the place that follows the filter by terminal', async () => {
    const { verdict } = await accuse((terminal, sequence) => ({ terminal, sequence }));
    expect(verdict.kind).toBe('fail');
  });
});

test('an id opens a path only if an invented one does not', async () => {
  const { outsider } = await accuse((terminal) => ({ terminal }));
  expect(await opensPath(outsider, '4')).toBe(true);
  expect(await opensPath(outsider, '3')).toBe(false);
});
