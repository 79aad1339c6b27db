import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkpoint } from '../../../../base/slices.ts';
import { runInSlices } from '../../../../base/testing/sliced.ts';
import { HOUR_MS } from '../../../../fixtures/time/dates.ts';
import { CLOCK_END_MS, HISTORY_START_MS } from '../../../../fixtures/time/epoch.ts';
import { getKnownIncident, type Incident, type IncidentChange, makeIncident } from '../../rules/incident.ts';
import type { Log } from '../../rules/log.ts';
import { compareEarliestFirst, compareOldestFirst } from '../../rules/log.ts';
import type { Happening } from '../../rules/point-event.ts';
import { type Finder, GrowingLog, getPartEnd } from './growing-log.ts';

/*
 * Compares logs of given incidents and happenings, which a finder returns part by part, with the result computed directly
 * from the given ones.
 */

const SPAN_HOURS = 60 * 24;
const toHourMs = (hours: number): number => HISTORY_START_MS + hours * HOUR_MS;
const createChange = (atMs: number): IncidentChange => ({
  atMs,
  severity: 'medium',
  data: {},
  title: 't',
  summary: 's',
});
const SUBJECT = { seed: 1, type: 'cash_low', accountId: 'acct', terminalId: 'T1' } as const;

/** An incident or, if `lasts` is undefined, a happening. Hours count from the start of the history. */
interface Given {
  readonly from: number;
  /** Duration in hours; null: without end. */
  readonly lasts?: number | null;
  /** Whether the finder returns it for the whole period at once. */
  readonly isCheap: boolean;
}

const createIncident = ({ from, lasts }: Given, name: string): Incident =>
  makeIncident(
    { ...SUBJECT, dedupeKey: name },
    {
      opening: createChange(toHourMs(from)),
      escalations: (lasts ?? 50) > 10 ? [createChange(toHourMs(from + 5))] : [],
      end: typeof lasts === 'number' ? { ...createChange(toHourMs(from + lasts)), resolution: 'recovered' } : null,
    },
  );
const createHappening = ({ from }: Given, name: string): Happening => ({
  ...SUBJECT,
  ...createChange(toHourMs(from)),
  eventId: `evt_${name}`,
});

interface All extends Log {
  readonly cheap: Log;
}

function createAll(given: readonly Given[]): All {
  const createLog = (isCheap: boolean): Log => {
    const named = given.flatMap((one, n): [Given, string][] => (one.isCheap === isCheap ? [[one, `n${n}`]] : []));
    return {
      incidents: named.flatMap(([one, name]) => (one.lasts === undefined ? [] : [createIncident(one, name)])),
      happenings: named.flatMap(([one, name]) => (one.lasts === undefined ? [createHappening(one, name)] : [])),
    };
  };
  return { ...createLog(false), cheap: createLog(true) };
}

/** Returns the expected log at an instant. */
function createExpected({ incidents, happenings, cheap }: All, nowMs: number): object {
  return {
    incidents: [...incidents, ...cheap.incidents]
      .flatMap((one) => getKnownIncident(one, nowMs) ?? [])
      .sort(compareOldestFirst),
    happenings: [...happenings, ...cheap.happenings].filter((one) => one.atMs <= nowMs).sort(compareEarliestFirst),
  };
}

/**
 * Returns a finder of the given ones, unordered. Its rule counts the parts, and expects its own state at the end of the
 * previous part. `isSliced`: adds checkpoints within a part, after cached results.
 */
function createFinder(all: All, { isSliced = false } = {}): Finder & { readonly parts: number[] } {
  const parts: number[] = [];
  const prepared = new Set<number>();
  return {
    parts,
    findIn({ fromMs, afterMs, toMs, before, after }) {
      for (let step = 0; isSliced && step < 3; step += 1) {
        if (prepared.has(toMs + step)) continue;
        prepared.add(toMs + step);
        checkpoint();
      }
      parts.push(toMs);
      expect(before.get('part')?.lastOpenedAtMs ?? Number.NEGATIVE_INFINITY).toBe(afterMs);
      after.set('part', { lastOpenedAtMs: toMs });
      const isFirst = afterMs === Number.NEGATIVE_INFINITY;
      return {
        incidents: all.incidents
          .filter(({ resolvedAtMs }) => resolvedAtMs === null || isFirst || resolvedAtMs > afterMs)
          .flatMap((one) => getKnownIncident(one, toMs) ?? [])
          .reverse(),
        happenings: all.happenings.filter(({ atMs }) => atMs <= toMs && (isFirst ? atMs >= fromMs : atMs > afterMs)),
      };
    },
    historyStartMs: HISTORY_START_MS,
    findAll: () => all.cheap,
  };
}

const hours = fc.integer({ min: 0, max: SPAN_HOURS });
/** Hours, with a preference for the ends of parts. */
const hour = fc.oneof(
  hours,
  fc.integer({ min: 0, max: SPAN_HOURS / 144 }).map((n) => n * 144),
);
const given = fc.array(
  fc.record({
    from: hour,
    lasts: fc.option(fc.option(fc.integer({ min: 1, max: 700 }), { nil: null }), { nil: undefined }),
    isCheap: fc.boolean(),
  }),
  { maxLength: 12 },
) as fc.Arbitrary<readonly Given[]>; // an undefined member is the same as a missing one
const instants = fc.array(hour.map(toHourMs), { minLength: 1, maxLength: 6 });
const lengths = fc.array(fc.nat(4), { maxLength: 10 });

describe('a growing log', () => {
  it('returns the expected log at each instant, in any order of requests', () => {
    fc.assert(
      fc.property(given, instants, (one, instantsMs) => {
        const all = createAll(one);
        const log = new GrowingLog(createFinder(all));
        for (const nowMs of instantsMs) expect(log.at(nowMs)).toMatchObject(createExpected(all, nowMs));
      }),
    );
  });

  it('returns the same when computed in slices, and computes each part once', () => {
    fc.assert(
      fc.property(given, instants, lengths, (one, instantsMs, passed) => {
        const all = createAll(one);
        const finder = createFinder(all, { isSliced: true });
        const log = new GrowingLog(finder);
        const { value } = runInSlices(() => instantsMs.map((nowMs) => log.at(nowMs)), passed, 200);
        expect(value).toMatchObject(instantsMs.map((nowMs) => createExpected(all, nowMs)));
        expect(finder.parts).toEqual([...new Set(finder.parts)].sort((a, b) => a - b));
        expect(finder.parts.at(-1)).toBe(getPartEnd(HISTORY_START_MS, Math.max(...instantsMs)));
      }),
    );
  });

  it('is empty before the history, and extends to the end of the clock', () => {
    const all = createAll([
      { from: 3, lasts: null, isCheap: false },
      { from: 0, isCheap: true },
    ]);
    const log = new GrowingLog(createFinder(all));
    expect(log.at(HISTORY_START_MS - 1)).toMatchObject({ incidents: [], happenings: [] });
    expect(log.at(CLOCK_END_MS)).toMatchObject(createExpected(all, CLOCK_END_MS));
  });

  it('continues after an exception of its finder', () => {
    fc.assert(
      fc.property(given, instants, fc.nat(5), (one, instantsMs, failing) => {
        const all = createAll(one);
        const finder = createFinder(all);
        let calls = 0;
        const log = new GrowingLog({
          ...finder,
          findIn(part) {
            calls += 1;
            if (calls - 1 === failing) throw new Error('a fault');
            return finder.findIn(part);
          },
        });
        for (const nowMs of instantsMs) {
          const look = (): Log => log.at(nowMs);
          const result = ((): Log => {
            try {
              return look();
            } catch {
              return look();
            }
          })();
          expect(result).toMatchObject(createExpected(all, nowMs));
        }
      }),
    );
  });
});

describe('a log that was stored as JSON and restored', () => {
  it('returns the expected log at each instant, and computes only later parts', () => {
    fc.assert(
      fc.property(given, hour.map(toHourMs), instants, (one, storedMs, instantsMs) => {
        const all = createAll(one);
        const original = new GrowingLog(createFinder(all));
        original.at(storedMs);
        const finder = createFinder(all);
        const log = GrowingLog.restore(finder, JSON.parse(JSON.stringify(original.toStored())));
        for (const nowMs of instantsMs) expect(log.at(nowMs)).toMatchObject(createExpected(all, nowMs));
        expect(finder.parts.filter((toMs) => toMs <= getPartEnd(HISTORY_START_MS, storedMs))).toEqual([]);
      }),
    );
  });

  it('has the same states of the rules', () => {
    const states = { lastOpenedAtMs: 5, emittedMs: new Map([['a', 7]]) };
    const seen: unknown[] = [];
    const finder: Finder = {
      findIn({ before, after }) {
        seen.push(before.get('rule'));
        after.set('rule', states);
        return { incidents: [], happenings: [] };
      },
      historyStartMs: HISTORY_START_MS,
      findAll: () => ({ incidents: [], happenings: [] }),
    };
    const log = new GrowingLog(finder);
    log.at(HISTORY_START_MS);
    GrowingLog.restore(finder, JSON.parse(JSON.stringify(log.toStored()))).at(HISTORY_START_MS + 200 * HOUR_MS);
    expect(seen).toEqual([undefined, { lastOpenedAtMs: 5, emittedMs: new Map([['a', 7]]) }]);
  });
});

describe('a fork of a log', () => {
  /** A changed future: ones that begin before `fromHour` are the same, but may end differently after it. */
  const futures = fc.record({ one: given, other: given, fromHour: hour }).map(({ one, other, fromHour }) => {
    const past = one.filter(({ from }) => from < fromHour).map((each) => ({ ...each, isCheap: false }));
    const changed = past.map((each) =>
      typeof each.lasts === 'number' && each.from + each.lasts >= fromHour ? { ...each, lasts: null } : each,
    );
    // Ids are derived from the position in the list: those of the past are first in both lists.
    const after = other.filter(({ from }) => from >= fromHour);
    return {
      before: [...past, ...one.filter(({ from }) => from >= fromHour)],
      after: [...changed, ...after],
      fromHour,
    };
  });

  it('returns the same as a new log, and does not change the original log', () => {
    fc.assert(
      fc.property(
        futures,
        fc.tuple(instants, instants),
        lengths,
        ({ before, after, fromHour }, [first, then], passed) => {
          const [all, changed] = [createAll(before), createAll(after)];
          const log = new GrowingLog(createFinder(all));
          for (const nowMs of first) log.at(nowMs);
          const fork = log.fork(toHourMs(fromHour), createFinder(changed, { isSliced: true }));
          const { value } = runInSlices(() => then.map((nowMs) => fork.at(nowMs)), passed, 200);
          expect(value).toMatchObject(then.map((nowMs) => createExpected(changed, nowMs)));
          for (const nowMs of [...then, ...first]) expect(log.at(nowMs)).toMatchObject(createExpected(all, nowMs));
        },
      ),
    );
  });

  it('does not compute again the parts that ended before the change', () => {
    const all = createAll([{ from: 10, lasts: 500, isCheap: false }]);
    const log = new GrowingLog(createFinder(all));
    log.at(toHourMs(700));
    const finder = createFinder(all);
    const fork = log.fork(toHourMs(400), finder);
    expect(fork.at(toHourMs(700))).toMatchObject(createExpected(all, toHourMs(700)));
    expect(finder.parts[0]).toBe(toHourMs(432));
  });
});
