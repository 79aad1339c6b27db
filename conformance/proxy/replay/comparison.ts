import { operations } from '../../../spec/index.ts';
import { parseExactJson } from '../../http/bodies/json-text.ts';
import { decodeText } from '../../http/bodies/text-encoding.ts';
import { findHeader } from '../../http/exchange.ts';
import { locateRequest } from '../../http/recording/documented-request.ts';
import type { RecordedEntry, RecordedResponse } from '../../http/recording/recording.ts';
import type { TransportResponse } from '../../http/transport/transport-contract.ts';
import { type BodyShape, compareShapes, createBodyShape } from './body-shape.ts';
import { compareHeaders } from './compare-headers.ts';
import { createDifferences, MOST_DIFFERENCES, type ReplayDifference } from './differences.ts';
import { createStableValues, listScalars, type StableValues } from './stable-values.ts';

/** Compares replayed responses with recorded ones. */
export interface Comparison {
  /** Compares one response. Shapes are compared at the end, over all responses of an operation. */
  add(entry: RecordedEntry, recorded: RecordedResponse, replayed: TransportResponse): void;
  /** Adds a request that got no response now. */
  addFailure(entry: RecordedEntry, recorded: RecordedResponse, message: string): void;
  finish(): readonly ReplayDifference[];
}

type Subject = Pick<ReplayDifference, 'operation' | 'caller' | 'example'>;

/** The recorded and replayed bodies of one operation and caller, with the same status. */
interface ShapePair {
  readonly recorded: BodyShape;
  readonly replayed: BodyShape;
  readonly subject: Subject;
}

/** Creates a comparison. Values are compared if `stable` is given. `keys` are redacted in differences. */
export function createComparison(keys: ReadonlyMap<string, string>, stable: StableValues | undefined): Comparison {
  const differences = createDifferences(keys);
  const shapes = new Map<string, ShapePair>();
  const findPair = (subject: Subject, status: number): ShapePair | undefined => {
    const id = `${subject.operation} ${subject.caller} ${status}`;
    const known = shapes.get(id);
    if (known !== undefined || shapes.size >= MOST_DIFFERENCES) return known;
    const pair = { recorded: createBodyShape(), replayed: createBodyShape(), subject };
    shapes.set(id, pair);
    return pair;
  };
  return {
    add(entry, recorded, replayed) {
      const subject = describeSubject(entry);
      const [before, now] = [recorded.status, replayed.status].map(String);
      if (before !== now && before !== undefined && now !== undefined) {
        differences.add({ ...subject, kind: 'status', expected: before, actual: now });
        return;
      }
      for (const { name, expected, actual } of compareHeaders(recorded.headers, replayed.headers))
        differences.add({ ...subject, kind: 'header', place: name, expected, actual });
      const [expected, actual] = [readJson(recorded), readJson(replayed)];
      if (expected === undefined || actual === undefined) return;
      const pair = findPair(subject, recorded.status);
      pair?.recorded.add(expected);
      pair?.replayed.add(actual);
      if (stable === undefined) return;
      const found = listScalars(actual);
      for (const [place, value] of stable.find(entry)) {
        const values = { expected: formatValue(value), actual: formatValue(found.get(place)) };
        if (found.get(place) !== value) differences.add({ ...subject, kind: 'value', place, ...values });
      }
    },
    addFailure(entry, { status }, message) {
      const expected = `status ${status}`;
      differences.add({ ...describeSubject(entry), kind: 'no-response', expected, actual: message });
    },
    finish() {
      for (const { recorded, replayed, subject } of shapes.values())
        for (const difference of compareShapes(recorded, replayed))
          differences.add({ ...subject, kind: 'shape', ...difference });
      return differences.list;
    },
  };
}

/** Reads the values that did not change while a recording was made. */
export function readStableValues(entries: Iterable<RecordedEntry>): StableValues {
  const stable = createStableValues();
  for (const entry of entries) {
    const json = 'code' in entry.outcome ? undefined : readJson(entry.outcome);
    if (json !== undefined) stable.add(entry, json);
  }
  return stable;
}

function readJson({ body, headers }: Pick<RecordedResponse, 'body' | 'headers'>): unknown {
  const parsed = parseExactJson(decodeText(body, findHeader(headers, 'content-type')));
  return parsed.isUnreadable ? undefined : parsed.value;
}

function describeSubject({ method, path, caller }: RecordedEntry): Subject {
  const located = locateRequest(method, `http://recorded${path}`);
  return {
    operation: `${method} ${located === undefined ? path.split('?', 1)[0] : operations[located.operation].path}`,
    caller,
    example: `${method} ${path}`,
  };
}

const LONGEST_VALUE = 80;
const formatValue = (value: unknown): string =>
  value === undefined ? 'missing' : (JSON.stringify(value) ?? '').slice(0, LONGEST_VALUE);
