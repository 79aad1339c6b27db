import { fail, inconclusive, type Verdict } from '../engine/verdicts/verdict.ts';
import { isWebPage } from '../http/bodies/response-kind.ts';
import { type Exchange, isSuccess } from '../http/client.ts';
import { decideServed } from './served.ts';

/** The answers by which one to a caller without a right is judged. */
export interface AccessExchanges {
  /** The same request by an authorised caller: shows the protected data. */
  readonly control: Exchange;
  /** The answer that should have no data. */
  readonly probe: Exchange;
  /** The answer to the same caller at a path that does not exist, which has no data. */
  readonly baseline: Exchange;
  readonly expected: string;
}

/**
 * Returns the fault of an answer to a caller without a right: data of the control, or data in the form of the control. The
 * document states neither status nor body of refusals, so an answer is judged by its content, never by its status.
 */
export function findAccessFault({ control, probe, baseline, expected }: AccessExchanges): Verdict | undefined {
  const served = decideServed({ probe, control, others: [baseline] });
  if (served.kind === 'served') {
    const saw = `it shows ${JSON.stringify(served.shown[0]?.slice(0, LONGEST_SHOWN) ?? 'data')}`;
    return fail({ expected, actual: probe, saw }, control, baseline);
  }
  if (!isSuccess(probe)) return served.kind === 'unclear' ? inconclusive(served.reason, probe, control) : undefined;
  const likeness = compareForms(control, probe, baseline);
  if (likeness === 'same') return fail({ expected, actual: probe, saw: 'data, as with a key' }, control, baseline);
  if (likeness === 'unclear')
    return inconclusive('the answer is a success, and its few values do not show whether it has data', probe, control);
  return undefined;
}

const LONGEST_SHOWN = 120;

/** A form is recognised by this many members, and by this share of those of the control. */
const FEWEST_MEMBERS = 3;
const LEAST_SHARE = 0.6;

/** Compares the names of members that have a value. A feed has the form of another one if both have items. */
function compareForms(control: Exchange, probe: Exchange, baseline: Exchange): 'same' | 'other' | 'unclear' {
  if (control.json === undefined || probe.json === undefined) {
    if (isWebPage(probe) || probe.bytes.length === 0) return 'other';
    return ITEM.test(control.text) && ITEM.test(probe.text) ? 'same' : 'other';
  }
  const common = listFilledMembers(baseline);
  const expected = [...listFilledMembers(control)].filter((name) => !common.has(name));
  const found = listFilledMembers(probe);
  const shared = expected.filter((name) => found.has(name));
  if (shared.length >= FEWEST_MEMBERS && shared.length >= expected.length * LEAST_SHARE) return 'same';
  if (probe.text === control.text && probe.text !== baseline.text && expected.length > 0) return 'same';
  // a refusal may share a member such as `status` with data
  return expected.length < FEWEST_MEMBERS && expected.length > 0 && shared.length === expected.length
    ? 'unclear'
    : 'other';
}

/** Whether a success has the form of the answer that a caller got before, and is no refusal in the form of a success. */
export const hasFormOf = (control: Exchange, probe: Exchange): boolean => {
  const expected = listFilledMembers(control);
  const shared = [...listFilledMembers(probe)].filter((name) => expected.has(name));
  return shared.length > 0 && shared.length >= expected.size * LEAST_SHARE;
};

/** Whether a success has the form of the answers about things and paths that do not exist: it is a refusal. */
export function isRefusalLike(exchange: Exchange, baseline: Exchange): boolean {
  if (isSameAnswer(exchange, baseline)) return true;
  const [members, refusals] = [listFilledMembers(exchange), listFilledMembers(baseline)];
  const fewest = isSuccess(baseline) ? 1 : FEWEST_MEMBERS;
  return members.size >= fewest && [...members].every((name) => refusals.has(name));
}

const ITEM = /<item[\s>]/i;

/** Returns the names of the members that have a value, without those that the responses to all operations have. */
function listFilledMembers({ json, envelope }: Exchange): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (value: unknown, name: string, place: string): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, name, '[]');
    else if (typeof value === 'object' && value !== null)
      for (const [member, one] of Object.entries(value))
        visit(one, member, place === '[]' ? '[]' : `${place}/${member}`);
    else if (isFilled(value) && name !== '' && !envelope.has(place)) found.add(name);
  };
  visit(json, '', '');
  return found;
}

const isFilled = (value: unknown): boolean =>
  value !== null && value !== '' && value !== false && value !== 0 && value !== undefined;

/**
 * Whether two answers are the same: equal statuses and bodies, apart from the paths of their requests, ids of requests and
 * numbers. Two empty bodies with the same status are the same.
 */
export const isSameAnswer = (one: Exchange, other: Exchange): boolean =>
  one.status === other.status && normaliseText(one) === normaliseText(other);

/** Bodies are compared up to this length. */
const LONGEST_ANSWER = 20_000;

function normaliseText({ text, request }: Exchange): string {
  const { pathname } = new URL(request.url);
  const segments = pathname.split('/').filter((segment) => segment.length > 2);
  const repeated = [pathname, pathname.replace(/^.*(?=\/v1\/)/, ''), ...segments].flatMap(listSpellings);
  return [...repeated]
    .sort((one, other) => other.length - one.length)
    .reduce((rest, part) => rest.replaceAll(part, '…'), text.slice(0, LONGEST_ANSWER).replaceAll('\\/', '/'))
    .replaceAll(/(?:…[\\/.]*)+/g, '…')
    .replaceAll(/\b(?=\w*\d)[\w-]{6,}\b/g, '#')
    .replaceAll(/\d+/g, '#')
    .replaceAll(/\s+/g, ' ');
}

function listSpellings(part: string): string[] {
  try {
    return [part, decodeURIComponent(part)];
  } catch {
    return [part];
  }
}
