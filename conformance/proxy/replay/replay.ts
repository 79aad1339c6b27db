import { operations } from '../../../spec/index.ts';
import { parseExactJson } from '../../http/bodies/json-text.ts';
import { decodeText } from '../../http/bodies/text-encoding.ts';
import { findHeader } from '../../http/exchange.ts';
import { locateRequest } from '../../http/recording/documented-request.ts';
import { ANONYMOUS, identifyEntry, type RecordedEntry, type RecordedResponse } from '../../http/recording/recording.ts';
import { restoreLabels } from '../../http/recording/substitutes.ts';
import { createRedactor } from '../../http/redaction.ts';
import { withCircuitBreaker } from '../../http/transport/circuit-breaker.ts';
import { NoResponse, type Transport, type TransportResponse } from '../../http/transport/transport-contract.ts';
import { maskCardData } from '../../reading/card-data.ts';
import { formatKeyFingerprint } from '../record/key-names.ts';
import { type BodyShape, compareShapes, createBodyShape } from './body-shape.ts';
import { compareHeaders } from './compare-headers.ts';
import { createStableValues, listScalars } from './stable-values.ts';

export interface ReplayOptions {
  /** The base URL of the service to send to. */
  readonly against: string;
  /** The keys by the names of callers in the recording, or by other names if the recording has their fingerprints. */
  readonly keys: ReadonlyMap<string, string>;
  /** Sends also requests with other methods than GET and HEAD. */
  readonly allowWrites: boolean;
  /** Compares also the values that were equal in all recorded responses to the same request. */
  readonly comparesValues: boolean;
  readonly transport: Transport;
  /** Returns the entries, in order. Called twice if values are compared. */
  readonly readEntries: () => Iterable<RecordedEntry>;
  readonly onProgress?: (sent: number) => void;
}

/** A difference between recorded and replayed responses; equal ones are one. */
export interface ReplayDifference {
  /** The method and the path with placeholders, or the recorded path. */
  readonly operation: string;
  readonly caller: string;
  readonly kind: 'status' | 'header' | 'shape' | 'value' | 'no-response';
  /** The name of the header, or the JSON pointer. */
  readonly place?: string;
  readonly expected: string;
  readonly actual: string;
  /** One request that shows it. */
  readonly example: string;
  count: number;
}

export interface ReplayResult {
  readonly against: string;
  readonly sent: number;
  /** How many responses were compared. */
  readonly compared: number;
  /** How many recorded requests were not sent, by reason. */
  readonly skipped: ReadonlyMap<string, number>;
  readonly differences: readonly ReplayDifference[];
  /** Why it ended early. */
  readonly stopped?: string;
  /** 0: no difference; 1: differences; 3: the service does not respond; 4: nothing was compared. */
  readonly exitCode: 0 | 1 | 3 | 4;
}

const MOST_DIFFERENCES = 500;
const MOST_DISTINCT = 100_000;
const READS = new Set(['GET', 'HEAD']);

/** The recorded and replayed bodies of one operation and caller, with the same status. */
interface ShapePair {
  readonly recorded: BodyShape;
  readonly replayed: BodyShape;
  readonly subject: Subject;
}

type Subject = Pick<ReplayDifference, 'operation' | 'caller' | 'example'>;

/**
 * Sends the requests of a recording again, one at a time, and compares the responses. Without writes, sends each distinct read once.
 *
 * @example
 * const { differences } = await replay({ against: 'https://staging.example', keys, transport, readEntries, ... });
 */
export async function replay(options: ReplayOptions): Promise<ReplayResult> {
  const { against, allowWrites, comparesValues, readEntries, onProgress } = options;
  const findKey = createKeyFinder(options.keys);
  const { transport, isDead } = withCircuitBreaker(options.transport);
  const differences = createDifferences(options.keys);
  const skipped = new Map<string, number>();
  const shapes = new Map<string, ShapePair>();
  const sentReads = new Set<string>();
  const stable = comparesValues ? readStableValues(readEntries()) : undefined;
  let sent = 0;
  let compared = 0;
  for (const entry of readEntries()) {
    const why = findReasonToSkip(entry, { findKey, allowWrites });
    if (why !== undefined) {
      skipped.set(why, (skipped.get(why) ?? 0) + 1);
      continue;
    }
    const id = allowWrites ? undefined : identifyEntry(entry);
    if (id !== undefined && sentReads.has(id)) continue;
    if (id !== undefined && sentReads.size < MOST_DISTINCT) sentReads.add(id);
    if ('code' in entry.outcome) continue; // just excluded
    const { outcome: recorded } = entry;
    const subject = describeSubject(entry);
    sent += 1;
    onProgress?.(sent);
    let replayed: TransportResponse;
    try {
      replayed = await transport(toRequest(entry, { against, findKey, keys: options.keys }));
    } catch (thrown) {
      if (!(thrown instanceof NoResponse)) throw thrown;
      differences.add({
        ...subject,
        kind: 'no-response',
        expected: `status ${recorded.status}`,
        actual: thrown.message,
      });
      if (isDead()) break;
      continue;
    }
    compared += 1;
    if (recorded.status !== replayed.status) {
      differences.add({
        ...subject,
        kind: 'status',
        expected: String(recorded.status),
        actual: String(replayed.status),
      });
      continue;
    }
    for (const { name, expected, actual } of compareHeaders(recorded.headers, replayed.headers))
      differences.add({ ...subject, kind: 'header', place: name, expected, actual });
    const [expected, actual] = [readJson(recorded), readJson(replayed)];
    if (expected === undefined || actual === undefined) continue;
    addShapes(shapes, { subject, status: recorded.status, expected, actual });
    const values = stable?.find(entry);
    if (values === undefined) continue;
    const found = listScalars(actual);
    for (const [place, value] of values)
      if (found.get(place) !== value)
        differences.add({
          ...subject,
          kind: 'value',
          place,
          expected: formatValue(value),
          actual: formatValue(found.get(place)),
        });
  }
  for (const { recorded, replayed, subject } of shapes.values())
    for (const difference of compareShapes(recorded, replayed))
      differences.add({ ...subject, kind: 'shape', ...difference });
  const stopped = isDead() ? { stopped: 'the service stopped responding' } : {};
  return {
    against,
    sent,
    compared,
    skipped,
    differences: differences.list,
    ...stopped,
    exitCode: isDead() ? 3 : differences.list.length > 0 ? 1 : compared === 0 ? 4 : 0,
  };
}

/** Finds the key of a caller by the name, or by the fingerprint that the recording has. */
function createKeyFinder(keys: ReadonlyMap<string, string>): (caller: string) => string | undefined {
  const byFingerprint = new Map([...keys.values()].map((key) => [formatKeyFingerprint(key), key]));
  return (caller) => keys.get(caller) ?? byFingerprint.get(caller);
}

interface SkipContext {
  readonly findKey: (caller: string) => string | undefined;
  readonly allowWrites: boolean;
}

function findReasonToSkip(
  { method, caller, outcome }: RecordedEntry,
  { findKey, allowWrites }: SkipContext,
): string | undefined {
  if (!READS.has(method) && !allowWrites) return 'writes are sent with --allow-writes only';
  if ('code' in outcome) return 'the recording has no response to them';
  if (outcome.status === 304) return 'they are conditional, and the recorded condition does not hold elsewhere';
  if (caller !== ANONYMOUS && findKey(caller) === undefined)
    return `their key is not given; add --key ${caller}=KEY, or any name with the recorded key`;
  return undefined;
}

/** Headers of conditions, which refer to recorded values. */
const CONDITIONAL = /^(if-.*|range)$/i;
const CREDENTIALS = /^(x-api-key|cookie|authorization)$/i;

function toRequest(
  { method, path, headers, body, caller }: RecordedEntry,
  { against, findKey, keys }: Pick<SkipContext, 'findKey'> & Pick<ReplayOptions, 'against' | 'keys'>,
) {
  const key = findKey(caller);
  const substitutes = { keys: key === undefined ? keys : new Map([...keys, [caller, key]]) };
  return {
    method,
    url: against + restoreLabels(decodeLabels(path), substitutes),
    headers: [
      ...headers.filter(([name]) => !CONDITIONAL.test(name) && !CREDENTIALS.test(name)),
      ...(key === undefined ? [] : [['X-API-Key', key] as const]),
    ],
    ...(body === undefined ? {} : { body: restoreLabels(body, substitutes) }),
  };
}

/** A label in a URL is encoded. */
const decodeLabels = (path: string): string =>
  path.replaceAll(/%5B(key%20[\w.-]+)%5D/gi, (_, label: string) => `[${label.replace('%20', ' ')}]`);

const readStableValues = (entries: Iterable<RecordedEntry>) => {
  const stable = createStableValues();
  for (const entry of entries) {
    const json = 'code' in entry.outcome ? undefined : readJson(entry.outcome);
    if (json !== undefined) stable.add(entry, json);
  }
  return stable;
};

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

interface ComparedBodies {
  readonly subject: Subject;
  readonly status: number;
  readonly expected: unknown;
  readonly actual: unknown;
}

function addShapes(shapes: Map<string, ShapePair>, { subject, status, expected, actual }: ComparedBodies): void {
  const id = `${subject.operation} ${subject.caller} ${status}`;
  const pair = shapes.get(id) ?? { recorded: createBodyShape(), replayed: createBodyShape(), subject };
  if (!shapes.has(id) && shapes.size >= MOST_DIFFERENCES) return;
  shapes.set(id, pair);
  pair.recorded.add(expected);
  pair.replayed.add(actual);
}

const LONGEST_VALUE = 80;
const formatValue = (value: unknown): string =>
  value === undefined ? 'missing' : (JSON.stringify(value) ?? '').slice(0, LONGEST_VALUE);

interface Differences {
  readonly list: readonly ReplayDifference[];
  add(difference: Omit<ReplayDifference, 'count'>): void;
}

/** Collects differences without keys and card numbers, in bounded memory. */
function createDifferences(keys: ReadonlyMap<string, string>): Differences {
  const redact = createRedactor(keys);
  const hide = (text: string) => maskCardData(redact(text));
  const known = new Map<string, ReplayDifference>();
  return {
    get list() {
      return [...known.values()];
    },
    add(difference) {
      const { operation, caller, kind, place = '', expected, actual } = difference;
      const id = JSON.stringify([operation, caller, kind, place, expected, actual]);
      const same = known.get(id);
      if (same !== undefined) same.count += 1;
      else if (known.size < MOST_DIFFERENCES)
        known.set(id, {
          ...difference,
          expected: hide(expected),
          actual: hide(actual),
          example: hide(difference.example),
          count: 1,
        });
    },
  };
}
