import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseRuns } from '../../../base/testing/depth.ts';
import { checkReceiver } from '../check-receiver.ts';
import type { ProbeResult } from '../core/result.ts';
import { SECRET } from '../testing/check-one.ts';
import { NOW_MS, respondWith } from '../testing/in-memory.ts';

/** How a receiver processes accepted deliveries. Times in milliseconds, on a clock that only waiting moves. */
interface Workings {
  /** It works when a poller runs; 0: at once. */
  readonly pollMs: number;
  /** A receiver that processes one event at a time, each for this duration. */
  readonly jobMs: number;
  /** Its page shows an effect so much later. */
  readonly lagMs: number;
  readonly effectsOfAnEvent: number;
  readonly dropsRepeats: boolean;
  readonly listsIds: boolean;
}

/** Checks a receiver in memory by its effects. The first deliveries, which are not measured, leave effects behind. */
async function runAllProbes(workings: Workings): Promise<readonly ProbeResult[]> {
  let nowMs = 0;
  let freeAtMs = 0;
  const seen = new Set<string>();
  const effects: { readonly id: string; readonly atMs: number }[] = [];
  const { probes } = await checkReceiver({
    url: 'https://hooks.example',
    secret: SECRET,
    only: ['every-type', 'one-effect'],
    now: () => NOW_MS,
    wait: async (ms) => {
      nowMs += ms;
    },
    send: async ({ headers }) => {
      const [, id = ''] = headers.find(([name]) => name === 'webhook-id') ?? [];
      nowMs += 5;
      if (seen.has(id) && workings.dropsRepeats) return respondWith(204);
      seen.add(id);
      const { pollMs, jobMs, lagMs } = workings;
      const startMs = pollMs === 0 ? nowMs : Math.ceil(nowMs / pollMs) * pollMs;
      freeAtMs = Math.max(startMs, freeAtMs) + jobMs;
      for (let one = 0; one < workings.effectsOfAnEvent; one += 1) effects.push({ id, atMs: freeAtMs + lagMs });
      return respondWith(204);
    },
    effects: async () => {
      const shown = effects.filter(({ atMs }) => atMs <= nowMs).map(({ id }) => id);
      return workings.listsIds ? shown : shown.length;
    },
  });
  return probes;
}

const runOneEffectProbe = async (workings: Workings): Promise<string | undefined> =>
  (await runAllProbes(workings)).find(({ id }) => id === 'one-effect')?.outcome;

const generateWorkings = (dropsRepeats: boolean, polls: readonly number[]): fc.Arbitrary<Workings> =>
  fc.record({
    pollMs: fc.constantFrom(...polls),
    jobMs: fc.integer({ min: 0, max: 150 }),
    lagMs: fc.constantFrom(0, 30, 200, 1000, 3000),
    effectsOfAnEvent: fc.integer({ min: 1, max: 3 }),
    dropsRepeats: fc.constant(dropsRepeats),
    listsIds: fc.boolean(),
  });

test('passes a receiver that ignores duplicates, however late it processes events', async () => {
  await fc.assert(
    fc.asyncProperty(generateWorkings(true, [0, 50, 120, 400, 1000, 2000]), async (correct) => {
      expect(await runOneEffectProbe(correct)).not.toBe('fail');
    }),
    { numRuns: chooseRuns(12, 300) },
  );
});

test('fails a receiver that processes duplicates, unless its poller is slower than the check', async () => {
  await fc.assert(
    fc.asyncProperty(generateWorkings(false, [0, 50, 120, 200]), async (faulty) => {
      expect(await runOneEffectProbe(faulty)).not.toBe('pass');
    }),
    { numRuns: chooseRuns(12, 300) },
  );
});

const PROMPT = { pollMs: 0, jobMs: 60, lagMs: 0, effectsOfAnEvent: 1, dropsRepeats: true, listsIds: false };

test.each([
  { title: 'drops repeats', change: {}, outcome: 'pass' },
  { title: 'drops repeats and has two effects for each event', change: { effectsOfAnEvent: 2 }, outcome: 'pass' },
  { title: 'works on repeats', change: { dropsRepeats: false }, outcome: 'fail' },
  { title: 'works on repeats and lists ids', change: { dropsRepeats: false, listsIds: true }, outcome: 'fail' },
  { title: 'has no effects', change: { effectsOfAnEvent: 0 }, outcome: 'unverified' },
  { title: 'shows no effect for a minute', change: { lagMs: 60_000 }, outcome: 'unverified' },
])('$outcome: a receiver that $title', async ({ change, outcome }) => {
  expect(await runOneEffectProbe({ ...PROMPT, ...change })).toBe(outcome);
});

test('does not verify a receiver on which equal events have unequal effects', async () => {
  let deliveries = 0;
  const { probes } = await checkReceiver({
    url: 'https://hooks.example',
    secret: SECRET,
    only: ['one-effect'],
    now: () => NOW_MS,
    wait: async () => undefined,
    send: async () => {
      deliveries += 1;
      return respondWith(204);
    },
    effects: async () => Math.floor((deliveries * (deliveries + 1)) / 2), // more with each delivery
  });
  const result = probes.find(({ id }) => id === 'one-effect');
  expect([result?.outcome, result?.reason]).toEqual(['unverified', expect.stringContaining('unequal effects')]);
});
