import { fail, inconclusive, type Verdict } from '../engine/verdicts/verdict.ts';
import { type Exchange, isSuccess } from '../http/client.ts';
import { isInstant } from './values/instants.ts';

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
 * Returns the fault of a refusal: a success, or an error that reveals protected values. `undefined` without a fault.
 * The document states no status for refusals, so any non-success response that reveals nothing is accepted; a 5xx
 * may be accidental, and is inconclusive.
 */
export function findRefusalFault({ control, probe, own, expected }: RefusalExchanges): Verdict | undefined {
  const evidence = own === undefined ? [control] : [control, own];
  if (isSuccess(probe)) return fail({ expected, actual: probe }, ...evidence);
  const shown = findRevealedValue(control, probe, own);
  if (shown !== undefined)
    return fail({ expected, actual: probe, saw: `the refusal reveals ${JSON.stringify(shown)}` }, ...evidence);
  if (probe.status >= 500)
    return inconclusive(`the target answered with a server error (${probe.status}) instead of a refusal`, probe);
  return undefined;
}

/** Whether a response equals the control, or reveals a specific value of it that the request did not contain. */
export const revealsControl = (control: Exchange, probe: Exchange): boolean =>
  (probe.bytes.length > 2 && probe.text === control.text) || findRevealedValue(control, probe, undefined) !== undefined;

/** Returns the first specific value of `control` that occurs in `probe`, but neither in the request nor in `own`. */
function findRevealedValue(control: Exchange, probe: Exchange, own: Exchange | undefined): string | undefined {
  const known = new Set(own === undefined ? [] : listScalars(own));
  const requestUrl = decodeURIComponent(probe.request.url);
  const text = probe.json === undefined ? probe.text : listScalarsOfContents(probe).join('\n');
  return listScalarsOfContents(control).find(
    (leaf) => isSpecific(leaf) && !known.has(leaf) && !requestUrl.includes(leaf) && occursIn(text, leaf),
  );
}

/** A longer number occurs nowhere by chance, and would be too large for a regular expression. */
const LONGEST_NUMBER = 40;

/** A number must be a separate token: inside a request id, any digits may occur by chance. */
const occursIn = (text: string, leaf: string): boolean =>
  leaf.length <= LONGEST_NUMBER && /^\d+$/.test(leaf)
    ? new RegExp(`(?<!\\w)${leaf}(?!\\w)`).test(text)
    : text.includes(leaf);

/** Ids, names and amounts are specific; enum values and timestamps, which any response may contain, are not. */
const isSpecific = (leaf: string): boolean =>
  leaf.length >= 6 && (/\d/.test(leaf) || /\S \S/.test(leaf)) && !isInstant(leaf) && !CLOCK_TIME.test(leaf);

/** A time of day, which splits from an instant in text that is not JSON. */
const CLOCK_TIME = /^\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?Z?$/;

/** Short numbers occur anywhere; only an unambiguous id is searched for outside its own member. */
export const isUnmistakable = (id: string): boolean => id.length >= 4 && !/^\d{1,6}$/.test(id);

/** Returns every value of a body: the strings and numbers of JSON, or the words of other text. */
export function listScalars(exchange: Exchange): string[] {
  const { json } = exchange;
  return json === undefined ? exchange.text.split(/[^\w.:-]+/).filter((word) => word !== '') : listJsonScalars(json);
}

/** Returns every value of a body, except those of members that the responses to all operations have. */
const listScalarsOfContents = (exchange: Exchange): string[] =>
  exchange.json === undefined ? listScalars(exchange) : listScalarsOutside(exchange.json, exchange.envelope, '');

function listScalarsOutside(value: unknown, excluded: ReadonlySet<string>, place: string): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return excluded.has(place) ? [] : listJsonScalars(value);
  return Object.entries(value).flatMap(([name, one]) => listScalarsOutside(one, excluded, `${place}/${name}`));
}

/** Returns the strings and numbers of a JSON value, as texts. */
export function listJsonScalars(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(listJsonScalars);
}
