import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { isThorough, sample } from '../../base/testing/depth.ts';
import { probes } from './all-probes.ts';
import { checkReceiver } from './check-receiver.ts';
import type { ReceiverOptions } from './core/options.ts';
import type { ReceiverResult } from './core/result.ts';
import { createEffectCounter } from './effects/effect-counter.ts';
import { SECRET } from './testing/check-one.ts';
import {
  correctReceivers,
  faultyReceivers,
  type IndependentReceiver,
  startReceiver,
} from './testing/independent-receivers.ts';

/** All receivers wait for their effects, at the same time. */
const LONGEST_MS = 300_000;

const EFFECT_PROBES = probes.filter(({ effects }) => effects !== undefined).map(({ id }) => id);

/** Checks a receiver by all probes, or by some of them and its effects. Looks at the effects twice as often as usual. */
async function checkIndependent(receiver: IndependentReceiver, only?: readonly string[]): Promise<ReceiverResult> {
  const { url, pageUrl, close } = await startReceiver(receiver, SECRET);
  const options: ReceiverOptions = { url, secret: SECRET, network: { pauseMs: 5 }, soonMs: 8000 };
  const withEffects = { effects: createEffectCounter(pageUrl, 10_000), wait: (ms: number) => delay(ms / 2) };
  try {
    return await checkReceiver(only === undefined ? options : { ...options, ...withEffects, only });
  } finally {
    await close();
  }
}

const listFailedMusts = ({ probes }: ReceiverResult): string[] =>
  probes.filter(({ outcome, level }) => outcome === 'fail' && level === 'must').map(({ id }) => id);

const addIdsToPage = (receiver: IndependentReceiver): IndependentReceiver => ({
  ...receiver,
  name: `${receiver.name}, with event ids on its page`,
  page: (ids) => JSON.stringify({ effects: ids }),
});

/** All of them at once: they spend their time waiting. */
const checkAll = async (
  receivers: readonly IndependentReceiver[],
  selectProbes?: (receiver: IndependentReceiver) => readonly string[],
) =>
  new Map(
    await Promise.all(
      receivers.map(async (each) => [each.name, await checkIndependent(each, selectProbes?.(each))] as const),
    ),
  );

const getResult = (results: ReadonlyMap<string, ReceiverResult>, { name }: IndependentReceiver): ReceiverResult => {
  const found = results.get(name);
  if (found === undefined) throw new Error(`no result for the receiver that ${name}`);
  return found;
};

const checked = sample(correctReceivers, 1);
const measured = sample([...correctReceivers, ...correctReceivers.slice(1, 4).map(addIdsToPage)], 1);
const faulty = [
  ...faultyReceivers,
  ...faultyReceivers.slice(0, 2).map(({ receiver, probe }) => ({ receiver: addIdsToPage(receiver), probe })),
];

let byAllProbes: ReadonlyMap<string, ReceiverResult>;
let byEffects: ReadonlyMap<string, ReceiverResult>;
beforeAll(async () => {
  byAllProbes = await checkAll(checked);
  const all = ['stale', 'outside-tolerance', 'rather-old', 'same-id-twice', ...EFFECT_PROBES];
  const probeOf = new Map(faulty.map(({ receiver, probe }) => [receiver.name, probe]));
  byEffects = await checkAll([...measured, ...faulty.map(({ receiver }) => receiver)], ({ name }) => {
    const probe = probeOf.get(name);
    return probe === undefined || isThorough ? all : [probe];
  });
}, LONGEST_MS);

test.each(checked)('every probe passes for a correct receiver that $name', (receiver) => {
  const result = getResult(byAllProbes, receiver);
  expect([listFailedMusts(result), result.exitCode]).toEqual([[], 0]);
});

test.each(measured)('the effects of a correct receiver that $name pass', (receiver) => {
  const result = getResult(byEffects, receiver);
  const undecided = result.probes.filter(({ outcome, level }) => level === 'must' && outcome !== 'pass');
  expect([listFailedMusts(result), undecided]).toEqual([[], []]);
});

test.each(faulty)('$probe fails a receiver that $receiver.name', ({ receiver, probe }) => {
  expect(listFailedMusts(getResult(byEffects, receiver))).toContain(probe);
});
