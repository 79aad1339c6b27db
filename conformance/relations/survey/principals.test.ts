import { describe, expect, test } from 'vitest';
import { mutants } from '../../../lab/mutants/index.ts';
import { HONEST_KEYS, honestTarget } from '../../../lab/targets/honest-target.ts';
import { createClient } from '../../http/client.ts';
import { builtinBindings } from '../../slots/builtin-bindings.ts';
import { createInsider, listPairs } from './pairs.ts';
import { agreeOnTerminals, discoverVisibility, type Principal, type Visibility } from './principals.ts';

async function discoverPrincipals(transport = honestTarget()): Promise<Principal[]> {
  const session = createClient({ baseUrl: 'http://target.test', keys: HONEST_KEYS, transport }).session();
  const principals: Principal[] = [];
  for (const name of HONEST_KEYS.keys()) {
    const caller = session.withKey(name);
    principals.push({ ...caller, sees: await discoverVisibility(caller, builtinBindings) });
  }
  return principals;
}

const findMutant = (id: string) => {
  const found = mutants.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no mutant ${id}`);
  return found;
};

test('finds what a key can see, and the parameters of each successful read', async () => {
  const [east] = await discoverPrincipals();
  expect([...(east?.sees.terminals ?? [])]).toEqual(['EA000001', 'EA000002', 'EA000003']);
  expect([...(east?.sees.groups.keys() ?? [])]).toEqual(['grp_all', 'grp_coast', 'grp_hills']);
  expect(east?.sees.transactions).toHaveLength(18);
  expect(east?.sees.reads.size).toBe(18);
});

test.each(['scope-lost-in-the-portal', 'scope-listTransactions-mixes-tenants', 'scope-listLocations-mixes-tenants'])(
  'a leak in one response does not widen the scope: %s',
  async (id) => {
    const honest = await discoverPrincipals();
    const leaking = await discoverPrincipals(findMutant(id).alter(honestTarget()));
    expect(leaking.map(({ sees }) => sees.terminals)).toEqual(honest.map(({ sees }) => sees.terminals));
    expect(leaking.some(({ sees }, index) => sees.mentioned.size > (honest[index]?.sees.mentioned.size ?? 0))).toBe(
      true,
    );
  },
);

test('pairs each key with one of a related scope and one of another account, if they exist', async () => {
  const pairs = listPairs(await discoverPrincipals());
  expect(
    pairs.map(({ insider, outsider, isStranger }) => `${outsider} <- ${insider}${isStranger ? ', a stranger' : ''}`),
  ).toEqual(['east <- west, a stranger', 'clerk <- east', 'clerk <- west, a stranger', 'west <- east, a stranger']);
});

test('gives an insider a terminal, rows and groups that are hidden from the outsider', async () => {
  const principals = await discoverPrincipals();
  const pair = listPairs(principals).find(({ outsider }) => outsider === 'clerk');
  const [east] = principals;
  if (pair === undefined || east === undefined) throw new Error('no pair');
  const insider = createInsider(east, pair);
  expect(insider.aTerminal).toEqual({ terminal_id: 'EA000002' });
  expect(insider.hidden.groups).toEqual(['grp_hills', 'grp_all', 'grp_coast']);
  expect(new Set(insider.hidden.transactions.flatMap(({ terminals }) => terminals))).toEqual(
    new Set(['EA000002', 'EA000003']),
  );
});

test('makes no pair of keys with the same scope', async () => {
  const [east] = await discoverPrincipals();
  if (east === undefined) throw new Error('no principal');
  expect(listPairs([east, { ...east, name: 'twin' }])).toEqual([]);
});

describe('agreeOnTerminals', () => {
  const see = (places: readonly (readonly string[])[]) => ({ places, terminals: new Set() }) as unknown as Visibility; // the members that it reads
  const agree = (places: readonly (readonly string[])[], ofOther: readonly (readonly string[])[]) => [
    ...(agreeOnTerminals(
      new Map([
        ['one', see(places)],
        ['other', see(ofOther)],
      ]),
    ).get('one')?.terminals ?? []),
  ];

  test('ignores a response that names no terminal to any key', () =>
    expect(agree([['t1', 't2'], []], [['t3'], []])).toEqual(['t1', 't2']));

  test('counts a response that names none to one key', () =>
    expect(agree([['t1', 't2'], []], [['t3'], ['t3']])).toEqual([]));
});
