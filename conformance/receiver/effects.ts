import type { EffectCounter, Settings } from './options.ts';

/** How often the count is read, in milliseconds. All other times are counted in such looks. */
const LOOK_MS = 50;
/** A receiver is at rest when its count did not change for so long, or for three times its slowest effect. */
const QUIET_LOOKS = 5;
const MOST_QUIET_LOOKS = 60;
/** The same after deliveries that were not measured: their effects may wait in a queue, or for the next run of a poller. */
const FIRST_QUIET_LOOKS = 20;
/** The longest wait for the effect of an ordinary event: 5 s. */
const EFFECT_LOOKS = 100;
/** The shortest wait for effects that may be missing: 1 s. */
const MISSING_EFFECT_LOOKS = 20;
/** The longest wait for a receiver to come to rest: 30 s. */
const REST_LOOKS = 600;

/** Thrown when effects cannot be measured. The message says what was wrong, what is expected and what to do. */
export class EffectsUnmeasurable extends Error {}

/** Measures the effects of events at a receiver that may work after it answers. */
export interface EffectMeter {
  /**
   * Sends the deliveries of one event, waits until the receiver is at rest, and returns how many effects they had.
   * With `isControl`, waits longer for the first effect and learns how slow the receiver is.
   * @throws EffectsUnmeasurable when the count cannot be read, or never comes to rest.
   */
  measure(event: {
    readonly id: string;
    readonly isControl: boolean;
    readonly send: () => Promise<void>;
  }): Promise<number>;
}

/** Creates a meter. It attributes effects by event id where the counter lists ids, and by waiting for rest where it does not. */
export function effectMeter(readCount: EffectCounter, wait: Settings['wait']): EffectMeter {
  let slowestLooks = 0;
  let restingTotal: number | undefined;
  let hadNoEffect = false;
  const quietLooks = (): number => Math.min(MOST_QUIET_LOOKS, Math.max(QUIET_LOOKS, 3 * slowestLooks));

  async function read(): Promise<number | readonly string[]> {
    try {
      return await readCount();
    } catch (thrown) {
      throw new EffectsUnmeasurable(thrown instanceof Error ? thrown.message : 'the effects could not be counted');
    }
  }

  /** Waits for a first change, and then until there are no more. `changedAtLook` is 0 when there was none. */
  async function rest(count: () => Promise<number>, from: number, looks: { first: number; quiet: number }) {
    let [last, changedAtLook] = [from, 0];
    for (let look = 1; look <= REST_LOOKS; look += 1) {
      await wait(LOOK_MS);
      const now = await count();
      if (now !== last) [last, changedAtLook] = [now, look];
      if (look >= (changedAtLook === 0 ? looks.first : changedAtLook + looks.quiet))
        return { count: last, changedAtLook, isAtRest: true };
    }
    return { count: last, changedAtLook, isAtRest: false };
  }

  /** Waits until the effects of earlier deliveries are there. */
  async function settle(): Promise<void> {
    const shown = await read();
    const total = sizeOf(shown);
    if (total === restingTotal) return;
    const { isAtRest } = await rest(async () => sizeOf(await read()), total, {
      first: FIRST_QUIET_LOOKS,
      quiet: FIRST_QUIET_LOOKS,
    });
    if (!isAtRest && typeof shown === 'number') throw new EffectsUnmeasurable(NEVER_AT_REST);
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
      const first = isPatient ? EFFECT_LOOKS : Math.max(MISSING_EFFECT_LOOKS, 4 * slowestLooks);
      const after = await rest(count, before, { first, quiet: quietLooks() });
      if (!after.isAtRest) throw new EffectsUnmeasurable(NEVER_AT_REST);
      if (isControl) {
        slowestLooks = Math.max(slowestLooks, after.changedAtLook);
        hadNoEffect = after.count === before;
      }
      restingTotal = sizeOf(await read());
      return after.count - before;
    },
  };
}

const sizeOf = (shown: number | readonly string[]): number => (typeof shown === 'number' ? shown : shown.length);

const NEVER_AT_REST =
  'the number of effects kept changing for 30 s; it has to come to rest between deliveries. ' +
  'Stop other traffic to the receiver, or list the ids of the events under "effects"';
