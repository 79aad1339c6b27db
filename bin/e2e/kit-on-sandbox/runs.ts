import { DEPTHS, type Depth } from '../../../conformance/index.ts';

/*
 * Runs of the kit against the sandbox, which conforms: no run may report a failure. The data of the sandbox differ at every
 * instant of its clock, so that a check which takes a coincidence of the data for a rule fails at one of them.
 */

/** One run of the kit. */
export interface SandboxRun {
  /** RFC 3339. */
  readonly instant: string;
  readonly keys: readonly string[];
  readonly depth: Depth;
  readonly allowWrites: boolean;
}

/** Each day of the first ten, hours of the day, ends of months and years, changes of daylight-saving time, up to a year ahead. */
export const INSTANTS: readonly string[] = [
  '2026-11-02T15:00:00Z',
  '2026-11-03T15:00:00Z',
  '2026-11-09T12:00:00Z',
  '2026-12-01T00:30:00Z',
  '2027-01-05T05:30:00Z',
  '2027-03-14T07:30:00Z',
  '2026-11-02T17:00:00Z',
  '2026-11-02T23:59:59Z',
  '2026-11-03T04:30:00Z',
  '2026-11-04T05:00:00Z',
  '2026-11-04T15:00:00Z',
  '2026-11-05T09:10:11Z',
  '2026-11-05T15:00:00Z',
  '2026-11-06T15:00:00Z',
  '2026-11-06T22:00:00Z',
  '2026-11-07T15:00:00Z',
  '2026-11-08T06:30:00Z',
  '2026-11-08T15:00:00Z',
  '2026-11-09T15:00:00Z',
  '2026-11-10T15:00:00Z',
  '2026-11-11T11:00:00Z',
  '2026-11-12T15:00:00Z',
  '2026-11-13T02:00:00Z',
  '2026-11-14T15:00:00Z',
  '2026-11-15T20:00:00Z',
  '2026-11-17T00:00:00Z',
  '2026-11-19T08:00:00Z',
  '2026-11-21T15:00:00Z',
  '2026-11-23T18:00:00Z',
  '2026-11-26T21:00:00Z',
  '2026-11-27T15:00:00Z',
  '2026-11-30T15:00:00Z',
  '2026-11-30T23:30:00Z',
  '2026-12-01T05:30:00Z',
  '2026-12-02T15:00:00Z',
  '2026-12-07T03:00:00Z',
  '2026-12-15T15:00:00Z',
  '2026-12-24T22:00:00Z',
  '2026-12-31T23:30:00Z',
  '2027-01-01T00:30:00Z',
  '2027-01-01T05:30:00Z',
  '2027-01-15T10:00:00Z',
  '2027-01-31T15:00:00Z',
  '2027-02-01T04:00:00Z',
  '2027-02-14T15:00:00Z',
  '2027-02-28T23:00:00Z',
  '2027-03-01T15:00:00Z',
  '2027-03-08T15:00:00Z',
  '2027-03-13T15:00:00Z',
  '2027-03-14T06:30:00Z',
  '2027-03-14T15:00:00Z',
  '2027-03-15T15:00:00Z',
  '2027-03-31T23:30:00Z',
  '2027-04-10T07:00:00Z',
  '2027-05-31T15:00:00Z',
  '2027-06-30T16:00:00Z',
  '2027-07-05T01:00:00Z',
  '2027-08-31T15:00:00Z',
  '2027-10-01T15:00:00Z',
  '2027-11-01T15:00:00Z',
];

/** Starts of the clock: leap days, holidays, nights in which the clocks change, ends of months and years, and years far away. */
export const STARTS: readonly string[] = [
  '2010-01-01T00:00:00Z',
  '2012-02-29T23:59:00Z',
  '2016-11-06T05:30:00Z',
  '2019-07-04T16:00:00Z',
  '2021-03-14T07:00:00Z',
  '2023-12-31T23:59:59Z',
  '2024-11-28T18:00:00Z',
  '2025-06-15T00:00:00Z',
  '2026-12-25T15:00:00Z',
  '2028-02-29T12:00:00Z',
  '2033-05-31T04:00:00Z',
  '2099-12-31T15:00:00Z',
];

/** Keys of all roles and tenants, in an order in which neighbours differ. The first four are those of the documentation. */
const KEYS: readonly string[] = [
  'northway-admin',
  'redline-admin',
  'harbor-admin',
  'northway-audit',
  'delgado-owner',
  'northway-tech',
  'meridian-admin',
  'cashco-vault',
  'hostile-admin',
  'northway-finance',
  'pine-admin',
  'northway-disputes',
  'northway-store',
  'redline-tech',
  'northway-ops',
  'blank-admin',
].map((name) => `sbx-${name}`);

const MOST_KEYS = 6;

/**
 * Returns one run for each instant. Any six in a row have each number of keys, and each depth with and without writes; any 36
 * have all combinations of the three. The first six begin with the keys of the documentation, later ones with others.
 */
export const listRuns = (): readonly SandboxRun[] =>
  INSTANTS.map((instant, index) => {
    const round = Math.floor(index / MOST_KEYS);
    const first = Math.floor((round * KEYS.length) / (INSTANTS.length / MOST_KEYS));
    const size = (index % MOST_KEYS) + 1;
    const turn = index + round;
    return {
      instant,
      keys: Array.from({ length: size }, (_, place) => KEYS[(first + place) % KEYS.length] ?? ''),
      depth: DEPTHS[turn % DEPTHS.length] ?? 'standard',
      allowWrites: Math.floor(turn / DEPTHS.length) % 2 === 1,
    };
  });
