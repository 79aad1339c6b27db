import { findLargest, findSmallest } from '../../../base/large-lists.ts';
import { parseJson } from '../../http/bodies/json-text.ts';
import { decodeText } from '../../http/bodies/text-encoding.ts';
import { findHeader } from '../../http/exchange.ts';
import { locateRequest } from '../../http/recording/documented-request.ts';
import type { RecordedEntry, RecordedResponse } from '../../http/recording/recording.ts';
import { isInstant } from '../../reading/values/instants.ts';
import { toText } from '../../relations/rows/cells.ts';
import type { Episode } from './episode.ts';

/** A read of the evidence of a failure: who sent it, its path, and when. */
export interface EvidenceRead {
  readonly caller: string;
  readonly method: string;
  /** The path and the query, relative to the base URL. */
  readonly path: string;
  readonly sentMs: number;
}

/** Proofs that data were the same at the times of several reads. */
export interface Stability {
  /**
   * Whether one of these reads had an equal response before the first and after the last of them, so that its data were the same when the
   * others were sent, and each of the others had its response twice: a replica may be late once. It is also proven where other reads of the
   * same operations had equal responses around them, and no repeated read of the episode had another one. One read needs no such proof.
   */
  isProven(reads: readonly EvidenceRead[]): boolean;
}

interface Copy {
  readonly sentMs: number;
  readonly outcome: RecordedResponse;
}

/** The share of the values of a response that may differ between two equal reads: times, ages, request ids. */
const MOST_DIFFERENT = 0.25;

/** Reads from an episode at which times equal reads had equal responses. */
export function createStability({ entries }: Episode): Stability {
  const copies = new Map<string, Copy[]>();
  /** The keys of `copies` by operation and caller. */
  const byKind = new Map<string, Set<string>>();
  for (const entry of entries) {
    if (entry.method !== 'GET' || !('status' in entry.outcome)) continue;
    const key = identify(entry);
    const known = copies.get(key) ?? [];
    copies.set(key, known);
    known.push({ sentMs: entry.sentMs, outcome: entry.outcome });
    byKind.set(getKind(entry), (byKind.get(getKind(entry)) ?? new Set()).add(key));
  }
  const equal = new Map<string, boolean>();
  const areEqual = (key: string, at: number): boolean => {
    const name = `${key} ${at}`;
    const [one, other] = [copies.get(key)?.[at], copies.get(key)?.[at + 1]];
    const known =
      equal.get(name) ?? (one !== undefined && other !== undefined && haveSameData(one.outcome, other.outcome));
    equal.set(name, known);
    return known;
  };
  /** Whether copies from before an instant to after another one are all equal. */
  const brackets = (key: string, fromMs: number, toMs: number): boolean => {
    const own = copies.get(key) ?? [];
    // a clock that was set back shows no order
    if (own.some(({ sentMs }, at) => sentMs < (own[at - 1]?.sentMs ?? 0))) return false;
    const first = own.findLastIndex(({ sentMs }) => sentMs <= fromMs);
    const last = own.findIndex(({ sentMs }, index) => sentMs >= toMs && index > first);
    if (first === -1 || last === -1) return false;
    for (let at = first; at < last; at += 1) if (!areEqual(key, at)) return false;
    return true;
  };
  /** Whether no repeated read of these kinds changed, several did not, and one about as long as these reads encloses those of each kind. */
  const isStill = (reads: readonly EvidenceRead[]): boolean => {
    const kinds = Map.groupBy(reads, getKind);
    const enclosing = [...kinds].map(([kind, own]) => {
      const keys = [...(byKind.get(kind) ?? [])];
      const pairs = keys.flatMap((key) => (copies.get(key) ?? []).slice(1).map((_, at) => areEqual(key, at)));
      if (pairs.length < FEWEST_PAIRS || pairs.includes(false)) return [];
      const longest = findLargest(
        own.map((read) => getLength(copies.get(identify(read)))),
        0,
      );
      const wide = keys.filter((key) => getLength(copies.get(key)) * 2 >= longest);
      const times = own.map(({ sentMs }) => sentMs);
      return wide.filter((key) => brackets(key, findSmallest(times), findLargest(times, 0)));
    });
    const times = reads.map(({ sentMs }) => sentMs);
    const [fromMs, toMs] = [findSmallest(times), findLargest(times, 0)];
    return enclosing.every(({ length }) => length > 0) && enclosing.flat().some((key) => brackets(key, fromMs, toMs));
  };
  return {
    isProven(reads) {
      const times = reads.map(({ sentMs }) => sentMs);
      const [fromMs, toMs] = [findSmallest(times), findLargest(times, 0)];
      const keys = new Set(reads.map(identify));
      if (keys.size < 2) return true;
      const isRepeated = (key: string) => (copies.get(key) ?? []).some((_, at) => areEqual(key, at));
      if ([...keys].every(isRepeated) && [...keys].some((key) => brackets(key, fromMs, toMs))) return true;
      return isStill(reads);
    },
  };
}

/** With as many repeated reads, one of them would show that the data of the service change. */
const FEWEST_PAIRS = 4;

const getLength = (copies: readonly Copy[] = []): number =>
  findLargest(
    copies.map(({ outcome }) => outcome.body.length),
    0,
  );

/** Returns the caller and the operation of a read. */
const getKind = ({ caller, method, path }: Pick<RecordedEntry, 'caller' | 'method' | 'path'>): string =>
  `${caller} ${locateRequest(method, `http://service${path}`)?.operation ?? path}`;

const identify = ({ caller, method, path }: Pick<RecordedEntry, 'caller' | 'method' | 'path'>): string =>
  `${caller} ${method} ${path}`;

/** Whether two responses have the same status and form, and nearly all values in common. */
function haveSameData(one: RecordedResponse, other: RecordedResponse): boolean {
  if (one.status !== other.status) return false;
  if (Buffer.from(one.body).equals(other.body)) return true;
  const [left, right] = [readValue(one), readValue(other)];
  if (left === undefined || right === undefined) return false;
  const counts = { same: 0, different: 0, isRow: false };
  return compare(left, right, counts) && counts.different <= MOST_DIFFERENT * (counts.same + counts.different);
}

function readValue({ body, headers }: RecordedResponse): unknown {
  const parsed = parseJson(decodeText(body, findHeader(headers, 'content-type')));
  return parsed.isUnreadable ? undefined : parsed.value;
}

interface Counts {
  same: number;
  different: number;
  /** Whether the values are of an element of a list. */
  readonly isRow: boolean;
}

/** Counts equal and different scalars; `false` if the forms differ, or if the texts of two rows do, apart from instants. */
function compare(one: unknown, other: unknown, counts: Counts): boolean {
  if (!isContainer(one) || !isContainer(other)) {
    if (isContainer(one) || isContainer(other)) return false;
    const isSame = Object.is(one, other) || toText(one as string) === toText(other as string); // scalars, as just checked
    counts[isSame ? 'same' : 'different'] += 1;
    return isSame || !counts.isRow || typeof one !== 'string' || isInstant(one);
  }
  const names = Object.keys(one);
  if (Array.isArray(one) !== Array.isArray(other) || names.length !== Object.keys(other).length) return false;
  return names.every((name) => {
    if (!Object.hasOwn(other, name)) return false;
    const isRow = isContainer(one[name]) && Array.isArray(one);
    const own = { same: 0, different: 0, isRow: isRow || counts.isRow };
    const hasForm = compare(one[name], other[name], own);
    counts.same += own.same;
    counts.different += own.different;
    return hasForm && (!isRow || own.different <= MOST_DIFFERENT * (own.same + own.different));
  });
}

const isContainer = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
