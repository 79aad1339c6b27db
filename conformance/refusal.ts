import { type Exchange, isSuccess } from './client.ts';
import { isInstant } from './instants.ts';
import { fail, inconclusive, type Verdict } from './verdict.ts';

/** What a refusal is judged by. */
export interface Refusal {
  /** The same request by someone who may: shows what there is to hide. */
  readonly control: Exchange;
  /** The request that should be refused. */
  readonly probe: Exchange;
  /** What the refused one gets of its own things: values that stand here too give nothing away. */
  readonly own?: Exchange;
  readonly expected: string;
}

/**
 * Says what is wrong with a refusal: a success, or an error that shows something of the thing. `undefined` if nothing is.
 * The document states no status for refusals, so that any answer that is no success and shows nothing will do; but a 5xx
 * may be an accident, and decides nothing.
 */
export function faultOfRefusal({ control, probe, own, expected }: Refusal): Verdict | undefined {
  const evidence = own === undefined ? [control] : [control, own];
  if (isSuccess(probe)) return fail({ expected, actual: probe }, ...evidence);
  const shown = shownOf(control, probe, own);
  if (shown !== undefined)
    return fail({ expected, actual: probe, saw: `the refusal shows ${JSON.stringify(shown)}` }, ...evidence);
  if (probe.status >= 500) return inconclusive(`the target failed (${probe.status}) where it should refuse`, probe);
  return undefined;
}

/** Whether an answer is the other one, or shows a telling value of it that was not asked for. */
export const showsAnythingOf = (control: Exchange, probe: Exchange): boolean =>
  (probe.bytes.length > 2 && probe.text === control.text) || shownOf(control, probe, undefined) !== undefined;

/** The first telling value of `control` that stands in `probe` too, but was not asked for and is not in `own`. */
function shownOf(control: Exchange, probe: Exchange, own: Exchange | undefined): string | undefined {
  const known = new Set(own === undefined ? [] : leavesOf(own));
  const asked = decodeURIComponent(probe.request.url);
  const text = probe.text;
  return leavesOf(control).find(
    (leaf) => isTelling(leaf) && !known.has(leaf) && !asked.includes(leaf) && standsIn(text, leaf),
  );
}

/** A number has to stand by itself: within the id of a request, any digits come together by chance. */
const standsIn = (text: string, leaf: string): boolean =>
  /^\d+$/.test(leaf) ? new RegExp(`(?<!\\w)${leaf}(?!\\w)`).test(text) : text.includes(leaf);

/** Ids, names and amounts tell something; words of a vocabulary and instants, which any answer may hold, do not. */
const isTelling = (leaf: string): boolean =>
  leaf.length >= 6 && (/\d/.test(leaf) || /\S \S/.test(leaf)) && !isInstant(leaf);

/** Short numbers stand anywhere; only an id that can be nothing else is looked for outside its own member. */
export const isUnmistakable = (id: string): boolean => id.length >= 4 && !/^\d{1,6}$/.test(id);

/** Every single value of a body: of JSON its strings and numbers, of other text its words. */
export function leavesOf(exchange: Exchange): string[] {
  const { json } = exchange;
  return json === undefined ? exchange.text.split(/[^\w.:-]+/).filter((word) => word !== '') : leaves(json);
}

function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(leaves);
}
