import type { Writer } from './change.ts';
import type { Comparison } from './comparison.ts';
import { compareContent } from './content-drift.ts';
import { listMembers, type Part, partOf, toMembers } from './nodes.ts';
import type { Pair } from './pairs.ts';
import { compareHeaders, compareLinks } from './parameter-drift.ts';

export interface ResponsePair extends Pair {
  /** Who sends the response. */
  readonly writer: Writer;
}

/** Adds the changes between the responses of two versions of an operation. A range, such as `2XX`, contains its statuses. */
export function compareResponses(comparison: Comparison, { old, now, writer }: ResponsePair): void {
  const before = mapStatuses(old);
  const after = mapStatuses(now);
  for (const [status, part] of before) {
    const exact = after.get(status);
    const later = exact ?? findRange(after, status);
    if (later === undefined) reportGone(comparison, { status, part, writer });
    else {
      if (exact === undefined)
        comparison.add('unclear', later.pointer, `The status ${status} is now part of a range of statuses`);
      compareResponse(comparison, { old: part, now: later, writer });
    }
  }
  for (const [status, part] of after) {
    if (before.has(status)) continue;
    const earlier = findRange(before, status);
    const isRange = [...before.keys()].some((one) => findRange(new Map([[status, part]]), one) !== undefined);
    if (earlier !== undefined) {
      comparison.add('compatible', part.pointer, `The status ${status} was part of a range of statuses`);
      compareResponse(comparison, { old: earlier, now: part, writer });
    } else if (!isRange || status === 'DEFAULT') {
      const isUnclear = writer === 'service' && /^[123]/.test(status);
      comparison.add(
        isUnclear ? 'unclear' : 'compatible',
        part.pointer,
        `The status ${status} is new${isUnclear ? ', and the document does not state when it replaces another one' : ''}`,
      );
    }
  }
}

const mapStatuses = (responses: Part): ReadonlyMap<string, Part> =>
  new Map([...listMembers(responses)].map(([status, part]) => [status.toUpperCase(), part]));

/** Returns the range that contains a status: `2XX` or `default`. */
const findRange = (statuses: ReadonlyMap<string, Part>, status: string): Part | undefined =>
  /^\d{3}$/.test(status) ? (statuses.get(`${status.slice(0, 1)}XX`) ?? statuses.get('DEFAULT')) : undefined;

interface GoneStatus {
  readonly status: string;
  readonly part: Part;
  readonly writer: Writer;
}

function reportGone(comparison: Comparison, { status, part, writer }: GoneStatus): void {
  if (writer === 'client')
    comparison.add('breaking', part.pointer, `The response ${status} of a receiver is not accepted any longer`);
  else if (/^[123]/.test(status))
    comparison.add('breaking', part.pointer, `The status ${status} is gone, which clients expect`);
  else comparison.add('unclear', part.pointer, `The status ${status} is gone, and another one may replace it`);
}

function compareResponse(comparison: Comparison, { old, now, writer }: ResponsePair): void {
  const [before, after] = [comparison.old.document.resolve(old), comparison.now.document.resolve(now)];
  const pair = (name: string): Pair => ({ old: partOf(before, name), now: partOf(after, name) });
  const key = `response ${writer}: ${before.pointer} | ${after.pointer}`;
  if (comparison.isKnown(key)) return;
  if (toMembers(before).description !== toMembers(after).description)
    comparison.add(
      'compatible',
      `${after.pointer}/description`,
      'The description changed, which has no effect on responses',
    );
  compareContent(comparison, { ...pair('content'), writer, isNegotiated: true });
  compareHeaders(comparison, pair('headers'), writer);
  compareLinks(comparison, pair('links'));
}
