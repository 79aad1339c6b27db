import { describe, expect, it } from 'vitest';
import { position } from '../state/facts.ts';
import type { TenantState } from '../state/tenant.ts';
import { DEFAULT_SEED, EPOCH_MS, generateWorld, type World } from '../state/world.ts';
import { injectAt } from '../testing/inject-facts.ts';
import { findStateAt } from './apply.ts';
import { EarlierStates } from './earlier-states.ts';

const TENANT = 'acct_northway';
const SIZE = 100;

/** Cuts the lines of some terminals, one after the other. */
function cutLines(count: number): readonly World[] {
  const worlds = [generateWorld(DEFAULT_SEED)];
  for (let n = 0; n < count; n += 1) {
    const world = worlds[n] as World; // the one before
    const terminalId = getState(world).generated.terminals[n % 5]?.terminalId ?? '';
    const atMs = EPOCH_MS + n * 60_000;
    const cause = { type: 'line_cut', causeId: `cau_${n}`, atMs, terminalId, untilMs: null } as const;
    worlds.push(injectAt(world, { tenantId: TENANT, atMs }, [cause]));
  }
  return worlds;
}

const getState = (world: World | undefined): TenantState => {
  const state = world?.tenants.get(TENANT);
  if (state === undefined) throw new Error('the tenant is missing');
  return state;
};

const createStore = (mostBytes: number): EarlierStates => new EarlierStates({ mostBytes, measure: () => SIZE });

describe('states at earlier positions', () => {
  const worlds = cutLines(6);
  const latest = getState(worlds.at(-1));

  it('are equal to the states of that time', () => {
    for (const world of worlds) {
      const then = getState(world);
      const found = findStateAt(latest, then.position);
      expect(found).toMatchObject({ position: then.position, factCount: then.factCount, since: then.since });
      expect(found.generated.causes).toEqual(then.generated.causes);
      expect([...found.history]).toEqual([...then.history]);
      const sources = (state: TenantState) => state.generated.terminals.map(({ source }) => source.causes ?? []);
      expect(sources(found)).toEqual(sources(then));
    }
  });

  it('show the same rows as at that time', () => {
    const then = getState(worlds[3]);
    const found = findStateAt(latest, then.position);
    const read = ({ generated }: TenantState) =>
      generated.terminals
        .slice(0, 6)
        .map(({ ledger }) => ledger.transactionsBetween(EPOCH_MS - 3_600_000, EPOCH_MS + 2 * 86_400_000));
    expect(read(found)).toEqual(read(then));
    expect(read(found)).not.toEqual(read(getState(worlds[0])));
  });

  it('lead to even earlier states', () => {
    const middle = findStateAt(latest, position(4));
    expect(findStateAt(middle, position(2)).generated.causes).toHaveLength(2);
  });

  it('are kept within the maximum, and found again when they are not', () => {
    const store = createStore(3 * SIZE);
    const first = store.find('main', latest, position(1));
    expect(store.find('main', latest, position(1))).toBe(first);
    for (const at of [2, 3, 4, 5]) store.find('main', latest, position(at));
    expect(store.readUsage()).toEqual({ bytes: 3 * SIZE, mostBytes: 3 * SIZE });
    const again = store.find('main', latest, position(1));
    expect(again).not.toBe(first);
    expect(again.generated.causes).toEqual(first.generated.causes);
  });

  it('keep one that is larger than the maximum', () => {
    const store = createStore(SIZE / 2);
    expect(store.find('main', latest, position(2))).toBe(store.find('main', latest, position(2)));
    expect(store.readUsage().bytes).toBe(SIZE / 2);
  });

  it('are not shared between worlds', () => {
    const store = createStore(10 * SIZE);
    expect(store.find('one', latest, position(2))).not.toBe(store.find('other', latest, position(2)));
  });

  it('share what is computed from the same causes', () => {
    const store = createStore(10 * SIZE);
    const dispute = { ...latest, position: position(9) };
    expect(store.find('main', dispute, latest.position).generated).toBe(latest.generated);
  });
});
