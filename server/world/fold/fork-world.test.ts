import { expect, test } from 'vitest';
import type { Cause } from '../../../fixtures/model/causes.ts';
import { type Fact, type JournalEntry, position } from '../state/facts.ts';
import { WHOLE_SANDBOX } from '../state/sandbox-facts.ts';
import { sandboxMs } from '../state/time.ts';
import { EPOCH_MS, generateWorld, type World } from '../state/world.ts';
import { applyEntry } from './apply.ts';
import { type Fork, forkWorld } from './fork-world.ts';

const TENANT = 'acct_redline';
const now = (minutes: number) => sandboxMs(EPOCH_MS + minutes * 60_000);

/** Applies facts, each in an entry of its tenant or of the whole sandbox. */
const apply = (world: World, ...facts: readonly (readonly [tenantId: string, fact: Fact])[]): World =>
  facts.reduce((at, [tenantId, fact]) => {
    const entry: JournalEntry = { tenantId, position: position(at.position + 1), facts: [fact] };
    return applyEntry(at, entry);
  }, world);

const cut = (causeId: string, minute: number): readonly [string, Fact] => {
  const [terminal] = generateWorld(9).tenants.get(TENANT)?.generated.terminals ?? [];
  const terminalId = terminal?.terminalId ?? expect.fail();
  const cause: Cause = { type: 'line_cut', causeId, atMs: now(minute), terminalId, untilMs: null };
  return [TENANT, { type: 'cause-injected', atMs: now(minute), userId: null, cause }];
};

const setClock = (minute: number): readonly [string, Fact] => [
  WHOLE_SANDBOX,
  { type: 'clock-set', atMs: now(0), toMs: now(minute) },
];

const open = (forked: ReturnType<typeof forkWorld>): World => {
  if ('reason' in forked) throw new Error(forked.reason);
  return apply(generateWorld(9), [WHOLE_SANDBOX, forked.fact]);
};

const readTenant = (world: World) => world.tenants.get(TENANT) ?? expect.fail();

test('shares with its source all that is computed from the same causes', () => {
  const source = apply(generateWorld(9), cut('cause_1', 1), setClock(5), cut('cause_2', 5));
  const fork = open(forkWorld(source, now(5)));
  expect(readTenant(fork).generated).toBe(readTenant(source).generated);
  const further = apply(fork, setClock(9), cut('cause_3', 9));
  expect(readTenant(further).generated.causes).toHaveLength(3);
  expect(readTenant(source).generated.causes).toHaveLength(2);
  const [first, second] = [
    open(forkWorld(source, now(5), { atMs: now(3) })),
    open(forkWorld(source, now(5), { atMs: now(3) })),
  ];
  expect(readTenant(first).generated.causes).toHaveLength(1);
  expect(readTenant(second).generated).toBe(readTenant(first).generated);
});

test('has the instant of its moment, and nothing of its source before a reset', () => {
  const source = apply(
    generateWorld(9),
    ...[setClock(5), cut('cause_1', 5)],
    [WHOLE_SANDBOX, { type: 'misbehaviour-switched', atMs: now(5), name: 'limit_off_by_one', isOn: true }],
    ...[setClock(30), cut('cause_2', 30)],
  );
  const read = (forked: ReturnType<typeof forkWorld>) => {
    const world = open(forked);
    const { clock, misbehaviours } = world;
    return [clock, misbehaviours.size, readTenant(world).generated.causes.map(({ causeId }) => causeId)];
  };
  expect(read(forkWorld(source, now(40)))).toEqual([
    { state: 'frozen', sandboxMs: now(40) },
    0,
    ['cause_1', 'cause_2'],
  ]);
  expect(read(forkWorld(source, now(40), { atMs: now(29) }))).toEqual([
    ...[{ state: 'frozen', sandboxMs: now(29) }, 0, ['cause_1']],
  ]);
  expect(read(forkWorld(source, now(40), { position: position(4) }))).toEqual([
    ...[{ state: 'frozen', sandboxMs: now(30) }, 0, ['cause_1']],
  ]);
  const reset = apply(source, [TENANT, { type: 'tenant-reset', atMs: now(30), newIds: false }]);
  expect(forkWorld(reset, now(40), { atMs: now(29) })).toEqual({ reason: 'before_reset', atMs: now(30) });
  expect(read(forkWorld(reset, now(40)))).toEqual([{ state: 'frozen', sandboxMs: now(40) }, 0, []]);
});

test('gives new ids a salt that no ancestor had', () => {
  const salts: number[] = [];
  let world = generateWorld(9);
  for (let depth = 0; depth < 4; depth += 1) {
    salts.push(readTenant(world).idSalt);
    world = open(forkWorld(world, now(0)));
  }
  expect(new Set(salts).size).toBe(salts.length);
  const { fact } = forkWorld(world, now(0)) as Fork; // the present can be forked
  expect(fact.idSalt).toBeGreaterThan(Math.max(...salts));
});
