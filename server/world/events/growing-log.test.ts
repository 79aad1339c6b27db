import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../fixtures/time/dates.ts';
import { CLOCK_END_MS, HISTORY_START_MS } from '../../../fixtures/time/epoch.ts';
import { checkpoint } from '../../../spec/slices.ts';
import { runInSlices } from '../../../spec/testing/sliced.ts';
import { type Incident, type IncidentChange, makeIncident } from '../rules/evaluation/incident.ts';
import type { Log } from '../rules/index.ts';
import { earliestFirst, type Happening, knownAt, oldestFirst } from '../rules/index.ts';
import { type Finder, GrowingLog, partEndFrom } from './growing-log.ts';

/*
 * Compares logs of given incidents and happenings, which a finder returns part by part, with the result computed directly
 * from the given ones.
 */

const SPAN_HOURS = 60 * 24;
const at = (hours: number): number => HISTORY_START_MS + hours * HOUR_MS;
const turn = (atMs: number): IncidentChange => ({ atMs, severity: 'medium', data: {}, title: 't', summary: 's' });
const SUBJECT = { seed: 1, type: 'cash_low', accountId: 'acct', terminalId: 'T1' } as const;

/** An incident or, if `lasts` is undefined, a happening. Hours count from the start of the history. */
interface Given {
  readonly from: number;
  /** Duration in hours; null: without end. */
  readonly lasts?: number | null;
  /** Whether the finder returns it for the whole period at once. */
  readonly isCheap: boolean;
}

const incidentFrom = ({ from, lasts }: Given, name: string): Incident =>
  makeIncident(
    { ...SUBJECT, dedupeKey: name },
    {
      opening: turn(at(from)),
      escalations: (lasts ?? 50) > 10 ? [turn(at(from + 5))] : [],
      end: typeof lasts === 'number' ? { ...turn(at(from + lasts)), resolution: 'recovered' } : null,
    },
  );
const happeningFrom = ({ from }: Given, name: string): Happening => ({
  ...SUBJECT,
  ...turn(at(from)),
  eventId: `evt_${name}`,
});

interface All extends Log {
  readonly cheap: Log;
}

function allOf(given: readonly Given[]): All {
  const logOf = (isCheap: boolean): Log => {
    const named = given.flatMap((one, n): [Given, string][] => (one.isCheap === isCheap ? [[one, `n${n}`]] : []));
    return {
      incidents: named.flatMap(([one, name]) => (one.lasts === undefined ? [] : [incidentFrom(one, name)])),
      happenings: named.flatMap(([one, name]) => (one.lasts === undefined ? [happeningFrom(one, name)] : [])),
    };
  };
  return { ...logOf(false), cheap: logOf(true) };
}

/** Returns the expected log at an instant. */
function expected({ incidents, happenings, cheap }: All, nowMs: number): object {
  return {
    incidents: [...incidents, ...cheap.incidents].flatMap((one) => knownAt(one, nowMs) ?? []).sort(oldestFirst),
    happenings: [...happenings, ...cheap.happenings].filter((one) => one.atMs <= nowMs).sort(earliestFirst),
  };
}

/**
 * Returns a finder of the given ones, unordered. Its rule counts the parts, and expects its own state at the end of the
 * previous part. `isSliced`: adds checkpoints within a part, after cached results.
 */
function finderOf(all: All, { isSliced = false } = {}): Finder & { readonly parts: number[] } {
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
          .flatMap((one) => knownAt(one, toMs) ?? [])
          .reverse(),
        happenings: all.happenings.filter(({ atMs }) => atMs <= toMs && (isFirst ? atMs >= fromMs : atMs > afterMs)),
      };
    },
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
const instants = fc.array(hour.map(at), { minLength: 1, maxLength: 6 });
const lengths = fc.array(fc.nat(4), { maxLength: 10 });

describe('a growing log', () => {
  it('returns the expected log at each instant, in any order of requests', () => {
    fc.assert(
      fc.property(given, instants, (one, asked) => {
        const all = allOf(one);
        const log = new GrowingLog(finderOf(all));
        for (const nowMs of asked) expect(log.at(nowMs)).toMatchObject(expected(all, nowMs));
      }),
    );
  });

  it('returns the same when computed in slices, and computes each part once', () => {
    fc.assert(
      fc.property(given, instants, lengths, (one, asked, passed) => {
        const all = allOf(one);
        const finder = finderOf(all, { isSliced: true });
        const log = new GrowingLog(finder);
        const { value } = runInSlices(() => asked.map((nowMs) => log.at(nowMs)), passed, 200);
        expect(value).toMatchObject(asked.map((nowMs) => expected(all, nowMs)));
        expect(finder.parts).toEqual([...new Set(finder.parts)].sort((a, b) => a - b));
        expect(finder.parts.at(-1)).toBe(partEndFrom(Math.max(...asked)));
      }),
    );
  });

  it('is empty before the history, and extends to the end of the clock', () => {
    const all = allOf([
      { from: 3, lasts: null, isCheap: false },
      { from: 0, isCheap: true },
    ]);
    const log = new GrowingLog(finderOf(all));
    expect(log.at(HISTORY_START_MS - 1)).toMatchObject({ incidents: [], happenings: [] });
    expect(log.at(CLOCK_END_MS)).toMatchObject(expected(all, CLOCK_END_MS));
  });

  it('continues after an exception of its finder', () => {
    fc.assert(
      fc.property(given, instants, fc.nat(5), (one, asked, failing) => {
        const all = allOf(one);
        const finder = finderOf(all);
        let calls = 0;
        const log = new GrowingLog({
          ...finder,
          findIn(part) {
            calls += 1;
            if (calls - 1 === failing) throw new Error('a fault');
            return finder.findIn(part);
          },
        });
        for (const nowMs of asked) {
          const look = (): Log => log.at(nowMs);
          const result = ((): Log => {
            try {
              return look();
            } catch {
              return look();
            }
          })();
          expect(result).toMatchObject(expected(all, nowMs));
        }
      }),
    );
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
      fc.property(futures, instants, instants, lengths, ({ before, after, fromHour }, first, then, passed) => {
        const [all, changed] = [allOf(before), allOf(after)];
        const log = new GrowingLog(finderOf(all));
        for (const nowMs of first) log.at(nowMs);
        const fork = log.fork(at(fromHour), finderOf(changed, { isSliced: true }));
        const { value } = runInSlices(() => then.map((nowMs) => fork.at(nowMs)), passed, 200);
        expect(value).toMatchObject(then.map((nowMs) => expected(changed, nowMs)));
        for (const nowMs of [...then, ...first]) expect(log.at(nowMs)).toMatchObject(expected(all, nowMs));
      }),
    );
  });

  it('does not compute again the parts that ended before the change', () => {
    const all = allOf([{ from: 10, lasts: 500, isCheap: false }]);
    const log = new GrowingLog(finderOf(all));
    log.at(at(700));
    const finder = finderOf(all);
    const fork = log.fork(at(400), finder);
    expect(fork.at(at(700))).toMatchObject(expected(all, at(700)));
    expect(finder.parts[0]).toBe(at(432));
  });
});
