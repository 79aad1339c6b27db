import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLOCK_END_MS, HISTORY_START_MS } from '../../../fixtures/time/epoch.ts';
import { checkpoint } from '../../../spec/slices.ts';
import { inSlices } from '../../../spec/testing/sliced.ts';
import { type Incident, incidentOf, type Turn } from '../rules/evaluation/incident.ts';
import { earliestFirst, type Happening, knownAt, oldestFirst } from '../rules/index.ts';
import { type Finder, GrowingLog, type Log, partEndFrom } from './growing-log.ts';

/*
 * Logs of a made-up thing: its incidents and happenings are given, and a finder finds them part by part. What a log knows
 * at an instant is compared with what follows from the given ones directly.
 */

const HOUR_MS = 3_600_000;
const SPAN_HOURS = 60 * 24;
const at = (hours: number): number => HISTORY_START_MS + hours * HOUR_MS;
const turn = (atMs: number): Turn => ({ atMs, severity: 'medium', data: {}, title: 't', summary: 's' });
const SUBJECT = { seed: 1, type: 'cash_low', accountId: 'acct', terminalId: 'T1' } as const;

/** An incident or, where `lasts` is undefined, something that happens once. Hours from the beginning of the history. */
interface Given {
  readonly from: number;
  /** Hours; null: it never ends. */
  readonly lasts?: number | null;
  /** Whether it is found at once over the whole time. */
  readonly isCheap: boolean;
}

const incidentFrom = ({ from, lasts }: Given, name: string): Incident =>
  incidentOf(
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

/** What is known at an instant, from all there is. */
function expected({ incidents, happenings, cheap }: All, nowMs: number): object {
  return {
    incidents: [...incidents, ...cheap.incidents].flatMap((one) => knownAt(one, nowMs) ?? []).sort(oldestFirst),
    happenings: [...happenings, ...cheap.happenings].filter((one) => one.atMs <= nowMs).sort(earliestFirst),
  };
}

/**
 * Finds what is given, in no order. A rule of it counts the parts, and expects to be given the state that it left at the
 * end of the part before. `isSliced`: there are checkpoints within a part, after results that are kept.
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
/** Ends of parts are likelier than other hours. */
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
) as fc.Arbitrary<readonly Given[]>; // a record with an undefined member is one without it
const instants = fc.array(hour.map(at), { minLength: 1, maxLength: 6 });
const lengths = fc.array(fc.nat(4), { maxLength: 10 });

describe('a growing log', () => {
  it('knows at each instant what there is, in whatever order the instants are asked for', () => {
    fc.assert(
      fc.property(given, instants, (one, asked) => {
        const all = allOf(one);
        const log = new GrowingLog(finderOf(all));
        for (const nowMs of asked) expect(log.at(nowMs)).toMatchObject(expected(all, nowMs));
      }),
    );
  });

  it('gives the same in slices, wherever they end, and works each part out once', () => {
    fc.assert(
      fc.property(given, instants, lengths, (one, asked, passed) => {
        const all = allOf(one);
        const finder = finderOf(all, { isSliced: true });
        const log = new GrowingLog(finder);
        const { value } = inSlices(() => asked.map((nowMs) => log.at(nowMs)), passed, 200);
        expect(value).toMatchObject(asked.map((nowMs) => expected(all, nowMs)));
        expect(finder.parts).toEqual([...new Set(finder.parts)].sort((a, b) => a - b));
        expect(finder.parts.at(-1)).toBe(partEndFrom(Math.max(...asked)));
      }),
    );
  });

  it('knows nothing before the history, and reaches to the end of the clock', () => {
    const all = allOf([
      { from: 3, lasts: null, isCheap: false },
      { from: 0, isCheap: true },
    ]);
    const log = new GrowingLog(finderOf(all));
    expect(log.at(HISTORY_START_MS - 1)).toMatchObject({ incidents: [], happenings: [] });
    expect(log.at(CLOCK_END_MS)).toMatchObject(expected(all, CLOCK_END_MS));
  });

  it('goes on after a fault of its finder as if there had been none', () => {
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
  /** Another future: what begins before `fromHour` is the same, though it may end differently after it. */
  const futures = fc.record({ one: given, other: given, fromHour: hour }).map(({ one, other, fromHour }) => {
    const past = one.filter(({ from }) => from < fromHour).map((each) => ({ ...each, isCheap: false }));
    const changed = past.map((each) =>
      typeof each.lasts === 'number' && each.from + each.lasts >= fromHour ? { ...each, lasts: null } : each,
    );
    // Names go by position: those of the past come first in both.
    const after = other.filter(({ from }) => from >= fromHour);
    return {
      before: [...past, ...one.filter(({ from }) => from >= fromHour)],
      after: [...changed, ...after],
      fromHour,
    };
  });

  it('knows what a log that begins anew knows, and leaves the log before as it was', () => {
    fc.assert(
      fc.property(futures, instants, instants, lengths, ({ before, after, fromHour }, first, then, passed) => {
        const [all, changed] = [allOf(before), allOf(after)];
        const log = new GrowingLog(finderOf(all));
        for (const nowMs of first) log.at(nowMs);
        const fork = log.fork(at(fromHour), finderOf(changed, { isSliced: true }));
        const { value } = inSlices(() => then.map((nowMs) => fork.at(nowMs)), passed, 200);
        expect(value).toMatchObject(then.map((nowMs) => expected(changed, nowMs)));
        for (const nowMs of [...then, ...first]) expect(log.at(nowMs)).toMatchObject(expected(all, nowMs));
      }),
    );
  });

  it('does not work out again the parts that ended before the change', () => {
    const all = allOf([{ from: 10, lasts: 500, isCheap: false }]);
    const log = new GrowingLog(finderOf(all));
    log.at(at(700));
    const finder = finderOf(all);
    const fork = log.fork(at(400), finder);
    expect(fork.at(at(700))).toMatchObject(expected(all, at(700)));
    expect(finder.parts[0]).toBe(at(432));
  });
});
