import type { EffectCounter, Settings } from '../core/options.ts';

/** Interval between two reads of the count, in milliseconds. All other times are numbers of reads. */
const READ_INTERVAL_MS = 50;
/** A receiver is idle when its count has not changed for this long, or for three times its slowest effect. */
const QUIET_READS = 5;
const MOST_QUIET_READS = 60;
/** The same after deliveries that were not measured: their effects may wait in a queue, or for a poller. */
const FIRST_QUIET_READS = 40;
/** Maximum wait for the effects of ordinary events: 5 s. */
const EFFECT_READS = 100;
/** Minimum wait for effects that may not occur: 1 s, or four times the slowest effect. */
const ABSENT_EFFECT_READS = 20;
/** Minimum wait for effects that should occur: 1.5 s, or eight times the slowest effect. */
const MISSING_EFFECT_READS = 30;
/** Maximum wait for an idle receiver: 30 s. */
const IDLE_READS = 600;

const SECOND_TRY_MS = 1000;

/** Thrown when effects cannot be measured. The message contains the problem, the expectation and the next step. */
export class EffectsUnmeasurable extends Error {}

/** Thrown when effects that could be read can no longer be read. */
export class EffectsLost extends EffectsUnmeasurable {}

/** Measures the effects of events at a receiver that may process them after it responds. */
export interface EffectMeter {
  /**
   * Sends deliveries, waits until the receiver is idle, and returns the number of effects of the events with these ids. While
   * fewer effects than `expected` have occurred, waits longer for the next one. With `isControl`, it waits up to 5 s, and
   * measures how slow the receiver is.
   * @throws EffectsUnmeasurable if the count cannot be read, or keeps changing.
   */
  measure(events: {
    readonly ids: readonly string[];
    /** Evaluated after the deliveries are sent. */
    readonly expected: () => number;
    readonly isControl?: boolean;
    readonly send: () => Promise<void>;
  }): Promise<number>;
  /**
   * Waits until the effects of earlier deliveries have occurred.
   * @throws EffectsUnmeasurable as `measure` does.
   */
  settle(): Promise<void>;
  /**
   * Reads the effects at once: those of the event with this id, or of all events if the counter does not list ids.
   * @throws EffectsUnmeasurable if the count cannot be read.
   */
  readNow(id: string): Promise<number>;
  /** Whether the counter lists the event id of each effect. */
  areIdsListed(): boolean;
  /** Returns the place of the first effect of an event in the list as last read; -1 without one, or without a list. */
  findEffect(id: string): number;
  /** Returns the number of effects of an event in the list as last read; 0 without a list. */
  countEffects(id: string): number;
  /** Whether the counter lists effects in the order in which they occurred: each list so far began with the one before. */
  areIdsInOrder(): boolean;
  /** Whether the effects of earlier deliveries had occurred when it was last settled: with event ids, they may go on. */
  wasIdle(): boolean;
}

/** Creates a meter. It attributes effects by event id if the counter lists ids, otherwise by waiting until the receiver is idle. */
export function createEffectMeter(readCount: EffectCounter, wait: Settings['wait']): EffectMeter {
  let slowestReads = 0;
  let idleTotal: number | undefined;
  let listed: readonly string[] | undefined;
  let areIdsInOrder = true;
  let hasBeenRead = false;
  let wasIdle = true;
  const forms = new Map<string, string>();
  /** Returns the same as `toListedForm`, which takes most of the time of a read if it is called for each listed id. */
  function getListedForm(id: string): string {
    const form = forms.get(id) ?? toListedForm(id);
    if (forms.size >= MOST_FORMS) forms.clear();
    forms.set(id, form);
    return form;
  }
  const quietReads = (): number => Math.min(MOST_QUIET_READS, Math.max(QUIET_READS, 3 * slowestReads));

  /** Reads the number of effects, or the listed forms of their event ids. Reads once more after a failure, which may be accidental. */
  async function read(isAgain = false): Promise<number | readonly string[]> {
    try {
      const shown = await readCount();
      hasBeenRead = true;
      if (typeof shown === 'number') {
        listed = undefined;
        return shown;
      }
      const now = shown.map(getListedForm);
      areIdsInOrder &&= (listed ?? []).every((form, at) => now[at] === form);
      listed = now;
      return now;
    } catch (thrown) {
      if (thrown instanceof EffectsUnmeasurable) throw thrown;
      if (hasBeenRead && !isAgain) {
        await wait(SECOND_TRY_MS);
        return read(true);
      }
      const kind = hasBeenRead ? EffectsLost : EffectsUnmeasurable;
      throw new kind(thrown instanceof Error ? thrown.message : 'the effects could not be counted');
    }
  }

  async function readOf(ids: readonly string[]): Promise<number> {
    const shown = await read();
    if (typeof shown === 'number') return shown;
    const wanted = new Set(ids.map(toListedForm));
    return shown.filter((form) => wanted.has(form)).length;
  }

  /**
   * Waits until the count stops changing: `reads.missing` reads while it is below `reads.expected`, `reads.quiet` after a
   * change, and `reads.first` without one. `changedAtRead` is 0 without a change.
   */
  async function waitUntilIdle(
    count: () => Promise<number>,
    from: number,
    reads: { first: number; quiet: number; missing?: number; expected?: number },
  ) {
    const { first, quiet, missing = 0, expected = 0 } = reads;
    let [last, changedAtRead] = [from, 0];
    for (let read = 1; read <= IDLE_READS; read += 1) {
      await wait(READ_INTERVAL_MS);
      const now = await count();
      if (now !== last) [last, changedAtRead] = [now, read];
      const pause = Math.max(changedAtRead === 0 ? first : quiet, last - from < expected ? missing : 0);
      if (read >= changedAtRead + pause) return { count: last, changedAtRead, isIdle: true };
    }
    return { count: last, changedAtRead, isIdle: false };
  }

  async function settle(): Promise<void> {
    const shown = await read();
    const total = countEffects(shown);
    if (total === idleTotal) return;
    const { isIdle, count } = await waitUntilIdle(async () => countEffects(await read()), total, {
      first: Math.max(FIRST_QUIET_READS, quietReads()),
      quiet: Math.max(FIRST_QUIET_READS, quietReads()),
    });
    idleTotal = count;
    wasIdle = isIdle;
    if (!isIdle && typeof shown === 'number') throw new EffectsUnmeasurable(NEVER_IDLE);
  }

  return {
    settle,
    async measure({ ids, expected, isControl = false, send }) {
      await settle();
      const count = (): Promise<number> => readOf(ids);
      const before = await count();
      await send();
      const missing = isControl
        ? EFFECT_READS
        : Math.min(EFFECT_READS, Math.max(MISSING_EFFECT_READS, 8 * slowestReads));
      const after = await waitUntilIdle(count, before, {
        first: expected() === 0 ? Math.max(ABSENT_EFFECT_READS, 4 * slowestReads) : 0,
        quiet: quietReads(),
        missing,
        expected: expected(),
      });
      if (!after.isIdle) throw new EffectsUnmeasurable(NEVER_IDLE);
      if (isControl) slowestReads = Math.max(slowestReads, after.changedAtRead);
      idleTotal = countEffects(await read());
      return after.count - before;
    },
    readNow: (id) => readOf([id]),
    areIdsListed: () => listed !== undefined,
    findEffect: (id) => listed?.indexOf(toListedForm(id)) ?? -1,
    countEffects: (id) => listed?.filter((form) => form === toListedForm(id)).length ?? 0,
    areIdsInOrder: () => areIdsInOrder,
    wasIdle: () => wasIdle,
  };
}

/** A page may list other ids at each read. */
const MOST_FORMS = 20_000;

/** Returns the letters and digits of an id: a page may omit or replace other characters. */
const toListedForm = (id: string): string => id.replaceAll(/[^0-9A-Za-z]/g, '');

const countEffects = (shown: number | readonly string[]): number => (typeof shown === 'number' ? shown : shown.length);

const NEVER_IDLE =
  'the number of effects kept changing for 30 s; it must be stable between deliveries. ' +
  'Stop other traffic to the receiver, or list event ids under "effects"';
