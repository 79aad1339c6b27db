import type { Circumstance } from '../../../../conformance/client/core/lesson.ts';
import { pick } from '../playing/random.ts';
import type { Row } from '../playing/world.ts';
import { type Play, playOnce } from './play.ts';

/** More terminals than a page has rows. */
const MANY = { terminals: 61 };
/** A terminal with more rows than a page has. */
const BUSY = { terminals: 2, attemptsPerMonth: 150 };
const LONG_LISTS = { ...BUSY, terminals: 61, attemptsPerMonth: 70 };
/** The sizes of the first pages of a sorted list; later ones have up to 100 rows. */
const FIRST_SIZES = [2, 0, 1];
const SIZES = [9, 20, 3, 14, 25, 7];

const isListed = (rows: readonly Row[]) => rows.length > 0;

/** Plays of long lists. */
export const listPlays = {
  pages: playOnce({ fleet: () => MANY }),
  'page-sizes': playOnce({
    fleet: () => BUSY,
    plan: () => ({ pageSize: (limit, page) => Math.min(limit, SIZES[page % SIZES.length] ?? 5) }),
  }),
  'short-page': playOnce({
    fleet: () => LONG_LISTS,
    plan: () => ({
      pageSize: (limit, page) => Math.min(limit, page === 2 ? 1 : 16),
      marks: (rows, page) => (page === 2 && isListed(rows) ? ['short-page'] : []),
    }),
  }),
  'empty-page': playOnce({
    fleet: () => LONG_LISTS,
    plan: () => {
      const emptyPage = pick([2, 3]);
      return {
        pageSize: (limit, page) => (page === emptyPage ? 0 : Math.min(limit, 16)),
        marks: (_, page) => (page === emptyPage ? ['empty-page'] : []),
      };
    },
  }),
  'expired-cursor': playOnce({
    fleet: () => LONG_LISTS,
    plan: () => ({ pageSize: (limit) => Math.min(limit, 16), expires: (page) => page === 3 }),
  }),
  'repeated-rows': playOnce({
    fleet: () => LONG_LISTS,
    plan: () => ({ repeatsRow: true, marks: (_, page) => (page > 1 ? ['repeated-row'] : []) }),
  }),
  'sorted-pages': playOnce({
    plan: () => ({ pageSize: (limit, page) => Math.min(limit, FIRST_SIZES[page - 1] ?? 100) }),
  }),
} satisfies Partial<Record<Circumstance, Play>>;
