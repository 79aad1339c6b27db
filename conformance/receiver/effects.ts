import type { EffectCounter, Settings } from './options.ts';

/** Interval between two reads of the count, in milliseconds. All other times are numbers of reads. */
const READ_INTERVAL_MS = 50;
/** A receiver is idle when its count has not changed for this long, or for three times its slowest effect. */
const QUIET_READS = 5;
const MOST_QUIET_READS = 60;
/** The same after deliveries that were not measured: their effects may wait in a queue, or for a poller. */
const FIRST_QUIET_READS = 40;
/** Maximum wait for the effect of an ordinary event: 5 s. */
const EFFECT_READS = 100;
/** Minimum wait for effects that may not occur: 1 s. */
const MISSING_EFFECT_READS = 20;
/** Maximum wait for an idle receiver: 30 s. */
const IDLE_READS = 600;

/** Thrown when effects cannot be measured. The message contains the problem, the expectation and the next step. */
export class EffectsUnmeasurable extends Error {}

/** Measures the effects of events at a receiver that may process them after it responds. */
export interface EffectMeter {
  /**
   * Sends the deliveries of one event, waits until the receiver is idle, and returns the number of their effects.
   * With `isControl`, waits longer for the first effect and measures how slow the receiver is.
   * @throws EffectsUnmeasurable if the count cannot be read, or keeps changing.
   */
  measure(event: {
    readonly id: string;
    readonly isControl: boolean;
    readonly send: () => Promise<void>;
  }): Promise<number>;
}

/** Creates a meter. It attributes effects by event id if the counter lists ids, otherwise by waiting until the receiver is idle. */
export function createEffectMeter(readCount: EffectCounter, wait: Settings['wait']): EffectMeter {
  let slowestReads = 0;
  let idleTotal: number | undefined;
  let hadNoEffect = false;
  const quietReads = (): number => Math.min(MOST_QUIET_READS, Math.max(QUIET_READS, 3 * slowestReads));

  async function read(): Promise<number | readonly string[]> {
    try {
      return await readCount();
    } catch (thrown) {
      throw new EffectsUnmeasurable(thrown instanceof Error ? thrown.message : 'the effects could not be counted');
    }
  }

  /** Waits for a first change, then until the count stops changing. `changedAtRead` is 0 without a change. */
  async function waitUntilIdle(count: () => Promise<number>, from: number, reads: { first: number; quiet: number }) {
    let [last, changedAtRead] = [from, 0];
    for (let read = 1; read <= IDLE_READS; read += 1) {
      await wait(READ_INTERVAL_MS);
      const now = await count();
      if (now !== last) [last, changedAtRead] = [now, read];
      if (read >= (changedAtRead === 0 ? reads.first : changedAtRead + reads.quiet))
        return { count: last, changedAtRead, isIdle: true };
    }
    return { count: last, changedAtRead, isIdle: false };
  }

  /** Waits until the effects of earlier deliveries have occurred. */
  async function settle(): Promise<void> {
    const shown = await read();
    const total = countEffects(shown);
    if (total === idleTotal) return;
    const { isIdle } = await waitUntilIdle(async () => countEffects(await read()), total, {
      first: FIRST_QUIET_READS,
      quiet: FIRST_QUIET_READS,
    });
    if (!isIdle && typeof shown === 'number') throw new EffectsUnmeasurable(NEVER_IDLE);
  }

  return {
    async measure({ id, isControl, send }) {
      await settle();
      const count = async (): Promise<number> => {
        const shown = await read();
        return typeof shown === 'number' ? shown : shown.filter((eventId) => eventId === id).length;
      };
      const before = await count();
      await send();
      const isPatient = isControl && !hadNoEffect;
      const first = isPatient ? EFFECT_READS : Math.max(MISSING_EFFECT_READS, 4 * slowestReads);
      const after = await waitUntilIdle(count, before, { first, quiet: quietReads() });
      if (!after.isIdle) throw new EffectsUnmeasurable(NEVER_IDLE);
      if (isControl) {
        slowestReads = Math.max(slowestReads, after.changedAtRead);
        hadNoEffect = after.count === before;
      }
      idleTotal = countEffects(await read());
      return after.count - before;
    },
  };
}

const countEffects = (shown: number | readonly string[]): number => (typeof shown === 'number' ? shown : shown.length);

const NEVER_IDLE =
  'the number of effects kept changing for 30 s; it must be stable between deliveries. ' +
  'Stop other traffic to the receiver, or list event ids under "effects"';
