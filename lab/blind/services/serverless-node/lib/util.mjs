// Small helpers shared by all handlers.

export const MIN = 60_000;
export const HOUR = 60 * MIN;
export const DAY = 24 * HOUR;

/** Deterministic random numbers (mulberry32). */
export function rng(seed) {
  let a = seed >>> 0;
  const next = () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = a;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    int: (lo, hi) => lo + Math.floor(next() * (hi - lo + 1)),
    pick: (list) => list[Math.floor(next() * list.length)],
    chance: (p) => next() < p,
    weighted(pairs) {
      let x = next() * pairs.reduce((s, [, w]) => s + w, 0);
      for (const [v, w] of pairs) if ((x -= w) < 0) return v;
      return pairs[pairs.length - 1][0];
    },
  };
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Prefixed ids such as `trm_8k2m4qxz`. */
export function idMaker(r) {
  const taken = new Set();
  return (prefix, size = 10) => {
    for (;;) {
      let s = '';
      for (let i = 0; i < size; i++) s += ALPHABET[r.int(0, 31)];
      const id = `${prefix}_${s}`;
      if (!taken.has(id)) {
        taken.add(id);
        return id;
      }
    }
  };
}

const formats = new Map();
const offsets = new Map();
const QUARTER = 15 * MIN;

/** Minutes east of UTC; offsets only ever change on a quarter of an hour. */
function offsetOf(zone, ms) {
  const quarter = Math.floor(ms / QUARTER);
  const id = `${zone}@${quarter}`;
  if (offsets.has(id)) return offsets.get(id);
  let f = formats.get(zone);
  if (!f) formats.set(zone, (f = new Intl.DateTimeFormat('en-AU', { timeZone: zone, timeZoneName: 'longOffset' })));
  const name = f.formatToParts(quarter * QUARTER).find((p) => p.type === 'timeZoneName').value; // GMT+10:30
  const m = /([+-])(\d\d):(\d\d)/.exec(name);
  const off = m ? (m[1] === '-' ? -1 : 1) * (+m[2] * 60 + +m[3]) : 0;
  offsets.set(id, off);
  return off;
}

/** ISO time in the wall clock of a zone, with its offset: 2026-11-27T14:03:11+11:00 */
export function isoIn(zone, ms) {
  const off = offsetOf(zone, ms);
  const abs = Math.abs(off);
  const two = (n) => String(n).padStart(2, '0');
  return `${new Date(ms + off * MIN).toISOString().slice(0, 19)}${off < 0 ? '-' : '+'}${two(Math.floor(abs / 60))}:${two(abs % 60)}`;
}

export const dateIn = (zone, ms) => isoIn(zone, ms).slice(0, 10);

export const dollars = (cents) => `A$${(cents / 100).toFixed(2)}`;

export const sum = (list, f) => list.reduce((s, x) => s + f(x), 0);

export const xmlEscape = (s) => String(s)
  .replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
  .replace(/"/g, '&quot;').replace(/'/g, '&apos;');

export class HttpError extends Error {
  constructor(status, code, message, headers = {}) {
    super(message);
    Object.assign(this, { status, code, headers });
  }
}
export const badRequest = (msg) => new HttpError(400, 'badRequest', msg);
export const forbidden = (msg = 'Your role does not allow this') => new HttpError(403, 'forbidden', msg);
export const notFound = (msg = 'No such resource') => new HttpError(404, 'notFound', msg);

/** The mistake that was switched on at the start, if any. */
let active = '';
export const setFault = (id) => { active = id; };
export const fault = (id) => active === id;
