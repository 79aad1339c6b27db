import type { Courier } from './courier.ts';
import { judged, type Taken } from './judge.ts';
import type { EffectCounter, Settings } from './options.ts';
import type { Bench, Probe } from './probe.ts';
import type { ProbeResult } from './result.ts';

/** Sends the deliveries of a probe, one after the other. */
export async function taken(probe: Probe, bench: Bench, send: Courier): Promise<Taken[]> {
  const answers: Taken[] = [];
  for (const step of probe.steps(bench)) answers.push({ step, answer: await send(step.delivery) });
  return answers;
}

/** Sends a probe and judges it; one that does not fit the scheme, or that nobody counts effects for, is skipped. */
export async function probed(probe: Probe, bench: Bench, settings: Settings): Promise<ProbeResult> {
  const { id, title, level } = probe;
  const { scheme, send, soonMs, effects, wait } = settings;
  const skipped = (reason: string): ProbeResult => ({ id, title, level, outcome: 'skipped', reason, steps: [] });
  const unfit = probe.unfit?.(scheme);
  if (unfit !== undefined) return skipped(unfit);
  if (probe.effects === undefined) return judged(probe, await taken(probe, bench, send), { soonMs });
  if (effects === undefined) return skipped(NOBODY_COUNTS);
  try {
    const before = await effects();
    const answers = await taken(probe, bench, send);
    const after = await settled(effects, before + probe.effects, wait);
    return judged(probe, answers, { soonMs, effects: after - before });
  } catch (thrown) {
    const came = `no count: ${thrown instanceof Error ? thrown.message : 'the counting failed'}`;
    const failure = { expected: '1 effect', came, matters: probe.matters, usual: UNCOUNTED };
    return { id, title, level, outcome: 'fail', steps: [], failure };
  }
}

const NOBODY_COUNTS = 'effects do not show from outside; --effects URL names a page that counts them';

const UNCOUNTED = {
  words: 'What --effects names answers a GET with 200 and a whole number, or with JSON that has one under "effects".',
  line: 'res.json(report)',
  instead: 'res.json({ effects: countOfEffects })',
};

/** How long to wait for effects that are missing, and then for some that are too many: receivers work after they answer. */
const LOOKS = 20;
const LOOK_MS = 50;
const EXTRA_MS = 250;

/** The count once `expected` is reached and had time to be passed, or when it was waited for long enough. */
async function settled(effects: EffectCounter, expected: number, wait: Settings['wait']): Promise<number> {
  for (let look = 0; look < LOOKS && (await effects()) < expected; look += 1) await wait(LOOK_MS);
  await wait(EXTRA_MS);
  return effects();
}
