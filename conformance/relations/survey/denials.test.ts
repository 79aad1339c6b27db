import { describe, expect, test } from 'vitest';
import { makeJsonResponse } from '../../../lab/mutants/proxy-helpers.ts';
import { createClient, type Exchange, type Transport } from '../../http/client.ts';
import { fail } from '../../reading/verdicts/verdict.ts';
import { builtinBindings } from '../../slots/builtin-bindings.ts';
import { accuseIfHidden, areOfTwoTenants, numberAlike, opensPath, requestById } from './denials.ts';
import { discoverVisibility, type Principal } from './principals.ts';
import { DIRECT_READS } from './requested-terminals.ts';

const OWN: Readonly<Record<string, string>> = { 'key-of-west': '3', 'key-of-east': '4' };
/** Values that the rows of one terminal alone have in its list. */
const OF_ONE: Readonly<Record<string, object>> = {
  '3': { reason: 'the PIN was wrong', asset: 'AX-9000017' },
  '4': { reason: 'the host is down', asset: 'AX-9000028' },
};

/** A service whose terminals have one digit as id; `toRow` forms the rows of both transactions in the unfiltered list. */
function createService(toRow: (terminal: string, number: number) => object): Transport {
  return ({ url, headers }) => {
    const own = OWN[headers.find(([name]) => name.toLowerCase() === 'x-api-key')?.[1] ?? ''];
    const { pathname, searchParams } = new URL(url);
    const wanted = searchParams.get('terminal_id') ?? /\/(\d+)(\/|$|\.xml)/.exec(pathname)?.[1];
    if (own === undefined) return Promise.resolve(makeJsonResponse(401, {}));
    if (/connectors\/|timeline/.test(pathname)) return Promise.resolve(makeJsonResponse(404, { title: 'Not found' }));
    if (wanted !== undefined && wanted !== own) return Promise.resolve(makeJsonResponse(404, { title: 'Not found' }));
    const place = { terminal: own, serial: `SERIAL-00000${own}`, label: `The shop of ${own} at ${own}00 High Street` };
    if (pathname.endsWith('/transactions') && wanted !== undefined)
      return Promise.resolve(
        makeJsonResponse(200, {
          rows: [
            { ...place, ...OF_ONE[own], sequence: 1 },
            { ...place, ...OF_ONE[own], sequence: 2 },
          ],
        }),
      );
    if (pathname.endsWith('/transactions'))
      return Promise.resolve(makeJsonResponse(200, { rows: [toRow('3', 3), toRow('4', 4)] }));
    const section = pathname.split('/').findLast((part) => /^[a-z-]{4,}$/.test(part)) ?? 'data';
    return Promise.resolve(makeJsonResponse(200, { [section]: place }));
  };
}

interface AccuseOptions {
  /** Changes what the key of the east sees. */
  readonly change?: (sees: Principal['sees']) => Partial<Principal['sees']>;
  /** Whether the key of the east can only repeat recorded reads. */
  readonly isRecorded?: boolean;
  /** Whether the user states that nothing changed during the recorded traffic. */
  readonly isFrozen?: boolean;
  /** Whether the recording begins with the reads that deny the terminal. */
  readonly isDeniedBefore?: boolean;
  readonly afterShown?: () => void;
}

async function accuse(
  toRow: (terminal: string, number: number) => object,
  { change = () => ({}), isRecorded = false, isFrozen = false, isDeniedBefore = false, afterShown }: AccuseOptions = {},
) {
  const keys = new Map(Object.keys(OWN).map((key) => [key, key]));
  const answer = createService(toRow);
  // the order of recorded answers shows in their times
  const transport: Transport = async (request) => {
    if (isRecorded) await new Promise((resolve) => setTimeout(resolve, 2));
    return answer(request);
  };
  const session = createClient({ baseUrl: 'http://target.test', keys, transport }).session({ reuse: isDeniedBefore });
  const open = async (name: string): Promise<Principal> => {
    const caller = session.withKey(name);
    const sees = await discoverVisibility(caller, builtinBindings);
    const terminals = new Set([OWN[name] ?? '']);
    return { ...caller, sees: { ...sees, terminals, mentioned: terminals } };
  };
  const [insider, east] = [await open('key-of-west'), await open('key-of-east')];
  const recorded = isRecorded ? { listRequested: () => [], listRecorded: () => [{ terminal_id: '4' }], isFrozen } : {};
  const outsider: Principal = { ...east, ...recorded, sees: { ...east.sees, ...change(east.sees) } };
  for (const operation of isDeniedBefore ? DIRECT_READS : []) await outsider.get(operation, { terminal_id: '3' });
  const actual = await outsider.get('listTransactions', {}, { isFresh: true });
  afterShown?.();
  const failure = fail({ expected: 'nothing of terminal 3', actual });
  const verdict = await accuseIfHidden({ insider, outsider }, { terminals: ['3'], failure, isById: true });
  return { verdict, insider, outsider };
}

describe('a response with the short id of a hidden terminal', () => {
  test('proves nothing where the numbers may be counts', async () => {
    const { verdict } = await accuse((_, sequence) => ({ terminal: '4', sequence }));
    expect(verdict.kind).not.toBe('fail');
  });

  test('proves nothing beside words that other rows may have', async () => {
    const { verdict } = await accuse((kind) => ({ kind: Number(kind), reason: 'the PIN was wrong' }));
    expect(verdict.kind).toBe('untestable');
  });

  test('is a fault beside a number that only the rows of the terminal have', async () => {
    const { verdict } = await accuse((kind) => ({
      kind: Number(kind),
      asset: `AX-90000${kind === '3' ? '17' : '28'}`,
    }));
    expect(verdict.kind).toBe('fail');
  });

  test('is a fault at the place that follows the filter by terminal', async () => {
    const { verdict } = await accuse((terminal, sequence) => ({ terminal, sequence }));
    expect(verdict.kind).toBe('fail');
  });
});

describe('a hidden terminal in a list', () => {
  const toRow = (terminal: string, sequence: number) => ({
    asset: `AX-90000${terminal === '3' ? '17' : '28'}`,
    kind: terminal,
    sequence,
  });

  test.each(['connectors', 'groups'] as const)('is another thing if an id of %s is equal', async (kind) => {
    const change = ({ groups }: Principal['sees']) =>
      kind === 'groups' ? { groups: new Map([...groups, ['3', new Set<string>()]]) } : { connectors: new Set(['3']) };
    expect((await accuse(toRow)).verdict.kind).toBe('fail');
    expect((await accuse(toRow, { change })).verdict.kind).toBe('untestable');
  });

  test.each([
    ['was hidden after the response', 'inconclusive', { isLater: true, isFrozen: false }],
    ['is shown again after the reads that deny it', 'fail', { isLater: false, isFrozen: false }],
    ['was hidden while nothing changed, as the user states', 'fail', { isLater: true, isFrozen: true }],
    ['is denied before and again after the response', 'fail', { isLater: true, isFrozen: false, isDeniedBefore: true }],
  ])('of recorded traffic without an earlier list of terminals %s', async (_, expected, { isLater, ...options }) => {
    let isHidden = false;
    const { verdict } = await accuse(
      (terminal, sequence) => (isHidden && terminal === '3' ? {} : toRow(terminal, sequence)),
      {
        isRecorded: true,
        ...options,
        change: () => ({ responses: new Map() }),
        afterShown: () => {
          isHidden = isLater;
        },
      },
    );
    expect(verdict.kind).toBe(expected);
  });
});

test('an id opens a path only if an invented one does not', async () => {
  const { outsider } = await accuse((terminal) => ({ terminal }));
  expect(await opensPath(outsider, '4')).toBe(true);
  expect(await opensPath(outsider, '3')).toBe(false);
});

describe('two keys with stated customers', () => {
  const state = (key: Principal, customer: string): Principal => ({ ...key, sees: { ...key.sees, customer } });

  test('are of two tenants exactly if the customers differ', async () => {
    const { insider, outsider } = await accuse((terminal) => ({ terminal }));
    expect(await areOfTwoTenants(state(insider, 'west'), state(outsider, 'east'))).toBe(true);
    expect(await areOfTwoTenants(state(insider, 'west'), state(outsider, 'west'))).toBe(false);
  });

  test('are judged by behaviour if one statement is missing', async () => {
    const { insider, outsider } = await accuse((terminal) => ({ terminal }));
    expect(await areOfTwoTenants(state(insider, 'west'), outsider)).toBe(await areOfTwoTenants(insider, outsider));
  });
});

describe('recorded traffic', () => {
  const SITE = { site: 'Quay 77001 at 12 High Street', serial: 'SERIAL-77001', label: 'The shop at the quay' };
  const ERROR = { code: 'NOT_FOUND', message: 'The resource does not exist.' };

  /** Judges how the key of the east reads the location of terminal 3. The service has no terminals but 3 and 4. */
  async function request(
    recorded: readonly string[],
    { refusal = 200, ofThree = SITE as Readonly<Record<string, string>> } = {},
  ) {
    const transport: Transport = ({ url, headers }) => {
      const own = OWN[headers.find(([name]) => name.toLowerCase() === 'x-api-key')?.[1] ?? ''];
      const [, id = ''] = /(?:locations|terminals)\/(\d)/.exec(url) ?? [];
      const site = id === '3' ? ofThree : { site: 'Plaza 88002', serial: 'SERIAL-88002', label: 'At the plaza' };
      const isOwn = id === own && url.includes('/locations/');
      return Promise.resolve(makeJsonResponse(isOwn ? 200 : refusal, isOwn ? site : { ...ERROR, id }));
    };
    const keys = new Map(Object.keys(OWN).map((key) => [key, key]));
    const session = createClient({ baseUrl: 'http://target.test', keys, transport }).session();
    const open = (name: string, ids: readonly string[]): Principal => {
      const list = () => ids.map((terminal_id) => ({ terminal_id }));
      const sees = { terminals: new Set([OWN[name]]), placedTransactions: [] };
      return { ...session.withKey(name), sees, listRecorded: list, listRequested: list } as unknown as Principal; // the parts that are read
    };
    const keysOfTwo = { insider: open('key-of-west', ['3']), outsider: open('key-of-east', recorded) };
    return (await requestById(keysOfTwo, 'getLocation', '3')).served.kind;
  }

  test('shows a refusal with the status of a success where another thing has the same answer', async () => {
    expect(await request(['4', '3', '5'])).toBe('refused');
    expect(await request(['4', '3'])).toBe('unclear');
  });

  test('has no data of a thing whose owner gets the message with which the service refuses', async () => {
    expect(await request(['4', '3'], { refusal: 401, ofThree: ERROR })).toBe('unclear');
    expect(await request(['4', '3'], { refusal: 401 })).toBe('refused');
  });
});

describe('the answer about a thing that shows only times and short numbers', () => {
  const toStatus = (isUp: boolean) => ({ state: isUp ? 'up' : 'down', terminals: 8 });

  /** A service in which each key sees one connector; `blank` answers for unknown and foreign ids. */
  async function request(blank: number, isOpen = false, more: object = {}) {
    const transport: Transport = ({ url, headers }) => {
      const own = OWN[headers.find(([name]) => name.toLowerCase() === 'x-api-key')?.[1] ?? ''];
      const id = /connectors\/con-(\d)\/status/.exec(url)?.[1];
      const isServed = id !== undefined && (id === own || (isOpen && Object.values(OWN).includes(id)));
      return Promise.resolve(
        isServed ? makeJsonResponse(200, { ...toStatus(true), ...more }) : makeJsonResponse(blank, {}),
      );
    };
    const keys = new Map(Object.keys(OWN).map((key) => [key, key]));
    const session = createClient({ baseUrl: 'http://target.test', keys, transport }).session();
    const open = (name: string): Principal => {
      const sees = { connectors: new Set([`con-${OWN[name]}`, `con-${OWN[name]}b`]) };
      return { ...session.withKey(name), sees } as unknown as Principal; // the part that is read
    };
    const keysOfTwo = { insider: open('key-of-west'), outsider: open('key-of-east') };
    const { served, isRefusedByStatus } = await requestById(keysOfTwo, 'getConnectorStatus', 'con-3');
    return { kind: served.kind, isRefusedByStatus };
  }

  test('shows a refusal where an invented id is refused, which is no evidence that the thing is hidden', async () => {
    expect(await request(404)).toEqual({ kind: 'unclear', isRefusedByStatus: true });
  });

  test('is served if a body with several values is the same for both keys, and an invented id is refused', async () => {
    const site = { street: 'High Street', town: 'Arden', latitude: 27.95, longitude: -82.45, zone: 'west' };
    expect(await request(404, true, site)).toEqual({ kind: 'served', isRefusedByStatus: undefined });
    expect(await request(404, false, site)).toEqual({ kind: 'refused', isRefusedByStatus: undefined });
    expect((await request(200, true, site)).kind).toBe('unclear');
  });

  test('is no control where an invented id is a success too', async () => {
    expect(await request(200)).toEqual({ kind: 'unclear', isRefusedByStatus: undefined });
  });

  test('is no proof that a success to the other key has the data', async () => {
    expect(await request(404, true)).toEqual({ kind: 'unclear', isRefusedByStatus: undefined });
  });
});

test('tenants number their things alike if one id is that of different cases', () => {
  const see = (...cases: readonly object[]) => {
    const exchange = { status: 200, json: { cases } } as unknown as Exchange; // the parts that are read
    return { sees: { responses: new Map([['listDisputes', exchange]]) } } as unknown as Principal; // the parts that are read
  };
  const one = {
    id: 'case-0004',
    reason: 'Unrecognized',
    amount: 47_650,
    transaction: 12,
    terminal: 2376,
    note: 'none',
  };
  const other = { id: 'case-0004', reason: 'Duplicate', amount: 12_440, transaction: 54, terminal: 793, note: 'none' };
  expect(numberAlike(see(one), see(other))).toBe(true);
  expect(numberAlike(see(one), see({ ...other, id: 'case-0005' }))).toBe(false);
  expect(numberAlike(see(one), see({ ...one, note: 'hidden' }))).toBe(false);
});

test('an id that opens a connector too is no evidence of a terminal', async () => {
  const transport: Transport = ({ url, headers }) => {
    const own = OWN[headers.find(([name]) => name.toLowerCase() === 'x-api-key')?.[1] ?? ''];
    const { pathname } = new URL(url);
    const [, kind = '', wanted = ''] = /\/(terminals|locations|connectors)\/(\w+)/.exec(pathname) ?? [];
    if (kind === 'connectors' && ['unit70020003', 'unit70020004'].includes(wanted))
      return Promise.resolve(
        makeJsonResponse(200, { id: wanted, host: `switch-${wanted}.example`, line: 'LEASED-7781' }),
      );
    if (wanted === `unit7002000${own}`)
      return Promise.resolve(
        makeJsonResponse(200, { id: wanted, serial: `SERIAL-00${wanted}`, site: `Quay ${wanted}` }),
      );
    return Promise.resolve(
      makeJsonResponse(pathname.endsWith('/portal') ? 200 : 404, { lines: ['unit70020003', 'unit70020003'] }),
    );
  };
  const keys = new Map(Object.keys(OWN).map((key) => [key, key]));
  const session = createClient({ baseUrl: 'http://target.test', keys, transport }).session();
  const open = async (name: string): Promise<Principal> => {
    const sees = await discoverVisibility(session.withKey(name), builtinBindings);
    const terminals = new Set([`unit7002000${OWN[name]}`]);
    return { ...session.withKey(name), sees: { ...sees, terminals, mentioned: terminals } };
  };
  const [insider, outsider] = [await open('key-of-west'), await open('key-of-east')];
  const failure = fail({ expected: 'nothing of terminal unit70020003', actual: await outsider.get('getPortal') });
  const verdict = await accuseIfHidden({ insider, outsider }, { terminals: ['unit70020003'], failure, isById: true });
  expect(verdict).toMatchObject({
    kind: 'untestable',
    reason: 'unit70020003 is also the id of another thing than the terminal',
  });
});
