import { describe, expect, test } from 'vitest';
import { goService } from '../../../lab/independent/services.ts';
import { changeRows, makeJsonResponse, parseRequest, replaceKey } from '../../../lab/mutants/proxy-helpers.ts';
import { HONEST_EXPECTATIONS, HONEST_KEYS, honestTarget } from '../../../lab/targets/honest-target.ts';
import { run } from '../../engine/runner.ts';
import type { Transport } from '../../http/client.ts';
import type { KeyExpectation } from '../../relations/key-expectations.ts';
import { keysSeeWhatIsExpected } from './expectations.ts';

async function judge(
  expectations: Readonly<Record<string, KeyExpectation>>,
  {
    keys = HONEST_KEYS,
    transport = honestTarget(),
  }: { keys?: ReadonlyMap<string, string>; transport?: Transport } = {},
) {
  const { results } = await run({
    target: 'http://target.test',
    keys,
    checks: [keysSeeWhatIsExpected],
    transport,
    expectations: new Map(Object.entries(expectations)),
  });
  expect(results).toHaveLength(1);
  return results[0];
}

/** The honest target, where requests with the key of `from` have the scope of `to`. */
const swapped = (from: string, to: string): Transport => {
  const honest = honestTarget();
  return (request) =>
    honest(parseRequest(request).key === HONEST_KEYS.get(from) ? replaceKey(request, HONEST_KEYS.get(to)) : request);
};

describe('scope/keys-see-what-is-expected', () => {
  test('is not applicable if nothing is expected, also without keys', async () => {
    expect(await judge({})).toMatchObject({ outcome: 'not-applicable' });
    expect(await judge({}, { keys: new Map() })).toMatchObject({ outcome: 'not-applicable' });
  });

  test('passes on a correct target, with evidence and a case for each expectation', async () => {
    const result = await judge(Object.fromEntries(HONEST_EXPECTATIONS));
    expect(result).toMatchObject({ outcome: 'pass', decides: true });
    expect(result?.cases.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['east sees 3 terminals', 'pass'],
      ['clerk sees 1 terminal', 'pass'],
      ['clerk is narrower than east', 'pass'],
      ['west sees 2 terminals', 'pass'],
    ]);
    expect(result?.evidence.length).toBeGreaterThan(2);
  });

  test.each([
    [{ terminals: 2 }, '2 terminals for east', '3 terminals: EA000001, EA000002, EA000003'],
    [{ terminals: 4 }, '4 terminals for east', '3 terminals: EA000001, EA000002, EA000003'],
    [{ terminals: 0 }, '0 terminals for east', '3 terminals: EA000001, EA000002, EA000003'],
  ])('fails if the number is not %j, and shows what the key sees', async (expectation, expected, saw) => {
    const result = await judge({ east: expectation });
    expect(result).toMatchObject({ outcome: 'fail', expected, saw, request: { caller: 'east', status: 200 } });
    expect(result?.request?.curl).toContain('$FLEETKIT_KEY_EAST');
  });

  test.each([
    ['all terminals of the wider key', swapped('clerk', 'east'), 'all 3 terminals'],
    ['terminals of another account', swapped('clerk', 'west'), 'terminals that east does not see: WE000007, WE000008'],
  ])('fails if a narrower key sees %s', async (_, transport, saw) => {
    const narrower = { clerk: { narrowerThan: 'east' } };
    expect(await judge(narrower)).toMatchObject({ outcome: 'pass' });
    expect(await judge(narrower, { transport })).toMatchObject({ outcome: 'fail', saw });
  });

  test('fails if the relation is the wrong way round', async () => {
    expect(await judge({ east: { narrowerThan: 'clerk' } })).toMatchObject({
      outcome: 'fail',
      saw: 'terminals that clerk does not see: EA000002, EA000003',
    });
  });

  test('counts a terminal that only one place names if the number needs it', async () => {
    const inLocations = { location_id: 'loc_x', terminal_ids: ['EA000009'], terminal_id: 'EA000009' };
    const transport = changeRows('listLocations', (rows) => [...rows, { ...rows[0], ...inLocations }])(honestTarget());
    expect(await judge({ east: { terminals: 3 } }, { transport })).toMatchObject({ outcome: 'pass' });
    expect(await judge({ east: { terminals: 4 } }, { transport })).toMatchObject({ outcome: 'pass' });
    expect(await judge({ east: { terminals: 5 } }, { transport })).toMatchObject({ outcome: 'fail' });
  });

  test('is untestable for a key that the run does not have, or that can read nothing', async () => {
    expect(await judge({ ghost: { terminals: 1 } })).toMatchObject({
      outcome: 'untestable',
      reason: 'the run has no key with the name ghost',
    });
    const keys = new Map([...HONEST_KEYS, ['revoked', 'k-none']]);
    expect(await judge({ revoked: { terminals: 1 } }, { keys })).toMatchObject({
      outcome: 'untestable',
      reason: 'revoked can read nothing',
    });
  });

  test('reads lists to their last page, and is untestable if the pages never end', async () => {
    const ids = Array.from({ length: 120 }, (_, place) => `BI${String(place).padStart(6, '0')}`);
    const SITE = {
      city: 'Port Ellen',
      street: '12 Charlotte Street',
      postcode: 'PA42 7DF',
      country: 'GB',
      floor: 'ground',
    };
    /** A list of 120 locations in pages of 50, or without end, and each by the id of its terminal; nothing else is readable. */
    const paged =
      (isEndless: boolean): Transport =>
      async (request) => {
        const { pathname, searchParams } = new URL(request.url);
        const [, id] = /\/locations\/(\w+)$/.exec(pathname) ?? [];
        if (id !== undefined && ids.includes(id)) return makeJsonResponse(200, { location_id: `loc_${id}`, ...SITE });
        if (!pathname.endsWith('/locations')) return makeJsonResponse(404, {});
        const from = Number(searchParams.get('cursor') ?? 0);
        const rows = ids.slice(from, from + 50).map((id) => ({ location_id: `loc_${id}`, terminal_ids: [id] }));
        const next = from + 50 < ids.length ? String(from + 50) : isEndless ? '100' : null;
        return makeJsonResponse(200, { data: rows, page: { next_cursor: next } });
      };
    const keys = new Map([['big', 'k-big']]);
    expect(await judge({ big: { terminals: 120 } }, { keys, transport: paged(false) })).toMatchObject({
      outcome: 'pass',
    });
    expect(await judge({ big: { terminals: 121 } }, { keys, transport: paged(false) })).toMatchObject({
      outcome: 'fail',
    });
    expect(await judge({ big: { terminals: 121 } }, { keys, transport: paged(true) })).toMatchObject({
      outcome: 'untestable',
      reason: 'the terminal lists of big may have more terminals than could be read',
    });
    expect(await judge({ big: { terminals: 119 } }, { keys, transport: paged(true) })).toMatchObject({
      outcome: 'fail',
    });
  });

  test('reads the terminals of a target of another shape through its bindings', async () => {
    const runWith = (expectations: Readonly<Record<string, KeyExpectation>>) =>
      run({
        target: 'http://target.test',
        keys: goService.keys,
        checks: [keysSeeWhatIsExpected],
        bindings: 'infer',
        transport: goService.open(),
        expectations: new Map(Object.entries(expectations)),
      });
    const { keys } = await runWith({});
    expect(keys.length).toBeGreaterThan(2);
    // One run with right and wrong numbers in turn.
    const expected = keys.map(({ name, terminals }, place) => [name, { terminals: terminals + (place % 2) }] as const);
    expect((await runWith(Object.fromEntries(expected))).results[0]?.cases.map(({ outcome }) => outcome)).toEqual(
      keys.map((_, place) => (place % 2 === 0 ? 'pass' : 'fail')),
    );
  });
});
