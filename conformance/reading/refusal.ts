import type { Exchange } from '../http/client.ts';
import { decideServed } from './served.ts';
import { fail, inconclusive, type Verdict } from './verdicts/verdict.ts';

/** The exchanges that a refusal is judged by. */
export interface RefusalExchanges {
  /** The same request by an authorised caller: shows the protected values. */
  readonly control: Exchange;
  /** The request that should be refused. */
  readonly probe: Exchange;
  /** The refused caller's own data: values that also occur here reveal nothing. */
  readonly own?: Exchange;
  readonly expected: string;
}

/**
 * Returns the fault of a refusal: an answer with the protected data, with any status. `undefined` without a fault. An answer that
 * cannot be decided, such as a server error, is inconclusive.
 */
export function findRefusalFault({ control, probe, own, expected }: RefusalExchanges): Verdict | undefined {
  const others = own === undefined ? [] : [own];
  const served = decideServed({ control, probe, others });
  if (served.kind === 'refused') return undefined;
  if (served.kind === 'unclear') return inconclusive(served.reason, probe, control);
  const saw = `it shows ${served.shown
    .slice(0, 3)
    .map((text) => JSON.stringify(text.slice(0, LONGEST_SHOWN)))
    .join(', ')}`;
  return fail({ expected, actual: probe, saw }, control, ...others);
}

const LONGEST_SHOWN = 120;

/** Whether a response contains the data of the control. */
export const revealsControl = (control: Exchange, probe: Exchange): boolean =>
  decideServed({ control, probe }).kind === 'served';

/** A short number, an amount, a date, a time, or one word. */
const COMMON = /^(\d{1,6}|\d+[.,]\d+|(19|20)\d\d[-/.]?\d\d?([-/.]?\d\d?)?|\d\d?:\d\d(:\d\d)?|\p{L}{1,12})$/u;

/** Whether no text of another meaning equals an id. Only such an id is searched for outside its own member. */
export const isUnmistakable = (id: string): boolean => id.length >= 4 && !COMMON.test(id);

/** Returns every value of a body: the strings and numbers of JSON, or the words of other text. */
export function listScalars(exchange: Exchange): string[] {
  const { json } = exchange;
  return json === undefined ? exchange.text.split(/[^\w.:-]+/).filter((word) => word !== '') : listJsonScalars(json);
}

/** Whether a JSON value has at least this many strings and numbers. */
export const hasScalars = (value: unknown, fewest: number): boolean => countScalars(value, fewest) >= fewest;

/** Counts strings and numbers, up to `most`. */
function countScalars(value: unknown, most: number): number {
  if (typeof value === 'string' || typeof value === 'number') return 1;
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  for (const one of Object.values(value)) {
    count += countScalars(one, most - count);
    if (count >= most) break;
  }
  return count;
}

/** Returns the strings and numbers of a JSON value, as texts. */
export function listJsonScalars(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(listJsonScalars);
}
