import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEntry } from '../../world/fold/apply.ts';
import { type Fact, type JournalEntry, position } from '../../world/state/facts.ts';
import { sandboxMs } from '../../world/state/time.ts';
import { EPOCH_MS, generateWorld, type World } from '../../world/state/world.ts';
import type { Journal } from '../journal.ts';

/** The shared tests of all journals. `open` returns a new, empty journal. */
export function describeJournal(name: string, open: () => Journal): void {
  const withJournal = async (use: (journal: Journal) => Promise<void>): Promise<void> => {
    const journal = open();
    try {
      await use(journal);
    } finally {
      await journal.close();
    }
  };
  const testJournal = (claim: string, use: (journal: Journal) => Promise<void>) => test(claim, () => withJournal(use));

  describe(`a journal in ${name}`, () => {
    testJournal('is empty at first', async (journal) => {
      expect(await journal.latest()).toBe(0);
      expect(await journal.readAfter(position(0))).toEqual([]);
    });

    testJournal('assigns positions that rise by one and returns entries as appended', async (journal) => {
      const first = await journal.append(NORTHWAY, [createFact('a'), createFact('b')], position(0));
      const second = await journal.append(REDLINE, [createFact('c')], position(0));
      expect([first, second]).toStrictEqual([
        { tenantId: NORTHWAY, position: 1, facts: [createFact('a'), createFact('b')] },
        { tenantId: REDLINE, position: 3, facts: [createFact('c')] },
      ]);
      expect(await journal.latest()).toBe(3);
      expect(await journal.readAfter(position(0))).toStrictEqual([first, second]);
      expect(await journal.readAfter(position(2))).toStrictEqual([second]);
      expect(await journal.readAfter(position(3))).toEqual([]);
    });

    testJournal('never returns a part of an entry', async (journal) => {
      await journal.append(NORTHWAY, [createFact('a'), createFact('b'), createFact('c')], position(0));
      expect(await journal.readAfter(position(1))).toEqual([]);
      expect(await journal.readAfter(position(0))).toHaveLength(1);
    });

    testJournal('keeps two adjacent entries of one tenant separate', async (journal) => {
      await journal.append(NORTHWAY, [createFact('a')], position(0));
      await journal.append(NORTHWAY, [createFact('b')], position(1));
      expect((await journal.readAfter(position(0))).map(({ facts }) => facts.length)).toEqual([1, 1]);
    });

    testJournal('returns behind to a writer that has not read the latest facts of its tenant', async (journal) => {
      await journal.append(NORTHWAY, [createFact('a'), createFact('b')], position(0));
      expect(await journal.append(NORTHWAY, [createFact('c')], position(0))).toBe('behind');
      expect(await journal.append(NORTHWAY, [createFact('c')], position(1))).toBe('behind');
      expect(await journal.latest()).toBe(2);
      expect(await journal.append(NORTHWAY, [createFact('c')], position(2))).toMatchObject({ position: 3 });
    });

    testJournal('accepts a writer that has not read the facts of other tenants', async (journal) => {
      await journal.append(NORTHWAY, [createFact('a')], position(0));
      expect(await journal.append(REDLINE, [createFact('b')], position(0))).toMatchObject({ position: 2 });
      expect(await journal.append(NORTHWAY, [createFact('c')], position(1))).toMatchObject({ position: 3 });
    });

    testJournal('accepts one of several concurrent writers and returns behind to the others', async (journal) => {
      const answers = await Promise.all(
        ['a', 'b', 'c'].map((key) => journal.append(NORTHWAY, [createFact(key)], position(0))),
      );
      expect(answers.filter((answer) => answer === 'behind')).toHaveLength(2);
      expect(await journal.readAfter(position(0))).toStrictEqual(answers.filter((answer) => answer !== 'behind'));
    });

    testJournal('rejects an empty entry without a change', async (journal) => {
      await expect(journal.append(NORTHWAY, [], position(0))).rejects.toThrow(RangeError);
      expect(await journal.latest()).toBe(0);
      expect(await journal.append(NORTHWAY, [createFact('a')], position(0))).toMatchObject({ position: 1 });
    });

    testJournal('stores any reply without loss', async (journal) => {
      const body = {
        text: '\u0000 \ud800 \u2028 "\\ 💶',
        number: -12.5e-7,
        nothing: null,
        list: [[], {}],
        flag: false,
      };
      const fact = createFact('ä', body);
      await journal.append(NORTHWAY, [fact], position(0));
      const [entry] = await journal.readAfter(position(0));
      expect(entry?.facts).toStrictEqual([fact]);
    });

    test('may be closed twice', async () => {
      const journal = open();
      await journal.append(NORTHWAY, [createFact('a')], position(0));
      await journal.close();
      await expect(journal.close()).resolves.toBeUndefined();
    });

    test('folds to the same world for any interleaving of tenants and any read intervals', async () => {
      const appends = fc.array(
        fc.record({
          tenantId: fc.constantFrom(NORTHWAY, REDLINE, 'acct_nobody'),
          bodies: fc.array(fc.jsonValue(), { minLength: 1, maxLength: 3 }),
          /**
           * Whether the writer has read the latest facts. Otherwise the result is behind, unless its tenant has no
           * facts yet.
           */
          isFresh: fc.boolean(),
          readerCatchesUp: fc.boolean(),
        }),
        { maxLength: 12 },
      );
      await fc.assert(
        fc.asyncProperty(appends, fc.infiniteStream(fc.nat()), (steps, order) =>
          withJournal(async (journal) => {
            const accepted: { readonly tenantId: string; readonly facts: readonly Fact[] }[] = [];
            let reader = emptyWorld;
            let last = 0;
            for (const [index, { tenantId, bodies, isFresh, readerCatchesUp }] of steps.entries()) {
              const facts = bodies.map((body, n) => createFact(`${index}-${n}`, JSON.parse(JSON.stringify(body))));
              const isFirst = accepted.every((before) => before.tenantId !== tenantId);
              const answer = await journal.append(tenantId, facts, position(isFresh ? last : 0));
              expect(answer === 'behind').toBe(!isFresh && !isFirst);
              if (answer !== 'behind') {
                expect(answer.position).toBe(last + 1);
                last += facts.length;
                accepted.push({ tenantId, facts });
              }
              if (readerCatchesUp) reader = foldAll(reader, await journal.readAfter(reader.position));
            }
            reader = foldAll(reader, await journal.readAfter(reader.position));
            expect(readTenants(reader)).toStrictEqual(
              readTenants(foldAll(emptyWorld, await journal.readAfter(position(0)))),
            );

            const folded = accepted
              .filter(({ tenantId }) => reader.tenants.has(tenantId))
              .flatMap(({ facts }) => facts);
            expect(readTenants(reader).flatMap(({ keptReplies }) => keptReplies)).toHaveLength(folded.length);

            // The same entries, with the tenants interleaved in another order.
            const elsewhere = open();
            try {
              for (const { tenantId, facts } of reinterleave(accepted, order)) {
                await elsewhere.append(tenantId, facts, await elsewhere.latest());
              }
              const other = foldAll(emptyWorld, await elsewhere.readAfter(position(0)));
              expect(readTenants(other)).toStrictEqual(readTenants(reader));
              expect(other.position).toBe(last);
            } finally {
              await elsewhere.close();
            }
          }),
        ),
        { numRuns: 60 },
      );
    });
  });
}

const NORTHWAY = 'acct_northway';
const REDLINE = 'acct_redline';

function createFact(idempotencyKey: string, body: unknown = {}): Fact {
  const reply = { status: 201, body };
  const of = { userId: 'usr_a', operationId: 'createDispute', idempotencyKey, fingerprint: 'f' };
  return { type: 'reply-kept', atMs: NOW, kept: { ...of, reply, keptAtMs: NOW } };
}

const NOW = sandboxMs(EPOCH_MS);
const emptyWorld = generateWorld(1);

const foldAll = (world: World, entries: readonly JournalEntry[]): World => entries.reduce(applyEntry, world);

/** The state of each tenant without positions. */
const readTenants = (world: World) =>
  [...world.tenants.values()].map(({ generated, openedDisputes, derivedBatches, keptReplies }) => ({
    tenantId: generated.fixture.tenantId,
    openedDisputes: [...openedDisputes],
    derivedBatches,
    keptReplies: [...keptReplies.entries()],
  }));

/** Interleaves the tenants' entries in the given order. Keeps the order of each tenant. */
function reinterleave<Entry extends { readonly tenantId: string }>(
  entries: readonly Entry[],
  order: Iterator<number>,
): readonly Entry[] {
  const queues = [...Map.groupBy(entries, ({ tenantId }) => tenantId).values()].map((queue) => [...queue]);
  return entries.flatMap(() => {
    const waiting = queues.filter((queue) => queue.length > 0);
    return waiting[Number(order.next().value) % waiting.length]?.splice(0, 1) ?? [];
  });
}
